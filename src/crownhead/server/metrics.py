"""What is measured, for Prometheus."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from crownhead._core import Ruleset

_REGISTRY = CollectorRegistry()
_TIMES = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)

SOCKETS = Gauge("crownhead_sockets", "Open sockets", registry=_REGISTRY)
TABLES = Gauge("crownhead_tables", "Games held in memory", registry=_REGISTRY)
TABLE_BYTES = Gauge("crownhead_table_bytes", "About what they take", registry=_REGISTRY)
ENGINES = Gauge("crownhead_engines_busy", "Engines that think", registry=_REGISTRY)
THOUGHTS = Gauge("crownhead_engines_waiting", "Searches that wait", registry=_REGISTRY)
HEARD = Counter("crownhead_messages", "Messages heard, by type", ["type"], registry=_REGISTRY)
REFUSED = Counter("crownhead_refused", "Refusals, by code", ["code"], registry=_REGISTRY)
CUT_OFF = Counter(
    "crownhead_cut_off",
    "Connections cut off: half-sent requests, unread answers, floods, fragments, no text",
    ["why"],
    registry=_REGISTRY,
)
DROPPED = Counter("crownhead_dropped", "Sockets dropped as too slow", registry=_REGISTRY)
EVENTS = Counter("crownhead_events", "Entries added to logs of games", registry=_REGISTRY)
NOT_STORED = Counter("crownhead_not_stored", "Changes that could not be stored", registry=_REGISTRY)
NOT_TOLD = Counter(
    "crownhead_bus_dropped",
    "Messages to other processes that had to wait too long",
    registry=_REGISTRY,
)
STORED = Histogram(
    "crownhead_store_seconds", "Time to store an event", buckets=_TIMES, registry=_REGISTRY
)
ACKNOWLEDGED = Histogram(
    "crownhead_acknowledged_seconds",
    "Time from a command to its acknowledgement",
    buckets=_TIMES,
    registry=_REGISTRY,
)
REQUESTS = Counter(
    "crownhead_requests", "HTTP requests", ["method", "route", "status"], registry=_REGISTRY
)
WORK = Gauge("crownhead_work_waiting", "Computations of tables that wait", registry=_REGISTRY)
LAG = Gauge(
    "crownhead_loop_lag_seconds",
    "The latest that the event loop came to anything in the last ten seconds",
    registry=_REGISTRY,
)
RULESETS = Gauge("crownhead_rulesets", "House rules held in memory", registry=_REGISTRY)
RULESETS.set_function(Ruleset.counted)
NOTICES = Counter(
    "crownhead_notices",
    "Messages to players beside the page: sent, failed, to nobody",
    ["way", "end"],
    registry=_REGISTRY,
)
FAULTS = Counter("crownhead_faults", "Errors of the server itself", registry=_REGISTRY)


def text() -> bytes:
    """Return all figures as Prometheus reads them."""
    return generate_latest(_REGISTRY)
