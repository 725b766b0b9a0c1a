"""What a document's call of a plugin's function costs beside a direct call."""

from peers import paired

CALLS = 10_000
MORE = 500  # nanoseconds that a call may take beyond a direct one


def run(bars, peers):
    case, against = "a call of orbit(number, point, number) → point", "a direct call in C"
    (ours, reason), (direct, other) = paired(
        50, lambda i: peers.find("ours").time("call", i),
        lambda i: peers.find("call").time("call", i))
    if ours is None or direct is None:
        return bars.add(case, against, None, None, "ns", "<=", 1, reason or other)
    ours, direct = ours / CALLS, direct / CALLS
    bars.add(
        case, against, ours, direct, "ns", "<=", (direct + MORE) / direct,
        f"the limit is {MORE} ns more")
