"""The bars: what was measured against what, and whether it holds.

A bar holds when `value / other op limit`; without `other`, when `value op limit`.
"""

import json
import operator
import os
import platform

BEGIN = "<!-- the table of the last run -->"
END = "<!-- end of the table -->"
OPERATORS = {"<=": operator.le, ">=": operator.ge}


def cache():
    """The size of the last cache, as the system says it."""
    folder = "/sys/devices/system/cpu/cpu0/cache"
    try:
        last = max(name for name in os.listdir(folder) if name.startswith("index"))
        with open(f"{folder}/{last}/level") as level, open(f"{folder}/{last}/size") as size:
            return f"L{level.read().strip()} cache {size.read().strip()}"
    except (OSError, ValueError):
        return "cache unknown"


def machine():
    """The processor, its cache, the number of cores, and the load of the last minute."""
    name = "unknown processor"
    with open("/proc/cpuinfo") as file:
        for line in file:
            if line.startswith("model name"):
                name = line.split(":", 1)[1].strip()
                break
    load = os.getloadavg()[0]
    return f"{name}, {cache()}, {os.cpu_count()} cores, Linux {platform.release()}, load {load:.1f}"


def shown(value):
    if value is None:
        return "–"
    digits = 0 if abs(value) >= 1000 else 1 if abs(value) >= 100 else 2 if abs(value) >= 1 else 3
    return f"{value:,.{digits}f}"


class Bars:
    def __init__(self):
        self.bars = []
        self.notes = []
        self.measures = []
        self.has_wrong_pixels = False

    def add(self, case, against, value, other, unit, op, limit, reason=None):
        """A measured bar; with a reason instead of a value, one that could not be measured."""
        bar = {
            "case": case, "against": against, "value": value, "other": other, "unit": unit,
            "op": op, "limit": limit,
        }
        if value is not None:
            compared = value if other is None else value / other
            bar["ratio"] = None if other is None else compared
            bar["holds"] = OPERATORS[op](compared, limit)
        if reason:
            bar["reason"] = reason
        self.bars.append(bar)

    def note(self, text):
        self.notes.append(text)

    def measure(self, text):
        """What the page says below the table: a measure that is no bar."""
        self.measures.append(text)

    def checked(self, case, result):
        """What a case's frames and plain repaints hashed to."""
        if result.startswith("none"):
            self.note(f"{case}: frames not checked: {result[5:]}")
            return
        drawn, plain, count = result.split()
        same = drawn == plain
        self.has_wrong_pixels |= not same
        word = "the same as" if same else "DIFFERENT from"
        self.note(f"{case}: {count} frames are {word} plain repaints ({drawn})")

    def write(self, path):
        with open(path, "w") as file:
            json.dump(self.bars, file, indent=1, ensure_ascii=False)
            file.write("\n")

    def table(self):
        rows = [("case", "ours", "against", "other", "unit", "ratio", "bar", "")]
        for bar in self.bars:
            sign = "≤" if bar["op"] == "<=" else "≥"
            limit = bar["limit"]
            text = f"1/{1 / limit:.3g}" if bar["other"] and 0 < limit < 0.3 else f"{limit:.4g}"
            verdict = bar.get("reason") or ("" if bar["holds"] else "missed")
            if bar["value"] is None:
                verdict = "not measured: " + verdict
            elif bar.get("reason") and not bar["holds"]:
                verdict = "missed; " + verdict
            ratio = shown(bar.get("ratio"))
            rows.append((
                bar["case"], shown(bar["value"]), bar["against"], shown(bar["other"]),
                bar["unit"], ratio, f"{sign} {text}", verdict))
        widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
        lines = []
        for number, row in enumerate(rows):
            cells = [
                text.rjust(width) if i in (1, 3, 5) else text.ljust(width)
                for i, (text, width) in enumerate(zip(row, widths))
            ]
            lines.append("| " + " | ".join(cells) + " |")
            if number == 0:
                lines.append("|" + "|".join(
                    ("-" * (w + 1) + ":") if i in (1, 3, 5) else "-" * (w + 2)
                    for i, w in enumerate(widths)) + "|")
        held = sum(bar.get("holds", False) for bar in self.bars)
        lines += ["", f"{held} of {len(self.bars)} bars hold. {machine()}"]
        return "\n".join(lines + self.measures)

    def told(self):
        return "\n".join([self.table()] + self.notes)

    def fill(self, path):
        """Puts the table between the marks of a page, and names the missed bars that it has no words for."""
        with open(path) as file:
            page = file.read()
        before, rest = page.split(BEGIN, 1)
        _, after = rest.split(END, 1)
        with open(path, "w") as file:
            file.write(f"{before}{BEGIN}\n{self.table()}\n{END}{after}")
        missed = {bar["case"] for bar in self.bars if bar.get("holds") is False}
        return sorted(case for case in missed if f"**{case}" not in after)
