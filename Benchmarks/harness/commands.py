"""Start-up and memory of whole commands."""

import json
import os

from peers import Missing, paired
from processes import spawn, wall

RUNS = 50


def run(bars, peers):
    pipeline = peers.command("pipeline")
    root = os.path.join(peers.root, "pipeline.json")
    for name, words in (
        ("pipeline plugin list, warm", ["plugin", "list"]),
        ("pipeline validate, warm", ["validate", root]),
    ):
        (time, reason), = paired(RUNS, wall([pipeline] + words))
        bars.add(name, "15 ms", time and time / 1e6, None, "ms", "<=", 15, reason)
    rejections(bars, peers)
    memory(bars, peers)


def rejections(bars, peers):
    """The documents that take longest to refuse."""
    step = {"targets": ["a"], "duration": 1, "keyframes": [{"opacity": 0}, {"opacity": 1}]}
    for name, layers, timeline in (
        ("25,001 steps", [{"id": "a"}], [step] * 25_001),
        ("a million layers", [{}] * 1_000_000, []),
    ):
        path = os.path.join(peers.folder, "refused.json")
        with open(path, "w") as file:
            json.dump(
                {
                    "version": 1, "canvas": {"size": [16, 16]}, "layers": layers,
                    "timeline": timeline,
                }, file)
        words = [peers.command("pipeline"), "validate", path]
        (time, reason), = paired(RUNS // 7, wall(words, expected=65))
        bars.add(
            f"a document refused: {name}", "1 s", time and time / 1e6, None, "ms", "<=", 1000,
            reason)


def memory(bars, peers):
    """Raw frames of 1080p, 30 a second, so that no encoder's own memory counts."""
    case, against = "peak memory, 10 minutes of 1080p", "10 seconds"
    try:
        peaks = [
            spawn([peers.command("pipeline"), "run", moving(peers.folder, seconds), "-o", "-"])[1]
            for seconds in (600, 10)
        ]
    except Missing as missing:
        return bars.add(case, against, None, None, "MiB", "<=", 1.05, str(missing))
    bars.add(case, against, peaks[0] / 1024, peaks[1] / 1024, "MiB", "<=", 1.05)


def moving(folder, seconds):
    """A document in which a square with a shadow crosses the screen."""
    square = {
        "id": "square", "contents": {"color": "#3060d0"}, "frame": [100, 400, 280, 280],
        "shadowOpacity": 0.5, "shadowRadius": 12,
    }
    document = {
        "version": 1,
        "canvas": {"size": [1920, 1080], "background": "#ffffff", "fps": 30},
        "layers": [square],
        "timeline": {
            "parallel": [{
                "targets": ["square"], "duration": seconds,
                "keyframes": [
                    {"offset": 0, "opacity": 1},
                    {"offset": 1, "translate": [1440, 0], "opacity": 0.5},
                ],
            }]
        },
    }
    path = os.path.join(folder, f"moving-{seconds}.json")
    with open(path, "w") as file:
        json.dump(document, file)
    return path
