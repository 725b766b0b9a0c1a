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
import gallery  # noqa: E402
import landscapes  # noqa: E402
import music  # noqa: E402
import ping  # noqa: E402
import places  # noqa: E402
import posters  # noqa: E402

MAGIC = os.path.join(HERE, "..", "magic-push", "art")


def magic():
    cinema.list_screen().save(os.path.join(MAGIC, "list.png"), colors=256)
    cinema.detail_screen().save(os.path.join(MAGIC, "detail.png"), colors=256)
    for number, name in enumerate(("low-tide", "seven-lanterns", "parallax"), start=1):
        posters.poster(name).save(os.path.join(MAGIC, f"poster-{number}.png"), colors=256)


def screens():
    pictures = {
        "gallery-grid": gallery.grid_screen, "gallery-photo": gallery.photo_screen,
        "music-library": music.library_screen, "music-player": music.player_screen,
        "ping-day": ping.day_screen, "ping-night": ping.night_screen,
        "places-map": places.map_screen, "places-place": places.place_screen,
        "places-card": places.card,
    }
    for name, draw in pictures.items():
        draw().save(os.path.join(HERE, f"{name}.png"), colors=256)


def photographs():
    landscapes.photograph("fjord", 900, 600, 3).save(os.path.join(HERE, "photo-fjord.png"), colors=256)
    landscapes.photograph("dusk", 640, 800, 2).save(os.path.join(HERE, "photo-dusk.png"), colors=256)


if __name__ == "__main__":
    wanted = sys.argv[1:]
    for part in (magic, screens, photographs):
        if not wanted or part.__name__ in wanted:
            part()
