"""What still layers and long timelines cost, and the magic push without encoding."""

import magic
from drawing import MS, compare
from peers import paired


def run(bars, peers):
    magic.write(peers.root, peers.folder)
    push = "magic push 1080×1920, 90 frames, compositing"
    for threads, case in (("", "magic-sequence"), (", two threads", "magic-sequence-two-threads")):
        compare(bars, peers, push + threads, case, [
            ("memcpy, rotated", "ours", "memcpy-portrait-rotated", 1.5),
        ], divisor=magic.FRAMES, warm=0, runs=50)
    still_layers(bars, peers)
    long_timeline(bars, peers)


def still_layers(bars, peers):
    """The warming run of each shows the frame before."""
    own = peers.find("ours")

    def frame(case):
        def measure(index):
            own.time(case, index, 0)
            return own.time(case, index + 1, 0)
        return measure

    (many, _), (one, _) = paired(60, frame("layers-1000"), frame("layers-1"))
    # "or + 50 µs" as a ratio.
    limit = max(1.2, (one + 50_000) / one)
    bars.add(
        "1,000 still layers, one moving: a frame", "1 still layer", many / MS, one / MS, "ms",
        "<=", limit, "the limit is 1.2, or 50 µs more" if limit > 1.2 else None)
    bars.checked("1,000 still layers", own.ask("check layers-1000"))


def long_timeline(bars, peers):
    own = peers.find("ours")
    for layers in ("100", "10000"):
        (time, _), = paired(60, lambda i: own.time(f"steps-{layers}-layers", i))
        bars.add(
            f"10,000 steps, 10 alive, on {int(layers):,} layers: evaluation", "50 µs",
            time / 1e3, None, "µs", "<=", 50)
