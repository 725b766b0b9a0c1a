// Smaller dialogs: checks, the contact sheet, the comparison, and the keyboard shortcuts.

import { $, clamp, el, follow, icon, round, svg } from "../core/dom.js"
import { tried } from "../core/edit.js"
import { frame } from "../stage/player.js"
import { code, pathOf } from "./qr.js"
import { ask, askJSON } from "../core/server.js"
import { setSide } from "../stage/stage.js"
import { frameAt, on, onCalmly, seek, state, tell } from "../core/state.js"

const dialog = $("dialog")

export function open(title, ...children) {
  dialog.classList.remove("wide")
  dialog.replaceChildren(
    el(
      "header",
      {},
      el("h2", { tabIndex: -1, autofocus: true }, title),
      el("button", { "aria-label": "Close", onclick: () => dialog.close() }, icon("close")),
    ),
    ...children.flat().filter(child => child != null),
  )
  dialog.setAttribute("aria-label", title)
  if (!dialog.open) dialog.showModal()
}
// A click outside the dialog closes it.
dialog.addEventListener("pointerdown", event => {
  if (event.target === dialog) dialog.close()
})

export const copyButton = text =>
  el(
    "button",
    {
      class: "copy",
      onclick: async event => {
        await navigator.clipboard.writeText(text)
        event.target.textContent = "Copied"
      },
    },
    "Copy",
  )

// MARK: Keys

const keys = [
  ["Space", "Play, pause"],
  ["← →", "One frame back or forward; with Shift ten frames"],
  ["Home End", "The first or the last frame"],
  ["I O", "Sets the start or the end of the range that loops"],
  ["X", "No range"],
  ["[ ]", "The previous or the next step"],
  ["Alt ← →", "Moves the focused bar by a frame; with Shift, changes its length"],
  ["Ctrl Z", "Undo; with Shift redo"],
  ["+ −", "Zoom in or out; also Ctrl with the wheel"],
  ["0 1", "Fit the picture; show pixel for pixel"],
  ["Space drag", "Moves the picture; the wheel does this too"],
  ["F", "Feel the gesture"],
  ["N", "Onion skin"],
  ["K", "Auto-key: a change at the playhead becomes a keyframe"],
  ["T", "Adds a text, in which you can type at once"],
  ["Ctrl A", "Selects all siblings of the selection"],
  ["Enter", "Edits the selected text"],
  ["Delete", "Removes the selection, and everything that refers to the selection"],
  ["Ctrl D", "Duplicate"],
  ["Ctrl G", "Group; with Shift ungroup"],
  ["Ctrl [ ]", "Moves the selection down or up in the order"],
  ["Ctrl C V", "Copy or paste, also between documents"],
  ["F2", "Rename"],
  [
    "Arrows",
    "With a layer selected in the picture, the arrow keys move it by a point; with Shift by ten points",
  ],
  ["Alt drag", "On the middle of a layer: drags the anchor point of the layer"],
  ["Ctrl drag", "On a bar: moves only this bar, and not the later bars"],
  ["P", "Path of the layer's centre"],
  ["D", "Compare: side by side, split or difference"],
  ["C", "Checks"],
  ["S", "Contact sheet"],
  ["E", "Export"],
  ["W", "How long each part takes to draw"],
  ["R", "Compares or measures a recording"],
  ["M", "Sound"],
  ["Escape", "Clears the selection, so that the arrow keys move the playhead again; ends a gesture"],
  ["?", "These keys"],
]
export const help = () =>
  open(
    "Keys",
    el(
      "dl",
      { class: "keys" },
      ...keys.flatMap(([key, does]) => [
        el("dt", {}, ...key.split(" ").map(k => el("kbd", {}, k))),
        el("dd", {}, does),
      ]),
    ),
  )

// MARK: Checks

export async function checks() {
  const { document } = state
  const list = el(
    "div",
    { class: "checks" },
    el("p", { class: "doc" }, document.checks.length ? "The checks run…" : "The document has no checks."),
  )
  open("Checks", list)
  if (!document.checks.length) return
  const result = await tried(() => askJSON("/checks"))
  if (!result || document !== state.document) return
  state.checkResults = new Map(result.checks.map((check, i) => [document.checks[i]?.pointer, check.holds]))
  tell("checked")
  list.replaceChildren(
    el(
      "p",
      { class: "doc" },
      result.failed
        ? `${result.failed} of ${result.checks.length} checks failed.`
        : `All ${result.checks.length} checks passed.`,
    ),
    ...result.checks.map((check, i) =>
      el(
        "button",
        {
          class: `check-line ${check.holds ? "holds" : "fails"}`,
          onclick: () => {
            if (document.checks[i]) seek(document.checks[i].at)
            dialog.close()
          },
        },
        icon(check.holds ? "checks" : "close"),
        el("span", {}, check.name, ...check.findings.map(finding => el("small", {}, finding.message))),
        el("small", {}, document.checks[i] ? `${round(document.checks[i].at, 3)} s` : ""),
      ),
    ),
  )
}
on("document", () => {
  state.checkResults = null
})

// MARK: Contact sheet

