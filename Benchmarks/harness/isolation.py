"""What it costs to run a plugin in a worker."""

from peers import paired


def run(bars, peers):
    own = peers.find("ours")
    added(bars, own, "layout", "a layout plugin: a frame in a worker, beyond the host", 1e3, "µs", 50)
    added(bars, own, "pixels", "a pixels plugin, 1080p: a frame in a worker, beyond the host", 1e6,
          "ms", 0.6)
    (start, reason), = paired(50, lambda i: own.time("worker-start", i, 0))
    bars.add("a worker, from nothing to described", "15 ms",
             None if reason else start / 1e6, None, "ms", "<=", 15, reason)


def added(bars, own, kind, name, divisor, unit, limit):
    """The median of what a call in a worker takes longer than the host's own, made just after it."""
    (gap, reason), = paired(
        200, lambda i: own.time(f"{kind}-in-worker", i) - own.time(f"{kind}-in-host", i))
    bars.add(name, f"{limit} {unit}", None if reason else gap / divisor, None, unit, "<=", limit,
             reason)
