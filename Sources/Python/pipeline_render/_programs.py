"""The functions that start an installed program, in a process that ends together with this one."""

from __future__ import annotations

import json
import os
import subprocess
from typing import Any, Dict, List, Mapping, Optional, Sequence

from . import _documents
from ._documents import Document, Path
from ._library import program


def run(
    words: Sequence[str], timeout: Optional[float] = None, fine: Sequence[int] = (0,), cwd: Optional[Path] = None
) -> "subprocess.CompletedProcess[bytes]":
    """Runs the program; raises a Problem if the exit status is not in `fine`."""
    from . import Problem

    # The program ends when this process ends, even if this process crashes.
    environment = {**os.environ, "PIPELINE_PARENT": str(os.getpid())}
    try:
        done = subprocess.run(
            [program(), *words], stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=timeout,
            env=environment, cwd=cwd)
    except subprocess.TimeoutExpired:
        raise Problem(75, f"pipeline {words[0]}: not done within {timeout} s", [], "timeout") from None
    except FileNotFoundError:
        raise Problem(69, f"{program()} is not there", [], "unavailable", [program()]) from None
    if done.returncode not in fine:
        raise Problem(done.returncode, text(done.stderr), _places(done), _kind(done.returncode))
    return done


def text(raw: bytes) -> str:
    return raw.decode("utf-8", "replace").strip()


def _places(done: "subprocess.CompletedProcess[bytes]") -> List[Dict[str, Any]]:
    try:
        found = json.loads(done.stdout)["problems"]
        return list(found)
    except (ValueError, TypeError, KeyError):
        return []


def _kind(status: int) -> str:
    return {64: "usage", 65: "content", 66: "missing", 69: "unavailable", 70: "failed", 71: "shortage",
            74: "unwritable", 75: "shortage", 76: "plugin", 77: "refused"}.get(status, "failed")


def sets(values: Optional[Mapping[str, Any]]) -> List[str]:
    return [word for name, value in _documents.values(values) for word in ("--set", f"{name}={value}")]


def check(
    document: Document, *, only: Sequence[str] = (), set: Optional[Mapping[str, Any]] = None,
    output: Optional[Path] = None, folder: Optional[Path] = None, options: Sequence[str] = (),
    timeout: Optional[float] = None,
) -> Dict[str, Any]:
    """Runs the checks of a document; returns the output of `pipeline check --json`, with `passed`.

    Pictures of the differences are written to the folder `output`, by default "check-differences".
    """
    words = [word for name in only for word in ("--only", name)]
    if output is not None:
        words += ["-o", _documents.argument(output)]
    with _documents.file(document, folder) as path:
        done = run(["check", path, "--json", *words, *sets(set), *options], timeout, (0, 1))
    return {**json.loads(done.stdout), "passed": done.returncode == 0}


def diff(
    expected: Path, made: Path, *, tolerance: float = 0, perceptual: bool = False, output: Optional[Path] = None,
    options: Sequence[str] = (), timeout: Optional[float] = None,
) -> Dict[str, Any]:
    """Compares two renders; returns the output of `pipeline diff --json`, with `same` and `text`."""
    words = ["--tolerance", format(float(tolerance), "g")] if tolerance or not perceptual else []
    words += ["--perceptual"] if perceptual else []
    words += ["-o", _documents.argument(output)] if output is not None else ["-q"]
    done = run(
        ["diff", _documents.argument(expected), _documents.argument(made), "--json", *words, *options], timeout,
        (0, 1))
    return {**json.loads(done.stdout), "same": done.returncode == 0, "text": text(done.stderr)}


def measure(
    recording: Path, output: Path, *, layers: Optional[Mapping[str, Path]] = None, options: Sequence[str] = (),
    timeout: Optional[float] = None,
) -> Dict[str, Any]:
    """Turns a recording into a document in the folder `output`; returns the output of `pipeline measure --json`."""
    words = [word for name, path in (layers or {}).items() for word in ("--layer", f"{name}={os.fspath(path)}")]
    done = run(
        ["measure", _documents.argument(recording), "-o", _documents.argument(output), "--json", "-q", *words,
         *options], timeout)
    found: Dict[str, Any] = json.loads(done.stdout)
    return found
