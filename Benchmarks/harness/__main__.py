"""Runs every bar, prints the table and writes .build/bench.json.

Words on the command line pick the groups to run; without any, all run. With --page the table goes into
Benchmarks/README.md.
"""

import os
import shutil
import sys
import tempfile

import browser
import calls
import commands
import contents
import drawing
import effects
import encoders
import isolation
import layers
import shaders
import studio
from bars import Bars
from peers import Peers

GROUPS = {
    "drawing": drawing.run,
    "effects": effects.run,
    "layers": layers.run,
    "encoders": encoders.run,
    "browser": browser.run,
    "calls": calls.run,
    "commands": commands.run,
    "contents": contents.run,
    "isolation": isolation.run,
    "shaders": shaders.run,
    "studio": studio.run,
}


def main():
    asked = [word for word in sys.argv[1:] if word != "--page"] or list(GROUPS)
    unknown = [name for name in asked if name not in GROUPS]
    if unknown:
        sys.exit(f"bench: no group {unknown[0]}; there are {', '.join(GROUPS)}")
    shared = "/dev/shm" if os.path.isdir("/dev/shm") else None
    folder = tempfile.mkdtemp(prefix="pipeline-bench-", dir=shared)
    bars = Bars()
    try:
        with Peers(os.environ["PIPELINE_BIN"], ".build/bench", folder) as peers:
            for name in asked:
                GROUPS[name](bars, peers)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    bars.write(".build/bench.json")
    print(bars.told())
    if "--page" in sys.argv[1:]:
        for case in bars.fill("Benchmarks/README.md"):
            print(f"bench: Benchmarks/README.md says nothing of the missed bar {case}")
    return 1 if bars.has_wrong_pixels else 0


if __name__ == "__main__":
    sys.exit(main())
