// Draws the curve by which a value changes from one keyframe to the next, with two handles.

import { clamp, follow, round, svg } from "../core/dom.js"
import { act, Change } from "../core/edit.js"
import { curveOf } from "./drawn.js"
import { dragged, placeOf, springOf } from "./springs.js"
import { tell } from "../core/state.js"

const known = {
  linear: [1 / 3, 1 / 3, 2 / 3, 2 / 3],
  ease: [0.25, 0.1, 0.25, 1],
  easeIn: [0.42, 0, 1, 1],
  easeOut: [0, 0, 0.58, 1],
  easeInOut: [0.42, 0, 0.58, 1],
}

// Returns the two control points of the curve that starts at a keyframe; null if the curve is not a Bézier curve.
export function pointsOf(easing) {
  if (easing === undefined) return known.linear
  if (typeof easing === "string") return known[easing] ?? null
  return Array.isArray(easing) && easing.length === 4 && easing.every(v => typeof v === "number")
    ? easing
    : null
}

// Returns the curve as a path between two points of a plot, from its control points or from the server's drawing.
export function bent(easing, pointer, [ax, ay], [bx, by], later) {
  const points = pointsOf(easing)
  const place = (x, y) => `${(ax + x * (bx - ax)).toFixed(2)} ${(ay + y * (by - ay)).toFixed(2)}`
  if (points) return `C${place(...points.slice(0, 2))} ${place(...points.slice(2))} ${bx} ${by}`
  const curve = curveOf(easing, pointer, later)
  return curve
    ? `L${curve.map((y, i) => place(i / (curve.length - 1), y)).join("L")}L${bx} ${by}`
    : `L${bx} ${by}`
}

// Redraws the plot from the written values after a drag.
export function letGo(plot) {
  plot.classList.remove("held")
  tell("document")
}

// Follows a drag of a handle: `moved` receives the drag's distance as fractions of the segment, and returns the value
// to write.
function dragHandle(event, { plot, width, a, b }, moved) {
  event.preventDefault()
  event.stopPropagation()
  const work = new Change(),
    by = width / (plot.getBoundingClientRect().width || width)
  plot.classList.add("held")
  follow(
    { currentTarget: plot, pointerId: event.pointerId },
    later => {
      const [dx, dy] = [later.clientX - event.clientX, later.clientY - event.clientY].map(v => v * by)
      work.send(moved(dx / (b[0] - a[0]), dy / (b[1] - a[1])))
    },
    () => letGo(plot),
  )
}

// An arrow key moves the handle by a small fraction of the segment; the up key moves it up on the screen.
const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }
function nudgeHandle(event, { a, b }, moved) {
  const way = arrows[event.key]
  if (!way) return
  event.preventDefault()
  event.stopPropagation()
  act(moved(way[0] * 0.02, way[1] * (b[1] < a[1] ? 1 : -1) * 0.02))
}

const isFlat = ({ a, b }) => Math.abs(a[1] - b[1]) < 3 || b[0] - a[0] < 12

// Adds the handles of a segment that is drawn from `a` to `b` on the plot; `pointer` is the pointer of the segment's
// first keyframe.
export function handles(plot, width, easing, pointer, name, a, b) {
  const way = { plot, width, easing, pointer, name, a, b }
  if (isFlat(way)) return []
  if (springOf(easing)) return springHandle(way)
  return pointsOf(easing) ? [0, 1].flatMap(side => curveHandle(way, side)) : []
}

// Adds one of the two handles of a curve, with a line to its end of the curve.
function curveHandle(way, side) {
  const { easing, pointer, name, a, b } = way
  const points = pointsOf(easing),
    k = 2 * side
  const place = list => [a[0] + list[k] * (b[0] - a[0]), a[1] + list[k + 1] * (b[1] - a[1])]
  const [x, y] = place(points),
    end = side ? b : a
  const moved = (dx, dy) => {
    const next = points.map((v, i) =>
      i === k ? clamp(v + dx, 0, 1) : i === k + 1 ? clamp(v + dy, -2, 3) : v,
    )
    const [nx, ny] = place(next)
    for (const [part, key, value] of [
      [grip, "x", nx - 3.5],
      [grip, "y", ny - 3.5],
      [arm, "x2", nx],
      [arm, "y2", ny],
    ])
      part.setAttribute(key, value)
    return [{ pointer: `${pointer}/easing`, value: next.map(v => round(v, 3)) }]
  }
  const arm = svg("line", { class: "tangent-arm", x1: end[0], y1: end[1], x2: x, y2: y })
  const title = svg("title")
  title.textContent = `Bends ${name}; press twice to make it straight`
  const attributes = {
    class: "tangent",
    x: x - 3.5,
    y: y - 3.5,
    width: 7,
    height: 7,
    rx: 1.5,
    tabindex: 0,
    role: "slider",
    "data-side": side,
    "aria-label": `${side ? "End" : "Start"} handle of ${name}`,
    "aria-valuenow": round(points[k + 1], 3),
    onpointerdown: event => dragHandle(event, way, moved),
    ondblclick: event => {
      event.stopPropagation()
      if (easing !== undefined) act([{ pointer: `${pointer}/easing`, remove: true }])
    },
    onkeydown: event => nudgeHandle(event, way, moved),
  }
  const grip = svg("rect", attributes, title)
  return [arm, grip]
}

// Adds the handle at the crest of a spring, whose height sets the damping; the keyframes determine the duration.
function springHandle(way) {
  const { easing, pointer, name, a, b } = way
  const curve = curveOf(easing, pointer)
  if (!curve) return []
  const part = placeOf(curve),
    value = curve[Math.round(part * (curve.length - 1))],
    top = a[1] + value * (b[1] - a[1])
  const put = (across, up) => [{ pointer: `${pointer}/easing`, value: dragged(easing, across, up) }]
  const title = svg("title")
  title.textContent = `Damps the spring of ${name}`
  const { ratio } = springOf(easing)
  const grip = svg(
    "circle",
    {
      class: "tangent spring",
      cx: a[0] + part * (b[0] - a[0]),
      cy: top,
      r: 4,
      tabindex: 0,
      role: "slider",
      "aria-label": `Crest of the spring of ${name}`,
      "aria-valuenow": round(ratio, 3),
      "aria-valuetext": `damping ratio ${round(ratio, 2)}`,
      onpointerdown: event =>
        dragHandle(event, way, (across, up) => {
          grip.setAttribute("cy", `${top + up * (b[1] - a[1])}`)
          return put(across, up)
        }),
      onkeydown: event => nudgeHandle(event, way, put),
    },
    title,
  )
  return [grip]
}
