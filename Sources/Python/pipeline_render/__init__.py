"""The engine of pipeline for Python, which opens, draws and renders documents in the Python process.

    import pipeline_render as pipeline

    with pipeline.open("card.json", set={"title": "Hello"}) as film:
        for frame in film.frames():
            print(frame.shape)          # (height, width, 4); numpy.asarray(frame) is an array of it
        film.render("card.mp4", progress=print, timeout=60)

A document is a path, or a dict with the document's contents; paths in a dict are relative to `folder`. A time is a
number of seconds, or a text as on the command line: "120ms", "12f", "50%", "end". If pipeline refuses a document, a
Problem is raised, with the exit status and the places in the document; a warning becomes a Python warning,
PipelineWarning.

`check`, `diff` and `measure` start the installed program; all other functions work without the program.
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
    """The error that is raised when pipeline refuses a document, a file or an option.

    status: the exit status of the program for this error, as in sysexits.h: 65 for an invalid document, 66 for a
        missing input, 76 for a plugin that failed, ...
    places: one dict for each problem of the document, with file, line, column, pointer and message.
    kind: the reason in a word: "content", "missing", "plugin", "cancelled", "timeout", ...
    tried: if a helper program is missing, the paths at which it was searched for.
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
        # By default, an exception is pickled with `args`, which differ from the arguments of this initialiser.
        return (type(self), (self.status, str(self), self.places, self.kind, self.tried), self.__dict__)


def render(
    document: Document, out: Union[None, Path, Sequence[Path]] = None, set: Optional[Mapping[str, Any]] = None,
    folder: Optional[Path] = None, options: Sequence[str] = (), *, fps: Optional[float] = None,
    quality: Optional[float] = None, progress: Optional[Progress] = None, timeout: Optional[float] = None,
    speed: Optional[float] = None, **opening: Any,
) -> List[str]:
    """Renders a document to `out`, which is a path or a list of paths, or to the document's own outputs; returns a line
    for each output.

    set: values of the document's variables. progress: a function that is called with the number of finished frames and
    the number of all frames; it cancels by returning False. options: further options of `pipeline run`; if there are
    any, the program renders. The other arguments are those of `open`.
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
    """Returns the frame at a time as a numpy array of (height, width, 4) bytes, RGBA, not premultiplied.

    For frames without numpy, or for several frames, use `open`.
    """
    import numpy

    with open(document, set=set, scale=scale, folder=folder, **opening) as film:
        return numpy.asarray(film.frame(at=at, alpha="straight"))


def inspect(
    document: Document, at: Optional[Moment] = None, set: Optional[Mapping[str, Any]] = None,
    folder: Optional[Path] = None, **opening: Any,
) -> Dict[str, Any]:
    """Returns the document's timeline with all times resolved or, if `at` is given, the values of every layer at that
    time."""
    with open(document, set=set, folder=folder, **opening) as film:
        return film.inspect(at)


def events(
    document: Document, set: Optional[Mapping[str, Any]] = None, folder: Optional[Path] = None, **opening: Any
) -> List[Dict[str, Any]]:
    """Returns the events of a document in order of time, as `pipeline run --events` writes them."""
    with open(document, set=set, folder=folder, **opening) as film:
        return film.events()


def validate(
    document: Document, set: Optional[Mapping[str, Any]] = None, folder: Optional[Path] = None, **opening: Any
) -> Dict[str, Any]:
    """Returns all problems and warnings of a document, as `fine`, `problems` and `warnings`, each with its place.

    A Problem is raised only if the document cannot be judged, because its file is missing or an option is wrong.
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
    """The command `pipeline`, which replaces this process by the installed program."""
    import os
    import sys

    os.execv(program(), [program(), *sys.argv[1:]])
