"""Films, which are open documents, and their frames."""

from __future__ import annotations

import ctypes
import json
import operator
import os
import threading
import warnings
import weakref
from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

from . import _documents, _library
from ._documents import Document, Path
from ._library import Call, library

Moment = Union[str, float]
Progress = Callable[[int, int], Optional[bool]]

_ISOLATION = {"auto": 0, "always": 1, "never": 2}
_SANDBOX = {"auto": 0, "require": 1, "off": 2}
_ALPHA = {"premultiplied": 0, "straight": 1}


class PipelineWarning(UserWarning):
    """The warning that a picture, a text or a sound differs from what the document requests."""


class _Listener:
    """Collects the messages that the engine sends during a call, for the calling thread."""

    def __init__(self) -> None:
        self._lines: List[str] = []
        self._lock = threading.Lock()
        # The callback refers to these objects through separate variables, so that it does not keep the film alive.
        lines, lock = self._lines, self._lock

        def hear(_: object, message: Any) -> None:
            told = message.contents
            if told.level == _library.LEVEL_WARNING:
                with lock:
                    lines.append(_library.text(told.text))

        self.function = _library.MessageFunction(hear)

    def warn(self, level: int) -> None:
        with self._lock:
            lines, self._lines[:] = list(self._lines), []
        for line in lines:
            warnings.warn(line, PipelineWarning, stacklevel=level)


def _close(handle: _library.Handle) -> None:
    library().pipeline_close(handle)


def seconds(value: Optional[float], name: str) -> float:
    if value is None:
        return 0.0
    number = float(value)
    if not number > 0:
        raise ValueError(f"{name} is more than 0 s, found {value}")
    return number


def _number(value: int, least: int = -1 << 63, most: int = (1 << 63) - 1, name: str = "a number") -> int:
    """Checks that a number fits its C type, because ctypes would silently drop the higher bits."""
    number = operator.index(value)
    if not least <= number <= most:
        raise ValueError(f"{name} is {least} to {most}, found {value}")
    return number


def _choice(value: str, known: Mapping[str, int], name: str) -> int:
    if value not in known:
        raise ValueError(f"{name} is one of {', '.join(known)}; found {value!r}")
    return known[value]


def open(
    document: Document, *, set: Optional[Mapping[str, Any]] = None, limits: Optional[Mapping[str, int]] = None,
    scale: Optional[float] = None, folder: Optional[Path] = None, threads: int = 1, plugins: Sequence[Path] = (),
    sandbox: str = "auto", isolate: str = "auto", strict: bool = False, allow_outside_assets: bool = False,
    allow_document_plugins: bool = False, skip_plugin_faults: bool = False, plugin_timeout: Optional[float] = None,
    media_timeout: Optional[float] = None, timeout: Optional[float] = None,
) -> "Film":
    """Reads and plans a document, and returns it as a Film. A `with` statement closes the film at its end.

    document: a path, or a dict, whose paths are relative to `folder`, by default the working folder. set: values of the
    document's variables. limits: a dict whose keys are the names of `pipeline --limit`. scale: the pixels for each
    point. plugins: folders that are searched for plugins first. timeout: the maximum seconds for opening, and for each
    later call.
    """
    listener = _Listener()
    options = _library.OpenOptions(size=ctypes.sizeof(_library.OpenOptions))
    options.flags = (
        (0x1 if allow_outside_assets else 0) | (0x2 if strict else 0) | (0x4 if allow_document_plugins else 0)
        | (0x8 if skip_plugin_faults else 0))
    if scale is not None:
        options.scale = float(scale)
        if options.scale == 0:
            raise ValueError("the scale is 0.001 to 64, found 0")
    options.threads = _number(threads, 1, 256, "threads")
    options.isolation = _choice(isolate, _ISOLATION, "isolate")
    options.sandbox = _choice(sandbox, _SANDBOX, "sandbox")
    options.plugin_seconds = seconds(plugin_timeout, "plugin_timeout")
    options.media_seconds = seconds(media_timeout, "media_timeout")
    options.seconds = seconds(timeout, "timeout")
    pairs = [_library.Pair(_library.raw(name), _library.raw(value)) for name, value in _documents.values(set)]
    options.variables = (_library.Pair * max(1, len(pairs)))(*pairs)
    options.variable_count = len(pairs)
    bounds = [_library.Limit(_library.raw(name), _number(value)) for name, value in (limits or {}).items()]
    options.limits = (_library.Limit * max(1, len(bounds)))(*bounds)
    options.limit_count = len(bounds)
    folders = [_library.raw(path, True) for path in plugins]
    options.plugin_folders = (ctypes.c_char_p * max(1, len(folders)))(*folders)
    options.plugin_folder_count = len(folders)
    options.message = listener.function

    handle = _library.Handle()
    with Call() as call:
        if _documents.is_path(document):
            status = library().pipeline_open_file(
                _library.engine(), _library.raw(document, True), ctypes.byref(options),  # type: ignore[arg-type]
                ctypes.byref(handle), call.report)
        else:
            text = _documents.dumps(document).encode()
            status = library().pipeline_open_bytes(
                _library.engine(), text, len(text), None if folder is None else _library.raw(folder, True),
                None,
                ctypes.byref(options), ctypes.byref(handle), call.report)
        call.check(status)
    film = Film(handle, listener)
    listener.warn(3)
    return film


