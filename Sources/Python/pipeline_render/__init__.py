"""The engine of pipeline in Python: documents are opened, drawn and rendered in this process.

    import pipeline_render as pipeline

    with pipeline.open("card.json", set={"title": "Hello"}) as film:
        for frame in film.frames():
            print(frame.shape)          # (height, width, 4); numpy.asarray(frame) is an array of it
        film.render("card.mp4", progress=print, timeout=60)

A document is a path, or a dict with the document itself, whose paths then start in `folder`. Times are seconds,
or what the command line takes: "120ms", "12f", "50%", "end". Where pipeline refuses, Problem is raised with its
exit status and the places in the document; what it warns of is a Python warning, PipelineWarning.

`check`, `diff` and `measure` start the installed program; all else needs none.
"""

from __future__ import annotations

import warnings as _warnings
from typing import TYPE_CHECKING, Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

from . import _documents, _programs
from ._documents import Document, Path
from ._film import Film, Moment, PipelineWarning, Progress, open
from ._library import program
from ._programs import check, diff, measure

if TYPE_CHECKING:
    import numpy

__all__ = [
    "Film", "PipelineWarning", "Problem", "check", "diff", "events", "frame", "inspect", "measure", "open",
    "program", "render", "validate"]
__version__ = "@VERSION@"


class Problem(Exception):
    """What pipeline refused.

    status: its exit status, as in sysexits.h: 65 the document, 66 a missing input, 76 a plugin, ...
    places: one dict for each problem of the document, with file, line, column, pointer and message.
    kind: the same in a word: "content", "missing", "plugin", "cancelled", "timeout", ...
    tried: the paths at which a helper was looked for that is at none of them.
    """

    def __init__(
        self, status: int = 70, text: str = "", places: Sequence[Dict[str, Any]] = (), kind: str = "",
        tried: Sequence[str] = (),
    ) -> None:
        super().__init__(text)
        self.status = status
        self.places: List[Dict[str, Any]] = list(places)
        self.kind = kind
        self.tried: List[str] = list(tried)

    def __reduce__(self) -> Tuple[Any, ...]:
        # An exception is pickled with the arguments of its own initialiser, which differ here.
        return (type(self), (self.status, str(self), self.places, self.kind, self.tried), self.__dict__)


def render(
    document: Document, out: Union[None, Path, Sequence[Path]] = None, set: Optional[Mapping[str, Any]] = None,
    folder: Optional[Path] = None, options: Sequence[str] = (), *, fps: Optional[float] = None,
    quality: Optional[float] = None, progress: Optional[Progress] = None, timeout: Optional[float] = None,
    speed: Optional[float] = None, **opening: Any,
) -> List[str]:
    """Renders a document to `out`, a path or several, or to its own outputs; a line for each sums it up.

    set: values of the document's variables. progress: is called with the frames that are done and of how many; False
    cancels. options: further words of `pipeline run`, which then renders. The rest is as `open` takes it.
    """
    if not options:
        with open(document, set=set, folder=folder, **opening) as film:
            return film.render(out, fps=fps, quality=quality, progress=progress, timeout=timeout, speed=speed)
    if progress is not None or opening:
        raise TypeError("with words of the command line in options there is no progress, and all else is in them")
    import os

    paths = [out] if isinstance(out, (str, os.PathLike)) else list(out or [])
    words = [word for path in paths for word in ("-o", _documents.argument(path))]
    words += [] if fps is None else ["--fps", repr(float(fps))]
    words += [] if speed is None else ["--speed", repr(float(speed))]
    words += [] if quality is None else ["--quality", repr(float(quality))]
    with _documents.file(document, folder) as path:
        done = _programs.run(["run", path, *words, *_programs.sets(set), *options], timeout)
    return _programs.text(done.stdout).split("\n")


def frame(
    document: Document, at: Moment = 0, set: Optional[Mapping[str, Any]] = None, scale: Optional[float] = None,
    folder: Optional[Path] = None, **opening: Any,
) -> "numpy.ndarray[Any, numpy.dtype[numpy.uint8]]":
    """The frame at a time: a numpy array of (height, width, 4) bytes, RGBA, not premultiplied.

    Without numpy, and for several frames, use `open`.
    """
    import numpy

    with open(document, set=set, scale=scale, folder=folder, **opening) as film:
        return numpy.asarray(film.frame(at=at, alpha="straight"))


def inspect(
    document: Document, at: Optional[Moment] = None, set: Optional[Mapping[str, Any]] = None,
    folder: Optional[Path] = None, **opening: Any,
) -> Dict[str, Any]:
    """What a document resolves to: its timeline, or with `at` every layer's values at that time."""
    with open(document, set=set, folder=folder, **opening) as film:
        return film.inspect(at)


def events(
    document: Document, set: Optional[Mapping[str, Any]] = None, folder: Optional[Path] = None, **opening: Any
) -> List[Dict[str, Any]]:
    """What happens in a document, in its order, as `pipeline run --events` writes it."""
    with open(document, set=set, folder=folder, **opening) as film:
        return film.events()


def validate(
    document: Document, set: Optional[Mapping[str, Any]] = None, folder: Optional[Path] = None, **opening: Any
) -> Dict[str, Any]:
    """All that is wrong with a document: `fine`, `problems` and `warnings`, each with its place.

    Problem is raised only where there is nothing to judge: the file is missing, an option is wrong.
    """
    try:
        with _warnings.catch_warnings():
            _warnings.simplefilter("ignore", PipelineWarning)
            with open(document, set=set, folder=folder, **opening) as film:
                return {"fine": True, "problems": [], "warnings": film.warnings}
    except Problem as problem:
        if problem.kind in ("usage", "timeout") or not problem.places:
            raise
        return {"fine": False, "problems": problem.places, "warnings": []}


def main() -> None:
    """The command `pipeline`: the program takes this one's place."""
    import os
    import sys

    os.execv(program(), [program(), *sys.argv[1:]])
