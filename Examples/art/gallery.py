"""A gallery's grid, in light, and one of its photographs, in dark."""

import landscapes
from icons import icon, status_bar
from kit import Canvas

INK, BLUE = "#15171c", "#0a66d8"

SHOTS = [("dawn", 1), ("dune", 1), ("alps", 1), ("reef", 1), ("dusk", 1), ("field", 1),
         ("night", 1), ("rose", 1), ("fjord", 1), ("alps", 4), ("dusk", 5), ("dune", 6)]


def grid_screen():
    """Twelve photographs; the one in the middle, dusk, lies at (108, 220, 104, 104)."""
    c = Canvas(320, 568)
    c.box(0, 0, 320, 568).fill("#ffffff")
    for index, (mood, seed) in enumerate(SHOTS):
        landscapes.place(c, mood, 108 * (index % 3), 112 + 108 * (index // 3), 104, 104, seed)
    status_bar(c, INK)
    c.text(16, 68, "Islands", 30, "bold", INK, tracking=-0.5)
    c.text(16, 92, "June 2024 · 128 photos", 13, "medium", "#6a6f7b")
    icon(c, "search", 252, 58, BLUE, 22, 1.8)
    icon(c, "plus", 292, 58, BLUE, 24, 1.8)
    c.box(0, 520, 320, 48).fill("#ffffff")
    c.box(0, 519.5, 320, 0.5).fill("#000000", 0.16)
    for index, (title, name) in enumerate((("Library", "film"), ("For you", "heart"), ("Places", "pin"))):
        color = BLUE if index == 0 else "#868b96"
        icon(c, name, 54 + 106 * index, 538, color, 22, 1.6)
        c.text(54 + 106 * index, 561, title, 10, "medium", color, align="center")
    return c


def photo_screen():
    """The photograph dusk at (0, 112, 320, 320), with what belongs to it."""
    c = Canvas(320, 568)
    c.box(0, 0, 320, 568).fill("#0b0c10")
    status_bar(c, "#ffffff")
    icon(c, "back", 22, 48, "#ffffff", 22, 1.9)
    c.text(160, 46, "Azores", 15, "semibold", "#ffffff", align="center")
    c.text(160, 62, "21 June, 21:14", 11, "regular", "#ffffff", 0.65, "center")
    icon(c, "more", 296, 48, "#ffffff", 22)
    landscapes.place(c, "dusk", 0, 112, 320, 320, 1)
    for index in range(-1, 10):
        mood, seed = SHOTS[index]
        chosen = index == 4
        width = 44 if chosen else 28
        left = 138 + (index - 4) * 32 + (16 if index > 4 else 0)
        landscapes.place(c, mood, left, 452, width, 44, seed, 4)
        if not chosen:
            c.box(left, 452, width, 44, 4).fill("#0b0c10", 0.35)
    for index, name in enumerate(("share", "heart-full", "list", "bookmark")):
        icon(c, name, 40 + 80 * index, 538, "#ff5a6e" if name == "heart-full" else "#ffffff", 23, 1.7)
    return c
