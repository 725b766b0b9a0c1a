"""Renders documents of pipeline from Python: the program and all that it needs are in this package.

A document is a path, or a dict with the document itself, whose files are then looked for in `folder`.
Times are seconds, or what the command line takes: "120ms", "12f", "50%", "end".
Where pipeline refuses, Problem is raised with its exit status and the places in the document.
"""

import contextlib
import json
import os
import pathlib
import subprocess
import tempfile

__all__ = ["Problem", "frame", "inspect", "program", "render"]
__version__ = "@VERSION@"

_TREE = pathlib.Path(__file__).parent / "tree"


def program():
    """The path of the program."""
    return str(_TREE / "bin" / "pipeline")


class Problem(Exception):
    """What pipeline refused.

    status: its exit status, as in sysexits.h: 65 the document, 66 a missing input, 76 a plugin, ...
    places: one dict for each problem of the document, with file, line, column, pointer and message.
    """

    def __init__(self, status, text, places):
        super().__init__(text)
        self.status = status
        self.places = places


def _run(words, **options):
    done = subprocess.run(
        [program(), *words], stdin=subprocess.DEVNULL, capture_output=True, check=False, **options)
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip()
        raise Problem(done.returncode, said, _places(words))
    return done.stdout


def _places(words):
    """The problems of the document, as `pipeline validate` tells them."""
    if len(words) < 2 or words[0] not in ("run", "frame", "inspect"):
        return []
    options = [w for i, w in enumerate(words) if w == "--set" or words[i - 1] == "--set"]
    done = subprocess.run(
        [program(), "validate", words[1], "--json", *options], stdin=subprocess.DEVNULL,
        capture_output=True, check=False)
    try:
        return json.loads(done.stdout).get("problems", [])
    except (ValueError, AttributeError):
        return []


@contextlib.contextmanager
def _file(document, folder):
    """The path of a document; a dict is written beside its files first, and removed afterwards."""
    if isinstance(document, (str, os.PathLike)):
        yield os.fspath(document)
        return
    handle, path = tempfile.mkstemp(suffix=".json", prefix=".pipeline-", dir=folder or os.getcwd())
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(document, file)
        yield path
    finally:
        os.unlink(path)


def _sets(values):
    words = []
    for name, value in (values or {}).items():
        words += ["--set", f"{name}={value if isinstance(value, str) else json.dumps(value)}"]
    return words


def render(document, out=None, set=None, folder=None, options=()):
    """Renders a document to `out`, a path or several, or to its own outputs.

    set: values of the document's variables. options: further words of `pipeline run`.
    """
    outputs = [out] if isinstance(out, (str, os.PathLike)) else out or []
    words = [w for path in outputs for w in ("-o", os.fspath(path))]
    with _file(document, folder) as path:
        _run(["run", path, *words, *_sets(set), "-q", *options])


def frame(document, at=0, set=None, scale=None, folder=None):
    """The frame at a time: a numpy array of (height, width, 4) bytes, RGBA, not premultiplied."""
    import numpy
    from PIL import Image

    words = [] if scale is None else ["--scale", str(scale)]
    with tempfile.TemporaryDirectory() as made, _file(document, folder) as path:
        picture = os.path.join(made, "frame.png")
        _run(["frame", path, "--at", str(at), "-o", picture, *words, *_sets(set), "-q"])
        with Image.open(picture) as image:
            return numpy.asarray(image.convert("RGBA"))


def inspect(document, at=None, set=None, folder=None):
    """What a document resolves to: its timeline, or with `at` every layer's values at that time."""
    words = [] if at is None else ["--at", str(at)]
    with _file(document, folder) as path:
        return json.loads(_run(["inspect", path, *words, "--json", *_sets(set)]))


def main():
    """The command `pipeline`: the program takes this one's place."""
    import sys

    os.execv(program(), [program(), *sys.argv[1:]])
