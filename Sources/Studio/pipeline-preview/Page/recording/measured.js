// Shows the measurements of a recording: a strip of pictures, the phases, and each measured curve over the fitted
// curve. A click creates a document.

import { $, clamp, el } from "../core/dom.js"
import { chart, moves, seconds, short } from "./curves.js"
import { copyButton, open } from "../panels/panels.js"
import { measuringForm } from "./measuring.js"
import { makeCard, work } from "./work.js"
import { ask, askJSON, Refusal } from "../core/server.js"

const plus = value => (value > 0 && value < 10 ? ` ± ${Math.max(0.1, value * 1000).toFixed(1)} ms` : "")

// Draws the phases of all tracks on one time axis.
/**
 * @param {any[]} tracks
 * @param {number[]} span
 */
function phases(tracks, [from, to]) {
  const place = time => clamp(((time - from) / (to - from)) * 100, 0, 100)
  const rows = tracks.map(track =>
    el(
      "div",
      { class: "track" },
      el("b", {}, track.name),
      el(
        "div",
        { class: "lane" },
        ...track.phases.map(phase => {
          const [a, b] = [place(phase.from), place(phase.to)]
          const words = track.fits ? phase.words : "no curve fits"
          return el(
            "span",
            {
              class: `phase ${track.fits ? phase.kind.replace(/[^a-z-]/gi, "") : "none"}${b - a < 34 ? (a > 55 ? " before" : " after") : ""}`,
              style: { left: `${a}%`, width: `${Math.max(0.6, b - a)}%` },
              title: `${seconds(phase.from)}${plus(phase.fromError)} to ${seconds(phase.to)}${plus(phase.toError)}: ${words}`,
            },
            el("i", {}, words),
          )
        }),
      ),
    ),
  )
  const ticks = [0, 0.25, 0.5, 0.75, 1].map(part =>
    el("span", { style: { left: `${100 * part}%` } }, `${(from + part * (to - from)).toFixed(2)} s`),
  )
  return el(
    "div",
    { class: "tracks" },
    ...rows,
    el("div", { class: "ticks" }, el("b", {}), el("div", { class: "lane" }, ...ticks)),
  )
}

// Shows the curves of one layer, or of the screens; curves that do not change are listed in one line.
function subject(name, curves, span, pointed) {
  const moving = curves.filter(moves),
    resting = curves.filter(curve => !moves(curve))
  const charts = moving.map(curve => chart(curve, span, pointed))
  const at = resting
    .map(curve => {
      const [, value] = curve.fitted[0] ?? []
      return `${curve.label.split(",")[0]} ${value === undefined ? "" : short(value, curve.unit)}`
    })
    .join(", ")
  return {
    charts,
    part: el(
      "section",
      { class: "subject" },
      el("h3", {}, name),
      moving.length ? el("div", { class: "charts" }, ...charts.map(c => c.part)) : null,
      at ? el("p", { class: "doc" }, `Rests: ${at}.`) : null,
    ),
  }
}

// Creates the form for measuring again a recording that the server stores.
export function measureAgain(recording) {
  return measuringForm(recording, async (said, form) => {
    const card = makeCard(recording.name, box => form.append(box))
    try {
      const found = await work(recording.id, "measure", card, said)
      card.box.remove()
      if (found) showMeasured(recording, found)
    } catch (refusal) {
      card.box.remove()
      throw refusal
    }
  })
}

export function showMeasured(recording, found) {
  const times = found.curves.flatMap(curve => curve.measured.map(([t]) => t))
  const span = times.length ? [Math.min(...times), Math.max(...times)] : [found.from, found.to]
  const groups = new Map()
  for (const curve of found.curves) groups.set(curve.subject, [...(groups.get(curve.subject) ?? []), curve])
  const figures = found.strip.map(({ time, png }) =>
    el(
      "figure",
      { "data-time": time },
      el("img", { alt: `The recording at ${seconds(time)}`, src: `data:image/png;base64,${png}` }),
      el("figcaption", {}, seconds(time)),
    ),
  )
  let all = []
  const pointed = time => {
    for (const { at } of all) at(time)
    const near =
      time === null
        ? null
        : figures.reduce((best, figure) =>
            Math.abs(figure.dataset.time - time) < Math.abs(best.dataset.time - time) ? figure : best,
          )
    for (const figure of figures) figure.classList.toggle("on", figure === near)
  }
  const subjects = [...groups].map(([name, curves]) => subject(name, curves, span, pointed))
  all = subjects.flatMap(s => s.charts)
  const fault = el("p", { class: "bad", role: "alert" })
  const begin = el(
    "button",
    { class: "main", id: "begin-measured", onclick: () => begun(recording, begin, fault) },
    "Begin the document",
  )
  const { command } = found
  open(
    `What ${recording.name} shows`,
    el(
      "p",
      { class: "doc" },
      `${found.width} × ${found.height} pixels, ${Math.round(1 / found.interval)} frames a second. The transition goes from ${seconds(found.from)} to ${seconds(found.to)}. ${found.screens === "the screen stays" ? "The screen stays." : `The screens: ${found.screens}.`}`,
    ),
    el("div", { class: "film" }, ...figures),
    found.tracks.length ? phases(found.tracks, span) : el("p", { class: "doc" }, "No layer moves or fades."),
    ...found.remarks.map(remark =>
      el("p", { class: "remark" }, `${remark[0].toUpperCase()}${remark.slice(1)}.`),
    ),
    el(
      "p",
      { class: "key-of" },
      el("i", { class: "dot" }),
      "measured",
      el("i", { class: "fit" }),
      "fitted",
      el("i", { class: "band" }),
      "a phase",
    ),
    ...subjects.map(s => s.part),
    el("details", { id: "say-more" }, el("summary", {}, "Measure it otherwise"), measureAgain(recording)),
    el("footer", { class: "begins-it" }, begin, el("code", {}, command), copyButton(command), fault),
  )
  $("dialog").classList.add("wide")
}

// Writes the document and its pictures into the folder, and shows the document on this page.
async function begun({ id }, button, fault) {
  button.disabled = true
  fault.textContent = ""
  try {
    const { file, isShown } = await askJSON(`/recording/${id}/begin`, { body: {} })
    if (!isShown) await ask("/open", { body: { file } })
    $("dialog").close()
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal
    fault.textContent = refusal.message
  }
  button.disabled = false
}
