"""The programs that are measured, as processes that answer one line at a time."""

import os
import statistics
import subprocess
import sys


class Missing(Exception):
    """A peer, or a case of it, is not there; the text says why."""


class Peer:
    """Answers "CASE INDEX WARM" with nanoseconds."""

    def __init__(self, name, words, environment=None):
        self.name = name
        self.reason = None
        self.process = None
        if not os.access(words[0], os.X_OK):
            self.reason = f"{name} is not installed"
            return
        self.process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)

    def ask(self, line):
        if self.reason:
            raise Missing(self.reason)
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
            answer = self.process.stdout.readline().strip()
        except BrokenPipeError:
            answer = ""
        if not answer:
            self.reason = f"{self.name} ended"
            raise Missing(self.reason)
        return answer

    def time(self, case, index, warm=1):
        answer = self.ask(f"{case} {index} {warm}")
        if answer.startswith("none"):
            raise Missing(f"{self.name}: {answer[5:]}")
        return int(answer)

    def close(self):
        if self.process:
            self.process.stdin.close()
            self.process.stdout.close()
            self.process.wait()


class Peers:
    """Ours and theirs. Each is started when it is first needed."""

    def __init__(self, binaries, tools, folder):
        self.binaries = os.path.abspath(binaries)
        self.tools = os.path.abspath(tools)
        self.folder = folder
        self.here = os.path.dirname(os.path.abspath(__file__))
        self.root = os.path.dirname(os.path.dirname(self.here))
        self.started = {}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for peer in self.started.values():
            peer.close()

    def find(self, name):
        if name not in self.started:
            self.started[name] = self.start(name)
        return self.started[name]

    def start(self, name):
        if name == "ours":
            ours = Peer("bench", [os.path.join(self.binaries, "bench"), self.folder])
            if ours.process.stdout.readline() != "ready\n":
                sys.exit("bench: PIPELINE_BIN has no working bench")
            return ours
        self.find("ours")  # which makes the pictures
        if name == "skia":
            try:
                import numpy
                import skia
            except ImportError as error:
                missing = Peer("skia", [""])
                missing.reason = f"skia-python is not installed: {error}"
                return missing
            script = os.path.join(os.path.dirname(self.here), "peers", "skia_peer.py")
            return Peer("skia", [sys.executable, script, self.folder])
        return Peer(name, [self.tool(name), self.folder])

    def tool(self, name):
        return os.path.join(self.tools, name)

    def command(self, name):
        return os.path.join(self.binaries, name)


def paired(runs, *measures):
    """Runs the measures in turn, A B C A B C, and gives the median of each in nanoseconds.

    A measure takes the number of the run. One that is missing gives its reason.
    """
    times = [[] for _ in measures]
    reasons = [None for _ in measures]
    for index in range(runs):
        for place, measure in enumerate(measures):
            if reasons[place] is None:
                try:
                    times[place].append(measure(index))
                except Missing as missing:
                    reasons[place] = str(missing)
    return [
        (None, reason) if reason else (statistics.median(list_), None)
        for list_, reason in zip(times, reasons)
    ]
