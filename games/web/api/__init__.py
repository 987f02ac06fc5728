"""The API: what programs of members see and do, with the functions of the pages (docs/api.md).

The modules with operations do not postpone the evaluation of annotations: ``ninja`` reads them.
"""
