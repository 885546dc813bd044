"""The one table: contenders take turns, and each becomes a row of medians; all rows have the same columns."""

import statistics

from processes import say

COLUMNS = {
    "rate": "a second",
    "ratio": "ratio",
    "time": "time",
    "late": "99th percentile",
    "cpu": "CPU each",
    "memory": "memory",
    "busy": "server busy",
}


def take_turns(runs, contenders):
    """Runs each of the contenders so often, one after the other, so that a machine that slows down slows all of them.

    A run is a dictionary of what was measured, by the columns' names.
    """
    measured = {name: [] for name in contenders}
    for number in range(runs):
        for name, run in contenders.items():
            measured[name].append(run())
            say(f"  {number + 1} of {runs}: {name}: {', '.join(cells(measured[name][-1:]).values())}")
    return measured


def row(name, runs, beside=None, by="rate"):
    """The medians of a contender's runs, and of its ratios to the runs of another that took turns with it."""
    shown = cells(runs)
    if beside:
        shown["ratio"] = f"{statistics.median(mine[by] / other[by] for mine, other in zip(runs, beside)):.2f}"
    return line([name] + [shown.get(column, "") for column in COLUMNS])


def title(text):
    return line([f"**{text}**"] + [""] * len(COLUMNS))


def table(rows):
    return "\n".join([line(["", *COLUMNS.values()]), line(["---"] * (1 + len(COLUMNS))), *rows])


def cells(runs):
    return {key: FORMS[key](statistics.median(run[key] for run in runs)) for key in COLUMNS if key in runs[0]}


def line(texts):
    return f"| {' | '.join(texts)} |".replace("|  ", "| ")


def duration(seconds):
    if seconds < 1e-3:
        return f"{seconds * 1e6:.1f} µs"
    return f"{seconds * 1e3:.1f} ms" if seconds < 1 else f"{seconds:.2f} s"


FORMS = {
    "rate": lambda rate: f"{rate:,.0f}",
    "time": duration,
    "late": duration,
    "cpu": duration,
    "memory": lambda byte_count: f"{byte_count / 2**20:,.0f} MiB",
    "busy": lambda share: f"{share:.0%}",
}
