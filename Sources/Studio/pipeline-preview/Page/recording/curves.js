// Draws measured values as dots over the curve that was fitted to them, with the phases as bands.

import { clamp, el, svg } from "../core/dom.js"

const [wide, high, left, top, bottom] = [560, 132, 8, 10, 10]

// Returns a number with only its significant digits.
export const short = (value, unit = "") => {
  const places = unit === "px" ? 1 : unit === "°" ? 2 : 3
  return `${+value.toFixed(places)}${unit === "px" ? " px" : unit}`
}

export const seconds = value => `${value.toFixed(3)} s`

// Describes the error of the fit in words.
export function closeness({ error, unit, fits }) {
  if (!fits) return `no curve fits: ${short(error, unit)} off`
  const places = unit === "px" ? 2 : 3
  return `within ${+error.toFixed(places) || `under ${unit === "px" ? 0.01 : 0.001}`}${unit === "px" ? " px" : unit}`
}

const valueAt = (pairs, time) => {
  const i = clamp(
    pairs.findIndex(([t]) => t >= time),
    0,
    pairs.length - 1,
  )
  return pairs[i]?.[1] ?? null
}
const nearest = (pairs, time) =>
  pairs.reduce((best, pair) => (Math.abs(pair[0] - time) < Math.abs(best[0] - time) ? pair : best))

// Returns whether the curve changes enough to be shown.
export const moves = curve =>
  curve.travel.some(way => Math.abs(way) >= (curve.unit === "px" ? 0.8 : curve.unit === "°" ? 0.5 : 0.03))

// Draws a curve between two times; the returned `at` moves the marker line to a time, or removes the line if the time
// is null.
export function chart(curve, [from, to], pointed) {
  const seen = curve.measured.filter(([, v]) => v !== null)
  const all = [...seen, ...curve.fitted].map(([, v]) => v)
  let [low, most] = [Math.min(...all), Math.max(...all)]
  if (most - low < curve.least) {
    const middle = (most + low) / 2
    ;[low, most] = [middle - curve.least / 2, middle + curve.least / 2]
  }
  const x = time => left + ((time - from) / (to - from)) * (wide - 2 * left)
  const y = value => top + ((most - value) / (most - low)) * (high - top - bottom)
  const bands = curve.phases.map(([start, end]) =>
    svg("rect", {
      class: "band",
      x: x(Math.max(from, start)),
      y: 0,
      width: Math.max(1, x(Math.min(to, end)) - x(Math.max(from, start))),
      height: high,
    }),
  )
  const line = curve.fitted.map(([t, v]) => `${x(t).toFixed(1)},${y(v).toFixed(1)}`).join(" ")
  const cursor = svg("line", { class: "cursor", y1: 0, y2: high, x1: -9, x2: -9 })
  const spot = svg("circle", { class: "spot", r: 3.6, cx: -9, cy: -9 })
  const plot = svg(
    "svg",
    {
      viewBox: `0 0 ${wide} ${high}`,
      class: "measured",
      role: "img",
      "aria-label": `${curve.subject}, ${curve.label}`,
    },
    ...bands,
    svg("polyline", { class: "fitted", points: line }),
    ...seen.map(([t, v]) =>
      svg("circle", { class: "dot", r: 2.1, cx: x(t).toFixed(1), cy: y(v).toFixed(1) }),
    ),
    cursor,
    spot,
  )
  const reading = el("output", {}, closeness(curve))
  plot.addEventListener("pointermove", event => {
    const box = plot.getBoundingClientRect()
    const part = (((event.clientX - box.left) / box.width) * wide - left) / (wide - 2 * left)
    pointed(from + clamp(part, 0, 1) * (to - from))
  })
  plot.addEventListener("pointerleave", () => pointed(null))
  const at = time => {
    const place = time === null ? -9 : x(time)
    cursor.setAttribute("x1", place)
    cursor.setAttribute("x2", place)
    const [t, v] = time === null || !seen.length ? [0, null] : nearest(seen, time)
    spot.setAttribute("cx", v === null ? -9 : x(t))
    spot.setAttribute("cy", v === null ? -9 : y(v))
    reading.textContent =
      v === null
        ? closeness(curve)
        : `${seconds(t)}   seen ${short(v, curve.unit)}   fitted ${short(valueAt(curve.fitted, t), curve.unit)}`
  }
  const ends = el(
    "div",
    { class: "ends" },
    el("span", {}, short(most, curve.unit)),
    el("span", {}, short(low, curve.unit)),
  )
  return {
    at,
    part: el(
      "figure",
      { class: curve.fits ? "" : "unexplained" },
      el("figcaption", {}, el("b", {}, curve.label.split(",")[0]), reading),
      el("div", { class: "plotted" }, plot, ends),
    ),
  }
}