export async function sheet() {
  const { frames, fps, size, version } = state.document
  const count = Math.min(frames, 20)
  const cells = Array.from({ length: count }, (_, i) => {
    const number = count === 1 ? 0 : Math.round((i * (frames - 1)) / (count - 1))
    const canvas = el("canvas", {
      width: size[0],
      height: size[1],
      style: { aspectRatio: `${size[0]} / ${size[1]}` },
    })
    return { number, canvas }
  })
  open(
    "Contact sheet",
    el(
      "div",
      { class: "sheet", style: { "--wide": size[0] > size[1] ? "200px" : "110px" } },
      ...cells.map(({ number, canvas }) =>
        el(
          "button",
          {
            onclick: () => {
              seek(number / fps)
              dialog.close()
            },
            "aria-label": `Frame ${number}, ${round(number / fps, 3)} s`,
          },
          canvas,
          el("small", {}, `${round(number / fps, 3)} s`),
        ),
      ),
    ),
  )
  for (const { number, canvas } of cells) {
    if (!dialog.open || state.document.version !== version) return
    const picture = await frame(number, true).catch(() => null)
    if (picture) canvas.getContext("2d").drawImage(picture, 0, 0, ...size)
    picture?.close()
  }
}

// MARK: Phone

// Shows the address of a page that plays the film and changes nothing, as a QR code for a phone's camera.
export async function phone() {
  const told = await tried(() => askJSON("/phone"))
  if (!told) return
  const dark = code(told.address),
    size = dark.length + 8
  const isLocal = /^http:\/\/(127\.|localhost)/.test(told.address)
  open(
    "On a phone",
    el(
      "div",
      { class: "phone" },
      svg(
        "svg",
        {
          viewBox: `0 0 ${size} ${size}`,
          role: "img",
          "aria-label": "QR code for the phone's camera",
        },
        svg("rect", { width: size, height: size, fill: "#fff" }),
        svg("path", { d: pathOf(dark), fill: "#000" }),
      ),
      el(
        "div",
        {},
        el(
          "p",
          {},
          "Point the phone's camera at the code. The phone shows the film in full screen, follows every change, and accepts gestures.",
        ),
        el(
          "p",
          { class: "doc" },
          "The phone cannot change the document. The address stops working when this command ends.",
        ),
        isLocal
          ? el(
              "p",
              { class: "doc bad" },
              "Only this machine can open the page. To open the page on a phone, start preview with --listen and this machine's address.",
            )
          : null,
        el("code", {}, told.address),
      ),
    ),
  )
}

// MARK: Comparison

const modes = ["off", "side", "split", "difference"]
let mode = "off",
  compared = null,
  comparing = false
const other = $("other"),
  split = $("split")
let part = 0.5

export function compare(next = modes[(modes.indexOf(mode) + 1) % modes.length]) {
  if (!state.document?.compare) return
  mode = next
  compared = null
  $("compare").setAttribute("aria-pressed", mode !== "off")
  $("compare").replaceChildren(
    icon("compare"),
    ...(mode === "off"
      ? []
      : [el("span", {}, { side: "Side by side", split: "Split", difference: "Difference" }[mode])]),
  )
  other.hidden = mode === "off"
  other.className = mode
  split.hidden = mode !== "split"
  setSide(mode === "side")
  placeSplit()
  draw()
}

async function draw() {
  if (mode === "off" || comparing || !state.document) return
  const number = frameAt(state.time),
    key = `${state.document.version} ${number} ${mode}`
  if (compared === key) return
  compared = key
  comparing = true
  try {
    const { size, scale } = state.document
    const query = mode === "difference" ? { difference: 1 } : {}
    const answer = await ask(`/compare/${number}`, { query })
    const picture = await createImageBitmap(await answer.blob())
    Object.assign(other, { width: Math.round(size[0] * scale), height: Math.round(size[1] * scale) })
    other.getContext("2d").drawImage(picture, 0, 0, other.width, other.height)
    picture.close()
    const pixels = answer.headers.get("X-Pixels")
    if (mode === "difference" && pixels !== null) {
      $("spot").textContent = +pixels
        ? `${pixels} pixels differ, by at most ${answer.headers.get("X-Largest")}`
        : "no pixel differs"
    }
  } catch (refusal) {
    other.getContext("2d").clearRect(0, 0, other.width, other.height)
    $("spot").textContent = refusal.message
  }
  comparing = false
  draw()
}
onCalmly("time document", draw)

function placeSplit() {
  other.style.clipPath = mode === "split" ? `inset(0 0 0 ${100 * part}%)` : ""
  const box = $("board").getBoundingClientRect(),
    on = $("stage").getBoundingClientRect()
  split.style.left = `${box.left - on.left + part * box.width}px`
  split.setAttribute("aria-valuenow", Math.round(100 * part))
}
split.addEventListener("pointerdown", event => {
  const box = $("board").getBoundingClientRect()
  follow(event, later => {
    part = clamp((later.clientX - box.left) / box.width, 0, 1)
    placeSplit()
  })
})
split.addEventListener("keydown", event => {
  const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
  if (!way) return
  event.stopPropagation()
  part = clamp(part + way / 50, 0, 1)
  placeSplit()
})
on("view", placeSplit)
on("document", () => {
  $("compare").hidden = !state.document.compare
  if (!state.document.compare && mode !== "off") compare("off")
})
