"""A music library and its player."""

import landscapes
from icons import icon, status_bar
from kit import Canvas, diagonal, radial, vertical

PAPER, PINK = "#f7f2ff", "#ff7ab8"


def cover(c, kind, x, y, size, radius):
    """A record's sleeve, one of six."""
    with c.clip(x, y, size, size, radius):
        c.cr.translate(x, y)
        c.cr.scale(size / 100, size / 100)
        SLEEVES[kind](c)


def _rings(c):
    c.box(0, 0, 100, 100).fill(diagonal(0, 0, 100, 100, (0, "#ff9a8b"), (0.55, "#ff6a88"), (1, "#8f3bb8")))
    for ring in range(9, 0, -1):
        c.disc(62, 58, ring * 8.4).fill("#fff4e0" if ring % 2 else "#3a1466", 0.12 + 0.06 * (9 - ring))
    c.disc(62, 58, 7).fill("#fff4e0")
    c.text(9, 19, "HALO", 12, "heavy", "#fff4e0", family="League Spartan", tracking=1.5)
    c.text(9, 26.5, "SLOW MACHINES", 4.2, "semibold", "#fff4e0", 0.9, tracking=0.9)


def _bars(c):
    c.box(0, 0, 100, 100).fill("#101c3a")
    for bar, height in enumerate((30, 58, 44, 76, 92, 64, 40, 70, 34)):
        left = 8 + bar * 9.6
        c.box(left, 50 - height / 2, 6, height, 3).fill(vertical(4, 96, (0, "#52e5e7"), (1, "#7a4bff")))


def _arches(c):
    c.box(0, 0, 100, 100).fill("#f3d9b1")
    for ring, color in enumerate(("#c8553d", "#f28f3b", "#588b8b", "#f3d9b1")):
        half = 40 - ring * 10
        c.box(50 - half, 60 - half, 2 * half, 90, half).fill(color)


def _petals(c):
    c.box(0, 0, 100, 100).fill("#0f3d3e")
    for dx, dy, color in ((0, -18, "#ffb4a2"), (18, 0, "#e5989b"), (0, 18, "#b5838d"), (-18, 0, "#ffcdb2")):
        c.disc(50 + dx, 50 + dy, 22).fill(color, 0.88)
    c.disc(50, 50, 8).fill("#0f3d3e")


def _dusk(c):
    landscapes.place(c, "dusk", 0, 0, 100, 100, 5)


def _night(c):
    landscapes.place(c, "night", 0, 0, 100, 100, 1)


SLEEVES = {"rings": _rings, "bars": _bars, "arches": _arches, "petals": _petals, "dusk": _dusk, "night": _night}


def library_screen():
    c = Canvas(320, 568)
    c.box(0, 0, 320, 568).fill(vertical(0, 568, (0, "#231942"), (1, "#120c26")))
    status_bar(c, PAPER)
    c.text(16, 68, "Listen", 30, "bold", PAPER, tracking=-0.5)
    c.disc(288, 58, 16).fill("#ffffff", 0.1)
    icon(c, "search", 288, 58, PAPER, 18)

    for index, (kind, title, artist) in enumerate((("rings", "Halo", "Slow Machines"), ("arches", "Terracotta", "Nadia Costa"),
                                                   ("bars", "Signals", "Wired"))):
        left = 16 + 140 * index
        c.shadow(left, 92, 128, 128, 12, 10, 5, 0.3)
        cover(c, kind, left, 92, 128, 12)
        c.text(left, 241, title, 14, "semibold", PAPER)
        c.text(left, 258, artist, 12, "regular", PAPER, 0.65)

    c.text(16, 300, "Played lately", 17, "semibold", PAPER, tracking=-0.2)
    rows = (("petals", "Four Petals", "Amara Lind · 3:41"), ("dusk", "Red Harbour", "The Ferries · 4:05"),
            ("night", "Under the Pole", "Kaamos · 5:18"))
    for index, (kind, title, detail) in enumerate(rows):
        top = 316 + 60 * index
        cover(c, kind, 16, top, 48, 8)
        c.text(76, top + 20, title, 15, "medium", PAPER)
        c.text(76, top + 38, detail, 12, "regular", PAPER, 0.65)
        icon(c, "more", 294, top + 24, PAPER, 18, alpha=0.6)

    c.shadow(8, 504, 304, 56, 14, 10, 4, 0.4)
    c.box(8, 504, 304, 56, 14).fill("#3a2c63")
    cover(c, "rings", 16, 512, 40, 8)
    c.text(68, 529, "Halo", 14, "semibold", PAPER)
    c.text(68, 546, "Slow Machines", 12, "regular", PAPER, 0.65)
    icon(c, "pause", 250, 532, PAPER, 22)
    icon(c, "next", 288, 532, PAPER, 22)
    return c


def player_screen():
    c = Canvas(320, 568)
    c.box(0, 0, 320, 568).fill(vertical(0, 568, (0, "#7b2f78"), (0.5, "#3f1d5c"), (1, "#180f30")))
    c.disc(160, 200, 240).fill(radial(160, 200, 40, 240, (0, "#ff7ab8", 0.4), (0.5, "#ff7ab8", 0.12), (1, "#ff7ab8", 0)))
    status_bar(c, PAPER)
    icon(c, "down", 28, 46, PAPER, 22, 1.9)
    c.text(160, 50.5, "Halo", 14, "semibold", PAPER, align="center")
    icon(c, "more", 292, 46, PAPER, 22)
    c.shadow(32, 80, 256, 256, 16, 24, 14, 0.5)
    cover(c, "rings", 32, 80, 256, 16)
    c.text(32, 380, "Second Light", 24, "bold", PAPER, tracking=-0.4)
    c.text(32, 402, "Slow Machines", 15, "medium", PAPER, 0.7)
    icon(c, "heart-full", 276, 380, PINK, 24)
    c.box(32, 426, 256, 4, 2).fill(PAPER, 0.22)
    c.box(32, 426, 108, 4, 2).fill(PAPER)
    c.disc(140, 428, 6).fill(PAPER)
    c.text(32, 448, "1:37", 11, "medium", PAPER, 0.65)
    c.text(288, 448, "−2:13", 11, "medium", PAPER, 0.65, "right")
    c.disc(160, 496, 32).fill(PAPER)
    icon(c, "pause", 160, 496, "#3f1d5c", 28)
    icon(c, "previous", 92, 496, PAPER, 30)
    icon(c, "next", 228, 496, PAPER, 30)
    icon(c, "shuffle", 40, 496, PAPER, 20, 1.7, 0.7)
    icon(c, "repeat", 280, 496, PAPER, 20, 1.7, 0.7)
    return c
