"""Blurs, backdrops, blend modes and filters of 1080p layers, on one thread."""

from drawing import MS, RUNS, compare
from peers import paired

# Each list of modes may take so many times the bytes that must move.
MODES = (
    (2.5, ("multiply", "screen", "darken", "lighten", "overlay", "hard-light", "difference",
           "exclusion", "plus-lighter")),
    (8, ("color-dodge", "color-burn", "soft-light")),
    (12, ("hue", "saturation", "color", "luminosity")),
)


def run(bars, peers):
    for sigma, skia, moved in ((4, 12, 20), (20, 20, 10), (80, 20, 10)):
        compare(bars, peers, f"blur of a full layer, sigma {sigma}", f"blur-{sigma}", [
            ("Skia", "skia", f"blur-{sigma}", 1 / skia),
            ("the bytes that must move", "move", "one", moved),
        ], runs=30)
    backdrops(bars, peers)
    for limit, modes in MODES:
        for mode in modes:
            compare(bars, peers, f"{mode} of a full layer", f"blend-{mode}", [
                ("the bytes that must move", "move", "two", limit),
                ("Skia", "skia", f"blend-{mode}", 1 / 2),
            ], runs=30)
    compare(bars, peers, "four colour filters of a full layer", "filters-4", [
        ("one", "ours", "filters-1", 2),
    ], runs=30)


def backdrops(bars, peers):
    """A sheet of 1080×700 at sigma 20, over a screen that is another one in each frame."""
    own = peers.find("ours")
    names = ["glass-backdrop", "glass-blur", "glass-none"]
    times = paired(RUNS, *(lambda i, name=name: own.time(name, i) for name in names))
    (glass, _), (blur, _), (none, _) = times
    bars.add(
        "backdrop of 1080×700, sigma 20, over moving contents", "the blur of that area",
        (glass - none) / MS, (blur - none) / MS, "ms", "<=", 1.3)
    bars.checked("backdrop over moving contents", own.ask("check glass-backdrop"))
    compare(bars, peers, "backdrop over still contents, something moves beside it", "still-glass", [
        ("the same without it", "ours", "still-none", 1.1),
    ], divisor=60, warm=0, runs=30)
