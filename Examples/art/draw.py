#!/usr/bin/python3
"""Draws the artwork of the examples and of pipeline.json.

The pictures are committed; run this only to change them. It needs, from Debian: python3-cairo
python3-gi-cairo gir1.2-pango-1.0 fonts-inter fonts-bebas-neue fonts-league-spartan fonts-gfs-didot
pngquant optipng.
"""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

import cinema  # noqa: E402
import posters  # noqa: E402

MAGIC = os.path.join(HERE, "..", "magic-push", "art")


def magic():
    cinema.list_screen().save(os.path.join(MAGIC, "list.png"), colors=256)
    cinema.detail_screen().save(os.path.join(MAGIC, "detail.png"), colors=256)
    for number, name in enumerate(("low-tide", "seven-lanterns", "parallax"), start=1):
        posters.poster(name).save(os.path.join(MAGIC, f"poster-{number}.png"), colors=256)


if __name__ == "__main__":
    wanted = sys.argv[1:]
    for part in (magic,):
        if not wanted or part.__name__ in wanted:
            part()
