"""Whole commands: their wall time and their peak memory."""

import os
import shutil
import statistics
import subprocess
import time

from peers import Missing


def spawn(words, folder=None, expected=0):
    """Runs a command to its end; gives seconds of wall time and KiB of peak memory.

    The memory is that of the command and of its helpers, whichever had most. Missing when its
    status is not the expected one.
    """
    path = words[0] if "/" in words[0] else shutil.which(words[0])
    if not path or not os.access(path, os.X_OK):
        raise Missing(f"{words[0]} is not installed")
    here = os.getcwd()
    if folder:
        os.chdir(folder)
    try:
        null = os.open(os.devnull, os.O_RDWR)
        start = time.perf_counter()
        actions = [(os.POSIX_SPAWN_DUP2, null, target) for target in (0, 1, 2)]
        child = os.posix_spawn(path, words, os.environ, file_actions=actions)
        _, status, usage = os.wait4(child, 0)
        seconds = time.perf_counter() - start
        os.close(null)
    finally:
        os.chdir(here)
    if os.waitstatus_to_exitcode(status) != expected:
        raise Missing(f"{' '.join(words)}: status {os.waitstatus_to_exitcode(status)}")
    return seconds, usage.ru_maxrss


def wall(words, folder=None, expected=0):
    """A measure for `paired`: nanoseconds of wall time."""
    return lambda _: spawn(words, folder, expected)[0] * 1e9


def output(words, **options):
    """What a command prints; its messages go nowhere."""
    return subprocess.run(
        words, check=True, capture_output=True, **options).stdout


def median_wall(runs, words, folder=None):
    spawn(words, folder)
    return statistics.median(spawn(words, folder)[0] for _ in range(runs))
