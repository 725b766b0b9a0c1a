// Draws keyframes as diamonds in the bars, and the values of a property as a curve.

import { clamp, el, follow, round, svg } from "../core/dom.js"
import { act, Change } from "../core/edit.js"
import { timePart, wayPart } from "./ways.js"
import { moveKeys, offsets, removeKeys, setKey, valueAt } from "../core/model.js"
import { select, state, tell, written } from "../core/state.js"
import { bent, handles, letGo } from "../easing/tangents.js"
import { spoken } from "../core/words.js"

const says = (frame, time) =>
  `${Object.entries(frame)
    .filter(([k]) => !["offset", "easing"].includes(k))
    .map(([k, v]) => `${spoken(k)} ${Array.isArray(v) ? v.flat().join(", ") : v}`)
    .join(", ")} at ${round(time, 3)} s`

// Creates the diamonds of a bar. `snapped` snaps a time; at the ends of the bar, a drag moves the bar's end, which
// `stretch` does.
export function diamonds(step, number, timeAt, snapped, stretch) {
  const json = written(step.pointer)
  if (step.pointer === null || !Array.isArray(json?.keyframes)) return []
  const length = step.end - step.start
  return offsets(json.keyframes).map((offset, i) => {
    const part = timePart(step, offset),
      time = step.start + part * length
    const isOn = number === state.step && state.keys.includes(i)
    const at = { step, number, i, offset, part, length, timeAt, snapped, stretch }
    return el("span", {
      class: "key",
      tabIndex: 0,
      role: "button",
      "data-key": i,
      "aria-pressed": isOn,
      title: says(json.keyframes[i], time),
      "aria-label": `Keyframe: ${says(json.keyframes[i], time)}`,
      style: { left: `${100 * part}%` },
      onpointerdown: event => pressKey(event, at),
      onclick: event => event.stopPropagation(),
      ondblclick: event => event.stopPropagation(),
      onkeydown: event => keyOnKey(event, at),
    })
  })
}

function pressKey(event, { step, number, i, offset, part, length, timeAt, snapped, stretch }) {
  if (event.button !== 0) return
  event.stopPropagation()
  const adds = event.shiftKey || event.ctrlKey || event.metaKey
  const mine = number === state.step ? state.keys : []
  const keys = adds
    ? mine.includes(i)
      ? mine.filter(k => k !== i)
      : [...mine, i]
    : mine.includes(i)
      ? mine
      : [i]
  if (!adds && (part < 1e-6 || part > 1 - 1e-6)) return stretch(event, part < 0.5 ? "start" : "end", i)
  const was = written(step.pointer),
    from = event.clientX
  const holder = event.currentTarget.closest("#lanes")
  let work = null
  follow(
    { currentTarget: holder, pointerId: event.pointerId },
    later => {
      if (!work && Math.abs(later.clientX - from) < 4) return
      work ??= new Change()
      const to = wayPart(step, (snapped(timeAt(later), step, later) - step.start) / Math.max(length, 1e-6))
      work.send(moveKeys(was, step.pointer, keys, to - offset))
    },
    () => select({ step: number, keys: work || adds ? keys : [i] }),
  )
}

function keyOnKey(event, { step, number, i, offset, part, length }) {
  const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
  // An action on a selected keyframe applies to all selected keyframes.
  const mine = number === state.step && state.keys.includes(i) ? state.keys : [i]
  const json = written(step.pointer)
  if (event.key === "Enter" || event.key === " ") select({ step: number, keys: [i] })
  else if (way && event.altKey) {
    const to = wayPart(step, part + way / state.document.fps / Math.max(length, 1e-6))
    act(moveKeys(json, step.pointer, mine, to - offset))
  } else if (event.key === "Delete" || event.key === "Backspace") act(removeKeys(json, step.pointer, mine))
  else return
  event.preventDefault()
  event.stopPropagation()
}

// Adds a keyframe with the current values at a time.
export function addKey(step, time) {
  const json = written(step.pointer)
  const offset = wayPart(step, (time - step.start) / Math.max(step.end - step.start, 1e-6))
  const names = new Set(
    json.keyframes.flatMap(k => Object.keys(k)).filter(k => !["offset", "easing"].includes(k)),
  )
  const values = Object.fromEntries(
    [...names].map(name => [name, valueAt(json, name, offset)]).filter(([, v]) => v !== undefined),
  )
  return act(setKey(json, step.pointer, offset, values))
}

// MARK: Curves

const [width, height, edge] = [264, 96, 10]
const colors = ["var(--accent)", "var(--blue)", "var(--good)"]
const parts = value =>
  typeof value === "number"
    ? [value]
    : Array.isArray(value) && value.every(v => typeof v === "number")
      ? value
      : null

