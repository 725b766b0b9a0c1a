"""What it costs to run a plugin in a worker."""

from peers import paired


RUNS = 200
MS = 1e6


def run(bars, peers):
    own = peers.find("ours")
    (layout, reason), = paired(RUNS, lambda i: added(own, "layout", i))
    bars.add("a layout plugin: a frame in a worker, beyond the host", "50 µs",
             None if reason else layout / 1e3, None, "µs", "<=", 50, reason)
    (pixels, reason), (copy, _) = paired(
        RUNS, lambda i: added(own, "pixels", i),
        lambda i: own.time("memcpy-rotated-by-the-wall", i))
    bars.add("a pixels plugin, 1080p: a frame in a worker, beyond the host", "memcpy, rotated",
             None if reason else pixels / MS, copy / MS, "ms", "<=", 1.3, reason)
    (start, reason), = paired(50, lambda i: own.time("worker-start", i, 0))
    bars.add("a worker, from nothing to described", "15 ms",
             None if reason else start / MS, None, "ms", "<=", 15, reason)


def added(own, kind, index):
    """What a call in a worker takes longer than the host's own, made just after it."""
    return own.time(f"{kind}-in-worker", index) - own.time(f"{kind}-in-host", index)
