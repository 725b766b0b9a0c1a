"""Transitions of gl-transitions at 1920×1080 on one thread, as plugins and by Mesa's llvmpipe."""

import os
import re
import statistics
import subprocess

from peers import Missing, Peer

CORPUS = "../shared/corpora/glsl"
RUNS = 3
LEFT_OUT = {"luma", "displacement"}  # They take a third picture.
HEAD = """#version 130
in vec2 uv; uniform float progress, ratio; uniform sampler2D from, to;
vec4 getFromColor(vec2 p) { return texture2D(from, p); }
vec4 getToColor(vec2 p) { return texture2D(to, p); }
#line 1
"""


def with_defaults(text):
    """The uniforms with their defaults, as a desktop's GLSL has them."""
    def written(match):
        kind, name, rest = match.groups()
        value = re.search(r"=\s*([^;\[\n]*?)\s*(?:\*/|;|\[|$)", rest)
        if not value or name in ("progress", "ratio"):
            return match.group(0)
        number = value.group(1).strip()
        number = number if number in ("true", "false") else f"{kind}({number.split('//')[0]})"
        return f"uniform {kind} {name} = {number}; //"

    return re.sub(r"uniform\s+(\w+)\s+(\w+)\s*((?:/\*.*?\*/\s*)?;[^\n]*)", written, text)


def identifier(stem):
    name = re.sub("[^a-z0-9]+", "-", stem.lower()).strip("-")
    return name if name[:1].isalpha() else "n" + name


def run(bars, peers):
    case, against = "transitions in GLSL, 1080p, one thread, the median", "Mesa llvmpipe"

    def missing(reason):
        return bars.add(case, against, None, None, "ms", "<=", 0.5, reason)

    if not os.path.isdir(CORPUS):
        return missing(f"{CORPUS} is missing")
    folder = os.path.join(peers.folder, "shaders")
    stems = sorted(f[:-5] for f in os.listdir(CORPUS) if f.endswith(".glsl"))
    stems = [stem for stem in stems if stem not in LEFT_OUT]
    files = [os.path.join(CORPUS, stem + ".glsl") for stem in stems]
    made = subprocess.run(
        [peers.command("pipeline"), "plugin", "import-glsl", *files, "--to", folder],
        capture_output=True, text=True)
    if made.returncode:
        return missing(made.stderr.splitlines()[0])
    for stem, file in zip(stems, files):
        with open(file, encoding="utf-8", errors="replace") as text:
            shader = with_defaults(text.read())
        with open(os.path.join(folder, identifier(stem) + ".frag"), "w", encoding="utf-8") as out:
            out.write(HEAD + shader + "\nvoid main() { gl_FragColor = transition(uv); }\n")
    compare(bars, peers, folder, [identifier(stem) for stem in stems], case, against)


def compare(bars, peers, folder, names, case, against):
    ours, theirs = (Peer(name, [peers.tool(name), folder]) for name in ("shader", "llvmpipe"))
    times = {}
    for name in names:
        try:
            both = [[p.time(name, i, 1 if i == 0 else 0) for p in (ours, theirs)] for i in range(RUNS)]
        except Missing as reason:
            bars.notes.append(f"{name}: {reason}")
            if ours.reason or theirs.reason:
                break
            continue
        times[name] = [statistics.median(column) / 1e6 for column in zip(*both)]
    ours.close(), theirs.close()
    if not times:
        return bars.add(case, against, None, None, "ms", "<=", 0.5, ours.reason or theirs.reason or "none drew")
    medians = [statistics.median(column) for column in zip(*times.values())]
    bars.add(case, against, *medians, "ms", "<=", 0.5, f"{len(times)} of {len(names)} files")
    ratios = sorted(a / b for a, b in times.values())
    bars.notes.append(
        f"GLSL: of {len(times)} files the ratio's median is {statistics.median(ratios):.2f}, "
        f"nine of ten are within {ratios[len(ratios) * 9 // 10]:.2f}")
