"""The two screens of the magic push: a cinema's list in red and a film's detail in green."""

import posters
from icons import icon, stars, status_bar
from kit import Canvas, radial, vertical

CREAM = "#fff3e4"
GOLD = "#ffc861"


def list_screen(without=("low-tide", "seven-lanterns", "parallax")):
    """The list; the posters of `without` are layers of their own, so their places stay plain."""
    c = Canvas(320, 568)
    c.box(0, 0, 320, 568).fill(vertical(0, 568, (0, "#a81c31"), (0.55, "#8a1428"), (1, "#6d0e20")))
    status_bar(c, CREAM)

    # Top bar.
    c.text(12, 54, "Tonight", 28, "bold", CREAM, tracking=-0.4)
    c.text(12, 74, "Friday 21 June", 13, "medium", CREAM, 0.72)
    c.disc(256, 48, 16).fill("#ffffff", 0.12)
    icon(c, "search", 256, 48, CREAM, 18)
    c.disc(292, 48, 16).fill(vertical(32, 64, (0, GOLD), (1, "#f0863c")))
    c.text(292, 52.4, "MR", 12, "semibold", "#7a1022", align="center")

    # Filters.
    x = 12
    for name, chosen in (("All", True), ("Premieres", False), ("Classics", False), ("Family", False)):
        width = round(c.measure(name, 13, "semibold")) + 24
        c.box(x, 88, width, 28, 14).fill(CREAM if chosen else "#ffffff", 1 if chosen else 0.12)
        c.text(x + width / 2, 106.6, name, 13, "semibold", "#8a1428" if chosen else CREAM, align="center")
        x += width + 8

    # The open-air programme.
    with c.clip(12, 128, 296, 100, 12):
        c.box(12, 128, 296, 100).fill(vertical(128, 228, (0, "#2b0a26"), (0.6, "#6b1436"), (1, "#e2553f")))
        c.disc(240, 204, 90).fill(radial(240, 204, 10, 90, (0, "#ffb45e", 0.75), (1, "#ffb45e", 0)))
        c.disc(240, 204, 30).fill(vertical(174, 234, (0, "#ffe2a0"), (1, "#ff8a4c")))
        c.cr.move_to(12, 228)
        c.cr.line_to(12, 220)
        c.cr.curve_to(80, 210, 130, 226, 200, 213)
        c.cr.curve_to(240, 204, 270, 200, 308, 210)
        c.cr.line_to(308, 228)
        c.cr.close_path()
        c.fill("#2a0a1f")
        for x, h in ((216, 5), (224, 7), (231, 6), (250, 6), (257, 8), (265, 5)):
            c.disc(x, 210 - h, 2.6).fill("#2a0a1f")
            c.box(x - 3.4, 210 - h + 2.2, 6.8, 10, 3).fill("#2a0a1f")
    c.text(24, 154, "OPEN AIR", 11, "semibold", GOLD, tracking=1.2)
    c.text(24, 178, "Midsummer nights", 20, "bold", CREAM, tracking=-0.2)
    c.text(24, 197, "Ten films under the stars", 13, "medium", CREAM, 0.8)

    # The posters: three on layers of their own, the fourth looks in.
    _section(c, 260, "Now showing")
    titles = [("low-tide", "Low Tide", "4.6"), ("seven-lanterns", "Seven Lanterns", "4.3"),
              ("parallax", "Parallax", "4.1"), ("orbit", "Orbit", "3.9")]
    for index, (name, title, rating) in enumerate(titles):
        left = 12 + 96 * index
        if name not in without:
            posters.place(c, name, left, 273, 88)
        c.text(left, 405, title, 12, "semibold", CREAM, tracking=-0.25)
        icon(c, "star", left + 5, 415.8, GOLD, 10)
        c.text(left + 14, 420, rating, 11, "medium", CREAM, 0.72)

    # Coming soon.
    _section(c, 452, "Coming soon")
    c.box(12, 464, 296, 48, 10).fill("#ffffff", 0.1)
    posters.place(c, "polar", 20, 470, 27.5, 3)
    c.text(60, 485, "Polar", 14, "semibold", CREAM)
    c.text(60, 501, "From 28 June, in 4K", 12, "regular", CREAM, 0.72)
    c.box(236, 474, 62, 28, 14).fill(CREAM)
    c.text(267, 492.6, "Remind", 12, "semibold", "#8a1428", align="center")

    # Tab bar.
    c.box(0, 520, 320, 48).fill("#5a0a19")
    c.box(0, 520, 320, 0.5).fill("#ffffff", 0.14)
    for index, name in enumerate(("film", "search", "ticket", "person")):
        icon(c, name, 40 + 80 * index, 544, CREAM, 24, 1.7, 1 if index == 0 else 0.55)
    return c


