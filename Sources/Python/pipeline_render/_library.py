"""Calls libpipeline through ctypes: exactly the functions that pipeline.h declares."""

from __future__ import annotations

import ctypes
import os
import pathlib
import shutil
from ctypes import (
    CFUNCTYPE, POINTER, Structure, c_bool, c_char_p, c_double, c_int32, c_int64, c_uint32, c_uint64, c_void_p)
from typing import Any, Dict, List, Optional, Union

TREE = pathlib.Path(__file__).resolve().parent / "tree"

OK = LEVEL_WARNING = 0


class Handle(Structure):
    _fields_ = [("id", c_uint64)]


class Problem(Structure):
    _fields_ = [
        ("file", c_char_p), ("line", c_uint32), ("column", c_uint32), ("pointer", c_char_p), ("message", c_char_p),
        ("suggestion", c_char_p), ("text", c_char_p)]


class Report(Structure):
    _fields_ = [
        ("size", c_uint32), ("status", c_int32), ("exit_status", c_int32), ("problem_size", c_uint32),
        ("message", c_char_p), ("problems", c_void_p), ("problem_count", c_uint64), ("places", POINTER(c_char_p)),
        ("place_count", c_uint64)]


class Pair(Structure):
    _fields_ = [("name", c_char_p), ("value", c_char_p)]


class Limit(Structure):
    _fields_ = [("name", c_char_p), ("value", c_int64)]


class EngineOptions(Structure):
    _fields_ = [("size", c_uint32), ("reserved", c_uint32), ("prefix", c_char_p)]


class Message(Structure):
    _fields_ = [
        ("size", c_uint32), ("level", c_uint32), ("text", c_char_p), ("step", c_char_p), ("plugin", c_char_p),
        ("frame", c_int64), ("seconds", c_double)]


MessageFunction = CFUNCTYPE(None, c_void_p, POINTER(Message))
ProgressFunction = CFUNCTYPE(c_bool, c_void_p, c_uint64, c_uint64)


class OpenOptions(Structure):
    _fields_ = [
        ("size", c_uint32), ("flags", c_uint32), ("scale", c_double), ("threads", c_uint32), ("isolation", c_uint32),
        ("sandbox", c_uint32), ("reserved", c_uint32), ("plugin_seconds", c_double), ("media_seconds", c_double),
        ("seconds", c_double), ("variables", POINTER(Pair)), ("variable_count", c_uint64), ("limits", POINTER(Limit)),
        ("limit_count", c_uint64), ("plugin_folders", POINTER(c_char_p)), ("plugin_folder_count", c_uint64),
        ("message", MessageFunction), ("user", c_void_p)]


class Image(Structure):
    _fields_ = [
        ("size", c_uint32), ("format", c_uint32), ("data", c_void_p), ("capacity", c_uint64), ("stride_bytes", c_int64),
        ("width", c_int32), ("height", c_int32)]


class Info(Structure):
    _fields_ = [
        ("size", c_uint32), ("is_opaque", c_uint32), ("width_points", c_double), ("height_points", c_double),
        ("scale", c_double), ("width", c_int32), ("height", c_int32), ("duration_seconds", c_double),
        ("frames_per_second", c_double), ("frame_count", c_uint64)]


class RenderOptions(Structure):
    _fields_ = [
        ("size", c_uint32), ("flags", c_uint32), ("files", POINTER(c_char_p)), ("file_count", c_uint64),
        ("frames_per_second", c_double), ("quality", c_double), ("first_frame", c_uint64), ("frame_count", c_uint64),
        ("seconds", c_double), ("progress", ProgressFunction), ("user", c_void_p),
        ("speed", c_double)]


def program() -> str:
    """The path of the program `pipeline`."""
    own = TREE / "bin" / "pipeline"
    if own.exists():
        return str(own)
    return shutil.which("pipeline") or str(own)