// Draws the values of each property along a step. A vertical drag of a point changes its value, and a horizontal drag
// changes its time.
export function curves(step) {
  const frames = written(step.pointer)?.keyframes
  if (!Array.isArray(frames)) return []
  const moments = offsets(frames)
  const names = [...new Set(frames.flatMap(k => Object.keys(k)))].filter(
    n => !["offset", "easing"].includes(n),
  )
  return names
    .map(name => {
      const said = frames.map((k, i) => ({ i, at: moments[i], values: parts(k[name]) })).filter(k => k.values)
      return said.length < 2 || said.some(k => k.values.length !== said[0].values.length)
        ? null
        : el("div", { class: "value-curve" }, el("span", {}, spoken(name)), curve(step, frames, name, said))
    })
    .filter(Boolean)
}

// Returns the positions of a property's values on a plot, and the function that writes another value.
function plotOf(step, frames, name, said) {
  const all = said.flatMap(k => k.values),
    low = Math.min(...all),
    span = Math.max(...all) - low || 1
  return {
    step,
    frames,
    name,
    said,
    span,
    x: at => edge + at * (width - 2 * edge),
    y: v => height - edge - ((v - low) / span) * (height - 2 * edge),
    mode: written(step.pointer).calculationMode ?? "linear",
    svg: svg("svg", {
      viewBox: `0 0 ${width} ${height}`,
      class: "values",
      role: "group",
      "aria-label": `Values of ${name}`,
    }),
    edit: (key, part, value) => ({
      pointer: `${step.pointer}/keyframes/${key.i}/${name}`,
      value:
        typeof frames[key.i][name] === "number" ? value : key.values.map((v, p) => (p === part ? value : v)),
    }),
  }
}

function curve(step, frames, name, said) {
  const plot = plotOf(step, frames, name, said)
  said[0].values.forEach((_, part) => plot.svg.append(valueLine(plot, part)))
  plot.svg.append(...bends(plot))
  for (const key of said)
    key.values.forEach((value, part) => plot.svg.append(valueDot(plot, key, part, value)))
  return plot.svg
}

// Draws the line of one number from keyframe to keyframe.
function valueLine({ step, frames, said, x, y, mode }, part) {
  const easing = i => (mode === "linear" ? frames[said[i].i].easing : undefined)
  // The plot is redrawn when a curve arrives from the server, unless the plot is being dragged.
  const redraw = () => {
    if (!document.querySelector(".values.held")) tell("document")
  }
  const places = said.map(k => [x(k.at), y(k.values[part])])
  const ways = places
    .slice(1)
    .map((to, i) => bent(easing(i), `${step.pointer}/keyframes/${said[i].i}`, places[i], to, redraw))
  return svg("path", {
    d: `M${places[0].join(" ")}${ways.join("")}`,
    class: "value-line",
    style: `stroke: ${colors[part % 3]}`,
  })
}

// Adds handles for the easing. Because one easing applies to all components of a value, only the component that changes
// most has handles; if there are many keyframes, only selected keyframes show handles.
function bends({ step, frames, name, said, x, y, mode, svg: plot }) {
  return said.slice(0, -1).flatMap((key, i) => {
    if (mode !== "linear" || (said.length > 4 && !state.keys.includes(key.i))) return []
    const next = said[i + 1],
      ways = key.values.map((v, part) => Math.abs(next.values[part] - v)),
      part = ways.indexOf(Math.max(...ways))
    const ends = [key, next].map(k => [x(k.at), y(k.values[part])])
    return handles(plot, width, frames[key.i].easing, `${step.pointer}/keyframes/${key.i}`, name, ...ends)
  })
}

// Draws a point of a curve: a vertical drag changes its value, and a horizontal drag changes its time.
function valueDot(plot, key, part, value) {
  const { name, x, y, span, edit } = plot
  const title = svg("title"),
    label = `${name} ${round(value, 3)} at ${round(100 * key.at, 1)} %`
  title.textContent = label
  return svg(
    "circle",
    {
      cx: x(key.at),
      cy: y(value),
      r: 4.5,
      class: "value-dot",
      style: `fill: ${colors[part % 3]}`,
      tabindex: 0,
      role: "slider",
      "aria-label": label,
      "aria-valuenow": value,
      onpointerdown: event => dragDot(event, plot, key, part, value),
      onkeydown: event => {
        const way = { ArrowUp: 1, ArrowDown: -1 }[event.key]
        if (!way) return
        event.preventDefault()
        event.stopPropagation()
        act([edit(key, part, round(value + way * (span >= 10 ? 1 : 0.01), 3))])
      },
    },
    title,
  )
}

function dragDot(event, { svg: plot, step, frames, y, span, edit }, key, part, value) {
  event.preventDefault()
  const from = { x: event.clientX, y: event.clientY },
    work = new Change(),
    dot = event.currentTarget
  const by = width / (plot.getBoundingClientRect().width || width)
  plot.classList.add("held")
  follow(
    { currentTarget: plot, pointerId: event.pointerId },
    later => {
      const next = round(value - (((later.clientY - from.y) * by) / (height - 2 * edge)) * span, 3)
      const way = ((later.clientX - from.x) * by) / (width - 2 * edge)
      dot.setAttribute("cy", clamp(y(next), 0, height))
      work.send([
        edit(key, part, next),
        ...(Math.abs(way) > 0.02 ? moveKeys({ keyframes: frames }, step.pointer, [key.i], way) : []),
      ])
    },
    () => letGo(plot),
  )
}
