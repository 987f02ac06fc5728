"""The section of a page in which people turn on notifications for their devices."""

from __future__ import annotations

from typing import Any

from django import template

from games.people import known_devices
from games.post.push import devices, keys

register = template.Library()


@register.inclusion_tag("push/section.html", takes_context=True)
def notifications_section(context: dict[str, Any]) -> dict[str, Any]:
    """The reader's devices, and what their browser needs to become one."""
    request = context["request"]
    return {
        "request": request, "csrf_token": context.get("csrf_token"), "user": request.user,
        "devices": devices.of(request.user), "here": known_devices.id_of(request),
        "most": devices.MAX_DEVICES, "key": keys.public_key(),
    }
