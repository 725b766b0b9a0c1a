// Draws the scale of the timeline: the ruler, the playhead, the loop range and the drawn frames; and converts times to
// positions.

import { $, el, round, say } from "../core/dom.js"
import { frameAt, state } from "../core/state.js"

export const ruler = el("div", { id: "ruler" })
export const ready = el("canvas", { id: "ready", height: 1, "aria-hidden": "true" })
export const range = el("div", { id: "range" })
export const flags = el("div", { id: "flags" })
export const head = el("div", {
  id: "head",
  tabIndex: 0,
  role: "slider",
  "aria-label": "Playhead",
  "aria-valuemin": 0,
  "aria-valuenow": 0,
})

// The duration of the timeline, which includes steps that are longer than a film with a gesture, and the visible part
// of a zoomed timeline.
export const view = { whole: 1, from: 0, zoom: 1 }
export const span = () => view.whole / view.zoom
export const percent = time => `${(100 * (time - view.from)) / span()}%`
export const wide = time => `${(100 * time) / span()}%`
export const seconds = time => `${round(time, 3)} s`

// MARK: What stands still

export function drawRuler() {
  const { duration, seam, checks } = state.document
  const width = ruler.clientWidth || 600
  const least = (span() * 56) / width
  const ten = 10 ** Math.floor(Math.log10(least || 1))
  const step = [1, 2, 5, 10].map(n => n * ten).find(n => n >= least) ?? 1
  const ticks = []
  const end = view.from + span()
  for (let i = Math.ceil(view.from / step - 1e-9); i * step <= end + 1e-9 && ticks.length < 200; i++) {
    ticks.push(
      el(
        "span",
        { class: "tick", style: { left: percent(i * step) } },
        i * step > view.from + 0.97 * span() ? "" : `${round(i * step, 3)}`,
      ),
    )
  }
  if (seam != null)
    ticks.push(
      el("span", { class: "seam", title: `The seam, ${seconds(seam)}`, style: { left: percent(seam) } }),
    )
  ruler.replaceChildren(...ticks)
  const result = pointer => state.checkResults?.get(pointer)
  flags.replaceChildren(
    ...checks.map(({ at, name, pointer }) =>
      el("span", {
        class: `flag ${{ true: "holds", false: "fails" }[result(pointer)] ?? ""}`,
        title: `${name}, ${seconds(at)}${{ true: ": passed", false: ": failed" }[result(pointer)] ?? ""}`,
        style: { left: percent(Math.min(at, duration)) },
      }),
    ),
  )
}

export function drawReady() {
  const { frames } = state.document,
    { full, drafts } = state.progress
  ready.width = frames
  ready.style.left = percent(0)
  ready.style.setProperty("--part", state.document.duration / span())
  const pen = ready.getContext("2d"),
    style = getComputedStyle(ready)
  for (const [list, color] of [
    [drafts, "--ready-draft"],
    [full, "--ready"],
  ]) {
    pen.fillStyle = style.getPropertyValue(`${color}`)
    for (const [from, to] of /** @type {any[]} */ (list)) pen.fillRect(from, 0, to - from + 1, 1)
  }
}

export function drawRange() {
  range.hidden = !state.range
  if (state.range)
    Object.assign(range.style, {
      left: percent(state.range[0]),
      width: wide(state.range[1] - state.range[0]),
    })
  $("loop").setAttribute("aria-pressed", !!state.range)
}

export function drawHead() {
  if (!state.document) return
  const { duration, frames, fps } = state.document
  const number = frameAt(state.time),
    time = number / fps
  head.style.left = percent(Math.min(state.playing ? state.time : time, duration))
  const hasRoom = !document.documentElement.classList.contains("narrowest")
  say($("clock"), `${time.toFixed(3)} s${hasRoom ? `   frame ${number} of ${frames}` : ""}`)
  if (!state.playing) {
    head.setAttribute("aria-valuemax", duration)
    head.setAttribute("aria-valuenow", round(time, 3))
    head.setAttribute("aria-valuetext", `${seconds(time)}, frame ${number}`)
  }
}

export const timeAt = event => {
  const box = ruler.getBoundingClientRect()
  return view.from + ((event.clientX - box.left) / box.width) * span()
}