class Film:
    """A document that has been read and planned. A time is a number of seconds, or a text such as "120ms",
    "12f", "50%" or "end".

    Any thread may use a film; calls wait for each other. A forked process must open its own film.
    """

    def __init__(self, handle: _library.Handle, listener: _Listener) -> None:
        self._handle = handle
        self._listener = listener
        self._finalizer = weakref.finalize(self, _close, handle)
        info = _library.Info(size=ctypes.sizeof(_library.Info))
        with Call() as call:
            call.check(library().pipeline_get_info(handle, ctypes.byref(info)))
        # : The size of the canvas in points.
        self.size: Tuple[float, float] = (info.width_points, info.height_points)
        # : The number of pixels for each point.
        self.scale: float = info.scale
        # : The width of a frame in pixels.
        self.width: int = info.width
        self.height: int = info.height
        # : The duration in seconds; at its end the last state is reached.
        self.duration: float = info.duration_seconds
        self.fps: float = info.frames_per_second
        # : The number of frames, which are all frames that start before the end, and one frame of the last state.
        self.frame_count: int = info.frame_count
        # : Whether every pixel of every frame has alpha 255.
        self.is_opaque: bool = bool(info.is_opaque)

    def __enter__(self) -> "Film":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __len__(self) -> int:
        return self.frame_count

    def close(self) -> None:
        """Ends the helper processes; a call that is running in another thread is cancelled before."""
        self._finalizer()

    def cancel(self) -> None:
        """Cancels the call that is running in another thread, and all later calls until `resume`."""
        with Call() as call:
            call.check(library().pipeline_cancel(self._handle))

    def resume(self) -> None:
        """Allows calls again after `cancel`."""
        with Call() as call:
            call.check(library().pipeline_resume(self._handle))

    # Methods that describe the film.

    def _json(self, name: str, *arguments: Any) -> Any:
        made = ctypes.c_void_p()
        with Call() as call:
            status = getattr(library(), f"pipeline_{name}")(
                self._handle, *arguments, ctypes.byref(made), call.report)
            call.check(status)
        return json.loads(_library.take_text(made))

    @property
    def variables(self) -> Dict[str, Any]:
        """Returns the variables that the document declares, with their values."""
        found: Dict[str, Any] = self._json("variables")
        return found

    @property
    def warnings(self) -> List[Dict[str, Any]]:
        """Returns the warnings about everything that differs from what the document requests, each with its place."""
        with Call() as call:
            call.check(library().pipeline_warnings(self._handle, call.report))
            return call.places()

    def events(self) -> List[Dict[str, Any]]:
        """Returns the events in order of time, in the form of `pipeline run --events`."""
        found: List[Dict[str, Any]] = self._json("events")
        return found

    def inspect(self, at: Optional[Moment] = None) -> Dict[str, Any]:
        """Returns the timeline with all times resolved or, if `at` is given, the values of every layer at that time."""
        found: Dict[str, Any] = (
            self._json("timeline") if at is None else self._json("layers", ctypes.c_double(self.moment(at))))
        return found

    def moment(self, at: Moment) -> float:
        """Converts a time to seconds."""
        if not isinstance(at, str):
            if isinstance(at, bool):
                raise TypeError("a time is seconds or a text, not a bool")
            return float(at)
        found = ctypes.c_double()
        with Call() as call:
            call.check(library().pipeline_moment(self._handle, _library.raw(at), ctypes.byref(found), call.report))
        return found.value

    # Methods that draw frames.

    def frame(
        self, number: Optional[int] = None, *, at: Optional[Moment] = None, alpha: str = "premultiplied",
        into: Any = None,
    ) -> memoryview:
        """Draws the picture at a time, or one of the film's frames, with exactly the pixels that `pipeline run` writes.

        The result is a writable buffer of RGBA bytes with the shape (height, width, 4); numpy.asarray converts it to an
        array without a copy. alpha: "premultiplied", or "straight" as in PNG. into: a writable buffer with the same
        number of bytes, such as an earlier frame or a numpy array, into which the frame is drawn.
        """
        if (number is None) == (at is None):
            raise TypeError("frame takes a number, or a time by at=")
        size = self.width * self.height * 4
        view = memoryview(bytearray(size) if into is None else into)
        if view.readonly or not view.c_contiguous or view.nbytes != size:
            raise TypeError(f"into takes {size} bytes without gaps that can be written")
        if into is None:
            view = view.cast("B", (self.height, self.width, 4))
        memory = (ctypes.c_ubyte * size).from_buffer(view)
        image = _library.Image(
            size=ctypes.sizeof(_library.Image), format=_choice(alpha, _ALPHA, "alpha"),
            data=ctypes.addressof(memory), capacity=size, stride_bytes=0, width=self.width, height=self.height)
        with Call() as call:
            if number is not None:
                index = operator.index(number)
                if not 0 <= index < self.frame_count:
                    raise IndexError(f"the frames are 0 to {self.frame_count - 1}, not {index}")
                status = library().pipeline_frame(self._handle, index, ctypes.byref(image), call.report)
            else:
                seconds = self.moment(at)  # type: ignore[arg-type]
                status = library().pipeline_frame_at(self._handle, seconds, ctypes.byref(image), call.report)
            call.check(status)
        self._listener.warn(3)
        return view

    def __getitem__(self, number: int) -> memoryview:
        index = operator.index(number)
        return self.frame(index + self.frame_count if index < 0 else index)

    def frames(
        self, start: int = 0, stop: Optional[int] = None, step: int = 1, *, alpha: str = "premultiplied",
        reuse: bool = False,
    ) -> Iterator[memoryview]:
        """Yields the frames of the film in order. If `reuse` is true, each frame is drawn into the memory of the
        previous one."""
        into: Optional[memoryview] = None
        for number in range(*slice(start, stop, step).indices(self.frame_count)):
            frame = self.frame(number, alpha=alpha, into=into)
            into = frame if reuse else None
            yield frame

    def __iter__(self) -> Iterator[memoryview]:
        return self.frames()

    # Methods that write files.

    def render(
        self, out: Union[None, Path, Sequence[Path]] = None, *, fps: Optional[float] = None,
        quality: Optional[float] = None, frames: Optional[range] = None, progress: Optional[Progress] = None,
        timeout: Optional[float] = None, speed: Optional[float] = None,
    ) -> List[str]:
        """Renders files, each of which appears complete or not at all; returns a summary line for each.

        out: a path or a list of paths, whose extensions choose the formats; None means the document's own outputs.
        progress: a function that is called with the number of finished frames and the number of all frames; it cancels
        by returning False.
        """
        paths = [out] if isinstance(out, (str, os.PathLike)) else list(out or [])
        names = [_library.raw(path, True) for path in paths]
        made = ctypes.c_void_p()
        with _Options(fps, quality, frames, progress, timeout, speed) as asked, Call() as call:
            asked.raw.files = (ctypes.c_char_p * max(1, len(names)))(*names)
            asked.raw.file_count = len(names)
            status = library().pipeline_render(
                self._handle, ctypes.byref(asked.raw), ctypes.byref(made), call.report)
            asked.raise_again()
            call.check(status)
        self._listener.warn(3)
        return _library.take_text(made).split("\n")

    def encode(
        self, format: str, *, fps: Optional[float] = None, quality: Optional[float] = None,
        frames: Optional[range] = None, progress: Optional[Progress] = None, timeout: Optional[float] = None,
        speed: Optional[float] = None,
    ) -> bytes:
        """Renders a file in memory and returns its bytes; `format` is a file extension, such as "mp4" or "png"."""
        made, count = ctypes.c_void_p(), ctypes.c_uint64()
        with _Options(fps, quality, frames, progress, timeout, speed) as asked, Call() as call:
            status = library().pipeline_encode(
                self._handle, _library.raw(format.lstrip(".")), ctypes.byref(asked.raw), ctypes.byref(made),
                ctypes.byref(count), call.report)
            asked.raise_again()
            call.check(status)
        self._listener.warn(3)
        return _library.take_bytes(made, count.value)


