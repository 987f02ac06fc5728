# The service in one image; every process of it runs from here.  compose.yaml says which.
ARG PYTHON_IMAGE=python:3.13-slim
FROM ${PYTHON_IMAGE}

RUN useradd --create-home --uid 1000 alexandros \
    && mkdir -p /data/backups /metrics \
    && chown -R alexandros /data /metrics
WORKDIR /srv/alexandros

# Packages change less often than code, so a layer of their own is kept between builds.
COPY requirements.lock ./
RUN pip install --no-cache-dir --disable-pip-version-check --require-hashes -r requirements.lock

COPY . .
RUN pip install --no-cache-dir --disable-pip-version-check --no-deps --no-build-isolation --editable engine
ENV ALEXANDROS_DATA=/data
ARG ALEXANDROS_GAMES=
# Whoever cloned with a strict umask has files that only root can read.
RUN pybabel --quiet compile --directory locale --domain "django rules"
RUN chmod -R a+rX . && SECRET_KEY=only-for-collecting python manage.py collectstatic --noinput --verbosity 0

USER alexandros
EXPOSE 8000
CMD ["python", "manage.py", "serve", "--bind", "0.0.0.0:8000"]
