"""Base classes of the admin: rights, and lists that stay quick however long they are.

A page of a list shows a few rows, counts no more than it can list, and searches for whole values.
So it reads an index and never the whole table.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.core.paginator import Paginator
from django.db import connection
from django.db.models import F, Model, Q, QuerySet, Value
from django.db.models.functions import Lower
from django.db.models.lookups import Exact
from django.http import HttpRequest

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]
    Tabular = admin.TabularInline[Any, Any]
    Pages = Paginator[Any]
else:
    ModelAdmin, Tabular, Pages = admin.ModelAdmin, admin.TabularInline, Paginator

ROWS = 25  # on one page
MOST = 500  # rows of one list; older ones are found by searching and filtering


class FirstPages(Pages):
    """The pages of the first rows; the other rows are never counted."""

    @cached_property
    def count(self) -> int:
        """The number of rows that are listed."""
        assert isinstance(self.object_list, QuerySet)  # the admin's lists are queries
        return self.object_list.order_by().values("pk")[:MOST].count()

    @property
    def may_leave_out(self) -> bool:
        """Whether more rows may exist than are listed."""
        return self.count == MOST


class Admin(ModelAdmin):
    """A list of rows; searches compare ``search_fields`` with the exact text entered."""

    paginator = FirstPages
    list_per_page = ROWS
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER
    search_help_text = "Please enter the whole name, email address, code or Message-ID."

    def get_search_results(self, request: HttpRequest, queryset: QuerySet[Any],
                           search_term: str) -> tuple[QuerySet[Any], bool]:
        """Return the rows of which one field has this value, in upper or lower case."""
        words = search_term.strip()
        if not words:
            return queryset, False
        # One query for each field: with an OR over several tables, no index would be used.
        first, *rest = (self.model._default_manager.filter(
            _has(field, words)).order_by().values("pk") for field in self.search_fields)
        return queryset.filter(pk__in=first.union(*rest) if rest else first), False


def _has(field: str, words: str) -> Q:
    """Return the condition that a field has this value, in upper or lower case."""
    # Only names and Message-IDs are not stored in lower case.
    if field.endswith("name"):  # not null, so that the tables are joined from the name
        return Q(Exact(Lower(F(field)), Lower(Value(words))), **{f"{field}__isnull": False})
    return Q(**{field: words if field == "message_id" else words.lower()})


class StoredValues(admin.SimpleListFilter):
    """A filter by one of the values of ``parameter_name``, a column that has an index."""

    parameter_name: str

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(value, value) for value in stored_values(model_admin.model, self.parameter_name)]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        value = self.value()
        return queryset if value is None else queryset.filter(**{self.parameter_name: value})


def stored_values(model: type[Model], column: str) -> list[str]:
    """Return the different values of a column with an index, in order."""
    quote = connection.ops.quote_name
    name, table = quote(column), quote(model._meta.db_table)
    # Skips from each value to the next one in the index, so that not every row is read.
    with connection.cursor() as cursor:
        cursor.execute(
            f"WITH RECURSIVE found(value) AS ("  # noqa: S608 - names from the models themselves
            f" SELECT MIN({name}) FROM {table} UNION ALL"
            f" SELECT (SELECT MIN({name}) FROM {table} WHERE {name} > found.value) FROM found"
            f" WHERE found.value IS NOT NULL"
            f") SELECT value FROM found WHERE value IS NOT NULL")
        return [value for value, in cursor.fetchall()]


class Lasting:
    """A mixin with which nothing can be added or deleted."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ReadOnly(Lasting):
    """A mixin with which nothing can be added, changed or deleted."""

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