def detail_screen():
    """The film's detail; the poster's place at (12, 155, 88, 115) stays plain."""
    c = Canvas(320, 568)
    c.box(0, 0, 320, 568).fill(vertical(0, 568, (0, "#0f4a3c"), (0.5, "#0d4034"), (1, "#0a3229")))

    # A still of the film, in green.
    with c.clip(0, 0, 320, 212):
        c.box(0, 0, 320, 212).fill(vertical(0, 170, (0, "#0b3b3a"), (0.6, "#2c7a63"), (1, "#bcd9a0")))
        c.disc(250, 128, 150).fill(radial(250, 128, 20, 150, (0, "#f6f0b8", 0.6), (0.4, "#f6f0b8", 0.24),
                                                  (0.75, "#f6f0b8", 0.05), (1, "#f6f0b8", 0)))
        c.disc(250, 128, 46).fill(vertical(82, 174, (0, "#fffbe0"), (1, "#e9d98a")))
        shades = ["#4d9a7c", "#3c8a6e", "#2f7a62", "#236a56", "#195b4a", "#114d3f"]
        posters.sea(c, 320, 138, 212, shades, 3.4, 84)
        for row in range(7):
            half, y = 34 - row * 3.2, 143 + row * 6.2
            c.box(250 - half + (row % 2) * 5, y, 2 * half, 1.6, 0.8).fill("#fbf4c8", 0.7 - row * 0.08)
        posters.boat(c, 214, 149, 1.9, CREAM, "#0d4034")
        c.box(0, 120, 320, 92).fill(vertical(120, 212, (0, "#0e473a", 0), (0.85, "#0e463a"), (1, "#0e463a")))
        c.box(0, 0, 320, 72).fill(vertical(0, 72, (0, "#06221d", 0.55), (1, "#06221d", 0)))
    status_bar(c, CREAM)
    for x, name in ((28, "back"), (256, "bookmark"), (292, "share")):
        c.disc(x, 44, 16).fill("#06221d", 0.45)
        icon(c, name, x - (1 if name == "back" else 0), 44, CREAM, 18)
    c.disc(160, 104, 24).fill(CREAM, 0.95)
    icon(c, "play", 161, 104, "#0d4034", 20)

    # Headline, beside the poster.
    c.text(112, 191, "Low Tide", 26, "bold", CREAM, tracking=-0.4)
    c.text(112, 210, "Drama · 1 h 52 min", 13, "medium", CREAM, 0.75)
    end = stars(c, 112, 229, 4.6, GOLD, "#2d6355", 15, 17)
    c.text(end + 8, 233.4, "4.6", 13, "semibold", CREAM)
    x = 112
    for name in ("12", "4K", "Subtitles"):
        width = round(c.measure(name, 11, "semibold")) + 16
        c.box(x, 248, width, 22, 6).fill("#ffffff", 0.1)
        c.text(x + width / 2, 263, name, 11, "semibold", CREAM, align="center")
        x += width + 6

    # Synopsis.
    lines = ["Once a year the sea draws back and a drowned",
             "village rises. Two sisters walk out to the house",
             "they were born in, with six hours until the water",
             "returns and a door that nobody ever opened."]
    for index, line in enumerate(lines):
        c.text(12, 302 + index * 20, line, 13, "regular", CREAM, 0.88)

    # Cast.
    _section(c, 398, "Cast", "See all")
    people = [("Inês", "#f4a261", "#7a3b1e"), ("Clara", "#e9c46a", "#5b3a1a"), ("Rui", "#8ecae6", "#1d3a4a"),
              ("Amara", "#e5989b", "#4a2026"), ("Teo", "#b7e4c7", "#2b4a3a")]
    for index, (name, light, dark) in enumerate(people):
        cx, cy = 36 + 62 * index, 436
        with c.clip_disc(cx, cy, 24):
            c.box(cx - 24, cy - 24, 48, 48).fill(light)
            portrait(c, cx, cy, index, dark)
        c.text(cx, 475, name, 11, "medium", CREAM, 0.85, "center")

    # Call to action.
    c.shadow(12, 500, 296, 48, 12, 10, 4, 0.3, "#03150f")
    c.box(12, 500, 296, 48, 12).fill(CREAM)
    c.text(28, 529.6, "Book tickets", 16, "semibold", "#0d4034")
    c.text(272, 529.2, "from 9 €", 14, "medium", "#0d4034", 0.7, "right")
    icon(c, "forward", 286, 524, "#0d4034", 16, 2)
    return c


def portrait(c, cx, cy, kind, dark):
    """A head and shoulders in a circle of 24 points; five kinds of hair."""
    skin = ("#f6d2b8", "#d99a72", "#f2c9a5", "#8d5a3b", "#f4d8c4")[kind]
    c.box(cx - 19, cy + 13, 38, 26, 15).fill(dark, 0.85)
    if kind in (0, 3):
        c.box(cx - 11.5, cy - 14, 23, 30 if kind == 0 else 22, 11).fill(dark)
    if kind == 1:
        c.disc(cx, cy - 14.5, 5.5).fill(dark)
    c.box(cx - 4, cy + 4, 8, 13, 4).fill(skin)
    c.box(cx - 8.5, cy - 11, 17, 20, 8.5).fill(skin)
    with c.clip(cx - 14, cy - 18, 28, {0: 11, 1: 12, 2: 10.5, 3: 11.5, 4: 9.5}[kind]):
        c.disc(cx, cy - 4.5, 10).fill(dark)
    if kind == 2:
        with c.clip(cx - 14, cy + 1, 28, 20):
            c.box(cx - 8.5, cy - 9, 17, 19, 8.5).fill(dark, 0.9)


def _section(c, baseline, title, action="See all"):
    c.text(12, baseline, title, 17, "semibold", CREAM, tracking=-0.2)
    c.text(308, baseline, action, 13, "medium", GOLD, align="right")
