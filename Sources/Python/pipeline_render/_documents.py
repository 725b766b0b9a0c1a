"""Converts documents and values from Python to the forms that the library and the program accept."""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
from typing import Any, Iterator, List, Mapping, Optional, Tuple, Union

Path = Union[str, "os.PathLike[str]"]
Document = Union[Path, Mapping[str, Any]]


def _plain(value: Any) -> Any:
    """Converts a path or a value of numpy, which JSON does not support, to a value that JSON supports."""
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    for name in ("tolist", "item"):
        convert = getattr(value, name, None)
        if callable(convert):
            return convert()
    if isinstance(value, Mapping):
        return dict(value)
    if hasattr(value, "__float__"):
        return float(value)
    raise TypeError(f"{type(value).__name__} is no value of a document")


def dumps(value: Any) -> str:
    return json.dumps(value, default=_plain, allow_nan=False)


def is_path(document: Document) -> bool:
    if isinstance(document, (str, os.PathLike)):
        return True
    if isinstance(document, Mapping):
        return False
    raise TypeError(f"a document is a path or a dict, not {type(document).__name__}")


def values(given: Optional[Mapping[str, Any]]) -> List[Tuple[str, str]]:
    """Converts the values of variables to text."""
    return [(str(name), str(value) if isinstance(value, str) else dumps(value))
            for name, value in (given or {}).items()]


def argument(path: Path) -> str:
    """Returns a path as an argument for a command, so that a path that begins with "-" is not read as an option."""
    word = os.fspath(path)
    return f"./{word}" if word.startswith("-") else word


@contextlib.contextmanager
def file(document: Document, folder: Optional[Path]) -> Iterator[str]:
    """Yields the path of a document for a program. A dict is written to a temporary file in `folder`, to which its
    paths are relative, or in the system's temporary folder; the file is removed afterwards."""
    if is_path(document):
        yield argument(document)  # type: ignore[arg-type]
        return
    with contextlib.ExitStack() as stack:
        if folder is None:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="pipeline-"))
        handle, path = tempfile.mkstemp(suffix=".json", prefix=".pipeline-", dir=folder)
        stack.callback(os.unlink, path)
        with os.fdopen(handle, "w", encoding="utf-8") as written:
            written.write(dumps(document))
        yield argument(path)