def _load() -> ctypes.CDLL:
    own = TREE / "lib" / "libpipeline.so"
    library = ctypes.CDLL(str(own) if own.exists() else "libpipeline-engine.so.1")
    out, report = c_void_p, POINTER(POINTER(Report))
    signatures: List[Any] = [
        ("version", c_uint32), ("release", c_char_p), ("status_name", c_char_p, c_int32),
        ("engine_new", c_int32, POINTER(EngineOptions), POINTER(Handle), report),
        ("open_file", c_int32, Handle, c_char_p, POINTER(OpenOptions), POINTER(Handle), report),
        ("open_bytes", c_int32, Handle, c_char_p, c_uint64, c_char_p, c_char_p, POINTER(OpenOptions), POINTER(Handle),
         report),
        ("close", c_int32, Handle), ("get_info", c_int32, Handle, POINTER(Info)), ("warnings", c_int32, Handle, report),
        ("moment", c_int32, Handle, c_char_p, POINTER(c_double), report),
        ("frame_at", c_int32, Handle, c_double, POINTER(Image), report),
        ("frame", c_int32, Handle, c_uint64, POINTER(Image), report),
        ("variables", c_int32, Handle, out, report), ("timeline", c_int32, Handle, out, report),
        ("layers", c_int32, Handle, c_double, out, report), ("events", c_int32, Handle, out, report),
        ("render", c_int32, Handle, POINTER(RenderOptions), out, report),
        ("encode", c_int32, Handle, c_char_p, POINTER(RenderOptions), out, POINTER(c_uint64), report),
        ("cancel", c_int32, Handle), ("resume", c_int32, Handle),
        ("report_free", None, POINTER(Report)), ("free", None, c_void_p)]
    for name, result, *arguments in signatures:
        function = getattr(library, f"pipeline_{name}")
        function.restype = result
        function.argtypes = arguments
    if library.pipeline_version() >> 16 != 1:
        raise ImportError("libpipeline.so is not of version 1")
    return library


_loaded: Optional[ctypes.CDLL] = None


def library() -> ctypes.CDLL:
    """Returns the library, which is loaded at the first call."""
    global _loaded
    if _loaded is None:
        _loaded = _load()
    return _loaded


_engine: Optional[Handle] = None
_engine_process = 0


def engine() -> Handle:
    """Returns the engine of this process; a forked process creates its own."""
    global _engine, _engine_process
    if _engine is None or _engine_process != os.getpid():
        made = Handle()
        options = EngineOptions(size=ctypes.sizeof(EngineOptions))
        # Sets the location of the programs and helpers in the package; an installed library finds them without this
        # setting.
        if TREE.exists():
            options.prefix = os.fsencode(TREE)
        with Call() as call:
            call.check(library().pipeline_engine_new(ctypes.byref(options), ctypes.byref(made), call.report))
        _engine, _engine_process = made, os.getpid()
    return _engine


def raw(value: Union[str, "os.PathLike[str]"], is_path: bool = False) -> bytes:
    """Converts a text or a path to bytes for the library, which treats a zero byte as the end."""
    data = os.fsencode(value) if is_path else str(value).encode()
    if b"\0" in data:
        raise ValueError("embedded null byte")
    return data


def text(raw: Optional[bytes]) -> str:
    return (raw or b"").decode("utf-8", "replace")


class Call:
    """Performs one call; raises an error that the library reports as a Problem."""

    def __init__(self) -> None:
        self._report = POINTER(Report)()
        self.report = ctypes.byref(self._report)

    def __enter__(self) -> "Call":
        return self

    def __exit__(self, *_: object) -> None:
        library().pipeline_report_free(self._report)
        self._report = POINTER(Report)()

    def places(self) -> List[Dict[str, Any]]:
        if not self._report:
            return []
        told = self._report.contents
        found = []
        for index in range(told.problem_count):
            problem = Problem.from_address(told.problems + index * told.problem_size)
            place = {
                "file": text(problem.file), "line": problem.line, "column": problem.column,
                "pointer": text(problem.pointer), "message": text(problem.message)}
            if problem.suggestion is not None:
                place["suggestion"] = text(problem.suggestion)
            found.append(place)
        return found

    def check(self, status: int) -> None:
        if status == OK:
            return
        from . import Problem as Refused

        kind = text(library().pipeline_status_name(status))
        if not self._report:
            raise Refused(71 if kind == "shortage" else 64, kind, [], kind)
        told = self._report.contents
        tried = [text(told.places[index]) for index in range(told.place_count)]
        raise Refused(told.exit_status, text(told.message), self.places(), kind, tried)


def take_text(memory: c_void_p) -> str:
    """Copies a text that the library returned, and frees the original."""
    try:
        return text(ctypes.string_at(memory.value)) if memory.value else ""
    finally:
        library().pipeline_free(memory)


def take_bytes(memory: c_void_p, count: int) -> bytes:
    """Copies bytes that the library returned, and frees the original."""
    try:
        return ctypes.string_at(memory.value, count) if memory.value else b""
    finally:
        library().pipeline_free(memory)