class _Options:
    """The options of a rendering. An exception in the caller's callback, or Ctrl-C, ends the rendering."""

    def __init__(
        self, fps: Optional[float], quality: Optional[float], frames: Optional[range], progress: Optional[Progress],
        timeout: Optional[float], speed: Optional[float],
    ) -> None:
        self.raw = _library.RenderOptions(size=ctypes.sizeof(_library.RenderOptions))
        self._raised: Optional[BaseException] = None
        if fps is not None:
            # In the library, 0 means the document's frame rate, but a caller's 0 is an invalid rate.
            self.raw.frames_per_second = float(fps) or -1.0
        if quality is not None:
            self.raw.flags |= 0x1
            self.raw.quality = float(quality)
        if frames is not None:
            if len(frames) == 0 or frames.step != 1 or frames.start < 0:
                raise ValueError(f"frames is a range of frames with the step 1, found {frames}")
            self.raw.first_frame, self.raw.frame_count = _number(frames.start), len(frames)
        if speed is not None:
            # A caller's speed of 0 is invalid, and is replaced by a value that the library refuses.
            self.raw.speed = float(speed) or -1.0
        self.raw.seconds = seconds(timeout, "timeout")

        def tell(_: object, done: int, total: int) -> bool:
            try:
                return progress is None or progress(done, total) is not False
            except BaseException as error:  # The exception is raised again in the calling code.
                self._raised = error
                return False

        self.raw.progress = _library.ProgressFunction(tell)

    def __enter__(self) -> "_Options":
        return self

    def __exit__(self, *_: object) -> None:
        self.raw.progress = _library.ProgressFunction()

    def raise_again(self) -> None:
        if self._raised is not None:
            error, self._raised = self._raised, None
            raise error
