"""Queries and updates that are compiled to SQL only once in a process.

Compiling a query takes Django five to ten times as long as running it, and pages make the same
few queries again and again.  A compiled query keeps the SQL and puts other values in.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper
from django.db.models import Model, QuerySet
from django.db.models.base import ModelState
from django.db.models.fields.related_descriptors import ForeignKeyDeferredAttribute
from django.db.models.query import ModelIterable, get_related_populators
from django.db.models.query_utils import DeferredAttribute
from django.db.models.signals import post_init, pre_init
from django.db.models.sql import UpdateQuery

Row = TypeVar("Row")
Value = int | str | datetime
Values = Value | Collection[int] | Collection[str]

MOST_VALUES = 24  # longer lists are so rare that their queries are not kept
_KEPT = "_compiled_queries"  # an attribute of the connection in whose dialect they are written
_STAND_INS: dict[type[Value], Callable[[int], Value]] = {
    int: lambda index: 2_000_000_000 + index,
    str: lambda index: f"\x02value {index}\x03",
    datetime: lambda index: datetime(1801, 1, 1, tzinfo=UTC) + timedelta(days=index),
}


class CompiledQuery(Generic[Row]):
    """A query with open values: ``CompiledQuery(lambda pk: Game.objects.filter(pk=pk), int)``.

    ``make`` returns the query for its arguments; it is called with stand-ins, so it must only pass
    them on.  ``kinds`` are their types, int, str or datetime; a list of one type, such as
    ``[int]``, stands for a collection, which must become an IN.  Calling the compiled query with
    such values returns a list of what the query yields: models with what ``select_related`` loads,
    or tuples of ``values_list``, but nothing that is prefetched.
    """

    def __init__(self, make: Callable[..., QuerySet[Any, Row]],
                 *kinds: type[Value] | list[type[Value]]):
        self._make = make
        self._kinds = kinds

    def __call__(self, *values: Values) -> list[Row]:
        given = [value if isinstance(value, Value) else list(dict.fromkeys(value))
                 for value in values]
        lengths = tuple(len(value) for value in given if isinstance(value, list))
        if 0 in lengths:
            return []
        if max(lengths, default=0) > MOST_VALUES:
            return list(self._make(*given))
        return self._compiled(connections[DEFAULT_DB_ALIAS], lengths).run(_flat(given))

    def first(self, *values: Values) -> Row | None:
        """The first row, None if there is none."""
        return next(iter(self(*values)), None)

    def _compiled(self, connection: BaseDatabaseWrapper, lengths: tuple[int, ...]) -> _Compiled:
        kept = connection.__dict__.setdefault(_KEPT, {})
        found: _Compiled | None = kept.get((self, lengths))
        if found is None:
            found = kept[self, lengths] = _Compiled(self._make, self._stand_ins(lengths))
        return found

    def _stand_ins(self, lengths: Sequence[int]) -> list[Any]:
        """One for each argument, all different."""
        indexes, rest = iter(range(MOST_VALUES * len(self._kinds))), iter(lengths)
        return [
            [_STAND_INS[kind[0]](next(indexes)) for _ in range(next(rest))]
            if isinstance(kind, list) else _STAND_INS[kind](next(indexes)) for kind in self._kinds
        ]


def _flat(values: Sequence[Any]) -> Iterator[Value]:
    for value in values:
        if isinstance(value, list):
            yield from value
        else:
            yield value


class CompiledUpdate:
    """An update with open values: ``CompiledUpdate(make, int, datetime)``.

    ``make`` returns the rows to be changed, of one table, and the columns to be set in them; it is
    called with stand-ins, so it must only pass them on.  ``kinds`` are the types of its arguments.
    Calling the compiled update with such values returns how many rows it has changed.
    """

    def __init__(self, make: Callable[..., tuple[QuerySet[Any], Mapping[str, Any]]],
                 *kinds: type[Value]):
        self._make, self._kinds = make, kinds

    def __call__(self, *values: Value) -> int:
        connection = connections[DEFAULT_DB_ALIAS]
        kept = connection.__dict__.setdefault(_KEPT, {})
        statement: _Statement | None = kept.get(self)
        if statement is None:
            stand_ins = [_STAND_INS[kind](index) for index, kind in enumerate(self._kinds)]
            rows, columns = self._make(*stand_ins)
            query: Any = rows.query.chain(UpdateQuery)
            query.add_update_values(columns)
            compiler = query.get_compiler(using=DEFAULT_DB_ALIAS)
            statement = kept[self] = _Statement(compiler, stand_ins)
        with statement.executed(iter(values)) as cursor:
            return int(cursor.rowcount)


class _Statement:
    """Compiled SQL for one connection, in which stand-ins are replaced by values."""

    def __init__(self, compiler: Any, stand_ins: Sequence[Any]):
        self._connection: BaseDatabaseWrapper = compiler.connection
        self._sql, constants = compiler.as_sql()
        self._constants = list(constants)
        self._places = self._found([self._stored(value) for value in _flat(stand_ins)])

    @contextmanager
    def executed(self, values: Iterator[Value]) -> Iterator[CursorWrapper]:
        """Within the block, the cursor has carried out the statement with these values."""
        stored, params = [self._stored(value) for value in values], list(self._constants)
        for place, index in self._places:
            params[place] = stored[index]
        with self._connection.cursor() as cursor:
            cursor.execute(self._sql, params)
            yield cursor

    def _found(self, stand_ins: Sequence[Any]) -> list[tuple[int, int]]:
        """Where the stand-ins are in the constants, and which they are."""
        places = [(place, stand_ins.index(value)) for place, value in enumerate(self._constants)
                  if value in stand_ins]
        if {index for _, index in places} != set(range(len(stand_ins))):
            raise ValueError("every value of a compiled query must go into its SQL as it is")
        return places

    def _stored(self, value: Value) -> Any:
        """The value as this database takes it."""
        if isinstance(value, datetime):
            return self._connection.ops.adapt_datetimefield_value(value)
        return value


class _Compiled(_Statement):
    """The SQL of a query for one connection, and how its rows become what the query yields."""

    def __init__(self, make: Callable[..., QuerySet[Any, Any]], stand_ins: Sequence[Any]):
        query = make(*stand_ins)
        self._compiler = query.query.get_compiler(using=DEFAULT_DB_ALIAS)
        super().__init__(self._compiler, stand_ins)
        select = self._compiler.select
        columns = [column[0] for column in select[: self._compiler.col_count]]
        self._converters = self._compiler.get_converters(columns)
        self._model: type[Model] | None = None
        if issubclass(query._iterable_class, ModelIterable):
            info = self._compiler.klass_info
            self._columns = slice(info["select_fields"][0], info["select_fields"][-1] + 1)
            self._model = info["model"]
            self._names = [column[0].target.attname for column in select[self._columns]]
            self._load = _loader(self._model, self._names)
            self._related: list[Any] = get_related_populators(  # the stubs describe a later Django
                info, select, DEFAULT_DB_ALIAS)  # type: ignore[call-arg]
            _load_quickly(self._related)

    def run(self, values: Iterator[Value]) -> list[Any]:
        """What the query yields with these values."""
        with self.executed(values) as cursor:
            rows = cursor.fetchall()
        if self._converters:
            rows = self._compiler.apply_converters(rows, self._converters)
        if self._model is None:
            return [tuple(row) for row in rows]
        return [self._loaded(row) for row in rows]

    def _loaded(self, row: Sequence[Any]) -> Model:
        loaded = self._load(DEFAULT_DB_ALIAS, self._names, row[self._columns])
        for related in self._related:
            related.populate(row, loaded)
        for name, column in self._compiler.annotation_col_map.items():
            setattr(loaded, name, row[column])
        return loaded


Load = Callable[[str, Sequence[str], Sequence[Any]], Model]  # like Model.from_db


def _loader(model: type[Model], names: Sequence[str]) -> Load:
    """How rows with these columns become instances: without Django's work if all are there.

    Django's asks signals and sets one attribute after the other, which takes ten times as long.
    """
    whole = [*names] == [field.attname for field in model._meta.concrete_fields]
    own = any("__init__" in vars(kind) or "from_db" in vars(kind)
              for kind in model.__mro__[: model.__mro__.index(Model)])
    heard = pre_init.has_listeners(model) or post_init.has_listeners(model)
    plain = all(type(getattr(model, name)) in _PLAIN for name in names)
    if not whole or own or heard or not plain:
        return model.from_db

    def load(using: str, names: Sequence[str], values: Sequence[Any]) -> Model:
        instance, state = model.__new__(model), ModelState()
        state.adding, state.db = False, using
        instance.__dict__.update(zip(names, values, strict=True), _state=state)
        return instance

    return load


_PLAIN = (DeferredAttribute, ForeignKeyDeferredAttribute)  # they keep values as they are


def _load_quickly(populators: Sequence[Any]) -> None:
    """Lets these load related rows in the same way."""
    for populator in populators:
        load = _loader(populator.model_cls, populator.init_list)
        populator.model_cls = SimpleNamespace(from_db=load)  # all that it is asked for
        _load_quickly(populator.related_populators)


def save_columns(rows: Sequence[Model], *names: str) -> None:
    """Saves these columns of stored rows of one table with one query; without signals.

    Raises DatabaseError if one of the rows is gone.
    """
    if not rows:
        return
    connection, meta = connections[DEFAULT_DB_ALIAS], rows[0]._meta
    kept = connection.__dict__.setdefault(_KEPT, {})
    fields: list[Any] = [meta.get_field(name) for name in names]
    sql = kept.get((type(rows[0]), names, len(rows)))
    if sql is None:
        sql = kept[type(rows[0]), names, len(rows)] = _saving(connection, rows, fields)
    keys, values = [row.pk for row in rows], []
    for field in fields:
        for row in rows:
            values += [row.pk] if len(rows) > 1 else []
            values.append(field.get_db_prep_save(getattr(row, field.attname), connection))
    with connection.cursor() as cursor:
        cursor.execute(sql, [*values, *keys])
        if cursor.rowcount != len(rows):
            raise DatabaseError(f"{meta.model_name}: one of {keys} is gone and was not saved")


def _saving(connection: BaseDatabaseWrapper, rows: Sequence[Model], fields: Sequence[Any]) -> str:
    quote, meta = connection.ops.quote_name, rows[0]._meta
    table, key = quote(meta.db_table), quote(str(meta.pk.column))
    columns = []
    for field in fields:
        value = "%s"
        if len(rows) > 1:
            value = f"CASE {key}{' WHEN %s THEN %s' * len(rows)} END"
            if connection.features.requires_casted_case_in_updates:
                value = f"CAST({value} AS {field.db_type(connection)})"
        columns.append(f"{quote(field.column)} = {value}")
    wanted = ", ".join(["%s"] * len(rows))
    return (f"UPDATE {table} SET {', '.join(columns)}"  # noqa: S608 - names of our columns
            f" WHERE {key} IN ({wanted})")


def insert(rows: Sequence[Model]) -> None:
    """Stores new rows of one table, and sets their ids; as ``bulk_create``, without signals."""
    if not rows:
        return
    model, connection = type(rows[0]), connections[DEFAULT_DB_ALIAS]
    if len(rows) > MOST_VALUES:
        model._default_manager.bulk_create(rows)
        return
    kept = connection.__dict__.setdefault(_KEPT, {})
    fields: list[Any] = [field for field in model._meta.concrete_fields if not field.primary_key]
    sql = kept.get((model, len(rows)))
    if sql is None:
        sql = kept[model, len(rows)] = _insertion(connection, model, fields, rows=len(rows))
    values = [field.get_db_prep_save(field.pre_save(row, add=True), connection)
              for row in rows for field in fields]
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        for row, (pk,) in zip(rows, cursor.fetchall(), strict=True):
            row.pk, row._state.adding, row._state.db = pk, False, DEFAULT_DB_ALIAS


def _insertion(connection: BaseDatabaseWrapper, model: type[Model], fields: Sequence[Any], *,
               rows: int) -> str:
    quote = connection.ops.quote_name
    columns = ", ".join(quote(field.column) for field in fields)
    row = f"({', '.join(['%s'] * len(fields))})"
    table, key = quote(model._meta.db_table), quote(str(model._meta.pk.column))
    return (f"INSERT INTO {table} ({columns}) VALUES {', '.join([row] * rows)}"  # noqa: S608
            f" RETURNING {key}")  # names of our columns


def attach(instance: Model, name: str, related: Sequence[Model]) -> None:
    """Makes these rows what ``instance.name.all()`` yields, as ``prefetch_related`` does."""
    rows = getattr(instance, name).all()
    rows._result_cache, rows._prefetch_done = list(related), True
    instance.__dict__.setdefault("_prefetched_objects_cache", {})[name] = rows
