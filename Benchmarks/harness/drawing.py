"""Repaints of 1080p frames against the bytes that must move, Skia and xfade; all on one thread but one."""

from peers import paired

RUNS = 60
MS = 1e6


def compare(bars, peers, case, ours, against, divisor=1, warm=1, runs=RUNS):
    """Measures one case of ours and the others in turn, and adds a bar for each.

    `against` lists (name, peer, its case, limit). A case of ours that is a whole sequence is
    divided by its length.
    """
    own = peers.find("ours")
    measures = [lambda i: own.time(ours, i, warm) / divisor]
    for _, peer, its, _ in against:
        found = peers.find(peer)
        measures.append(lambda i, found=found, its=its: found.time(its, i))
    (value, reason), *others = paired(runs, *measures)
    for (name, _, _, limit), (other, missing) in zip(against, others):
        if value is None or other is None:
            bars.add(case, name, None, None, "ms", "<=", limit, reason or missing)
        else:
            bars.add(case, name, value / MS, other / MS, "ms", "<=", limit)
    if value is not None:
        bars.checked(case, own.ask(f"check {ours}"))
    return value


def run(bars, peers):
    own = peers.find("ours")
    (rotated, _), = paired(RUNS, lambda i: own.time("memcpy-rotated", i))
    bars.measure(f"A copy of one 1080p frame, rotated: {rotated / MS:.2f} ms.")
    compare(bars, peers, "circle reveal, full repaint", "circle", [
        ("the bytes that must move", "move", "circle", 1.3),
        ("Skia", "skia", "circle", 1 / 4),
        ("xfade circleopen", "xfade", "circle", 1 / 30),
    ])
    tracked = "circle reveal, 60 frames, change tracking"
    for threads, case in (("", "circle-sequence"), (", two threads", "circle-sequence-two-threads")):
        compare(bars, peers, tracked + threads, case, [
            ("memcpy, rotated", "ours", "memcpy-rotated", 0.5),
        ], divisor=60, warm=0, runs=50)
    compare(bars, peers, "cross dissolve, full repaint", "dissolve", [
        ("the bytes that must move", "move", "two", 1.3),
        ("xfade fade", "xfade", "dissolve", 1 / 30),
    ])
    compare(bars, peers, "cross dissolve, full repaint, two threads", "dissolve-two-threads", [
        ("Skia", "skia", "dissolve", 1 / 4),
    ])
    compare(bars, peers, "poster, sigma 24, full repaint", "poster", [
        ("Skia", "skia", "poster", 1 / 10),
        ("Skia, shadow as a mask filter", "skia", "poster_mask", 1 / 10),
        ("memcpy, rotated", "ours", "memcpy-rotated", 4),
    ])
    for case, ours, sampling in (
            ("full screen turned 45° in perspective", "perspective", "mipmaps"),
            ("full screen at 0.6 of its size, turned 20°", "turned", "mipmaps"),
            ("full screen at 0.6 of its size", "shrunk", "mipmaps"),
            ("full screen at 0.27 of its size", "shrunk-far", "mipmaps"),
            ("full screen at 1.5 times its size", "enlarged", "cubic")):
        compare(bars, peers, case, ours, [
            (f"Skia, {sampling}", "skia", ours.replace("-", "_"), 1 / 3),
        ])
    larger(bars, peers)


def larger(bars, peers):
    """How the ratio to memcpy grows from 1080p to 4K."""
    own = peers.find("ours")
    names = ["circle-4k", "memcpy-4k-rotated", "circle", "memcpy-rotated"]
    times = paired(50, *(lambda i, name=name: own.time(name, i) for name in names))
    four, four_copy, one, one_copy = (time for time, _ in times)
    bars.add(
        "circle reveal at 4K, ratio to memcpy", "the same at 1080p", four / four_copy,
        one / one_copy, "× memcpy", "<=", 1.1)
    bars.checked("circle reveal at 4K", own.ask("check circle-4k"))
