// A recording that is dropped on the page is measured, or compared with the open document, by the commands that a user
// would type. A card shows progress and errors.

import { el, icon } from "../core/dom.js"
import { showMatch } from "./matched.js"
import { measureAgain, showMeasured } from "./measured.js"
import { openMenu } from "../core/menu.js"
import { open } from "../panels/panels.js"
import { Refusal } from "../core/server.js"
import { state } from "../core/state.js"
import { keep, makeCard, work } from "./work.js"

const endings = /\.(mp4|m4v|mov|webm|mkv|avi|gif|apng)$/i

// Returns whether a file is a recording, judged mainly by its extension, because browsers know the types of few recordings.
export const isRecording = file => endings.test(file.name) || /^(video\/|image\/(gif|apng)$)/.test(file.type)

// Sends a file, starts an action on the recording, and shows the result.
async function run(file, act, put) {
  const card = makeCard(file.name, put)
  const base = state.document?.hash
  let id = null
  try {
    card.says.textContent = "Reads it…"
    id = await keep(file)
    const found = await work(id, act, card)
    card.box.remove()
    if (!found) return
    const recording = { id, name: file.name }
    if (act === "measure") showMeasured(recording, found)
    else showMatch(recording, found, base)
  } catch (refusal) {
    card.fail(refusal instanceof Refusal ? refusal.message : `${file.name} cannot be read`)
    if (id === null || act !== "measure") return
    // The recording, to which the user may add settings.
    const recording = { id, name: file.name }
    const more = el("button", { class: "copy more" }, "More options…")
    more.onclick = () => {
      card.box.remove()
      open(`Measure ${file.name}`, measureAgain(recording))
    }
    card.box.append(more)
  }
}

export const measure = (file, put) => run(file, "measure", put)

// Offers the three uses of a recording that is dropped on an open document.
export function dropRecording(file, { clientX, clientY }, addLayer) {
  const place = {
    x: Math.min(clientX, innerWidth - 316),
    y: Math.min(clientY + 12, innerHeight - 140),
  }
  const put = box => {
    box.classList.add("here")
    Object.assign(box.style, { left: `${place.x}px`, top: `${place.y}px` })
    document.body.append(box)
  }
  openMenu(place, file.name, [
    file.name,
    {
      label: "Compare it with this document",
      hint: "match",
      icon: "compare",
      act: () => run(file, "match", put),
    },
    {
      label: "Measure it: a new document",
      hint: "measure",
      icon: "path",
      act: () => run(file, "measure", put),
    },
    { label: "Show it as a layer", hint: "film", icon: "film", act: addLayer },
  ])
}

// Creates the gallery's drop zone for recordings; `offer` asks the user how to use a recording.
export function recordingZone(offer) {
  const input = el("input", {
    type: "file",
    accept: "video/*,image/gif,.mkv,.mov",
    "aria-label": "A recording",
    onchange: () => {
      if (input.files[0]) asked(input.files[0])
      input.value = ""
    },
  })
  const below = el("div", { class: "works" })
  const zone = el(
    "label",
    { class: "drop recording" },
    icon("film"),
    el(
      "span",
      {},
      el("b", {}, "A recording"),
      " Drop a video or GIF, or choose one: the studio measures its moves, or shows it in a phone.",
    ),
    input,
  )
  const take = files => {
    zone.classList.remove("over")
    below.replaceChildren()
    for (const file of files.slice(0, 1)) measure(file, box => below.append(box))
  }
  const asked = file => {
    zone.classList.remove("over")
    const { left, bottom } = zone.getBoundingClientRect()
    offer(file, { x: left + 24, y: bottom - 12, bottom: bottom - 12 }, take)
  }
  zone.ondragover = event => {
    event.preventDefault()
    zone.classList.add("over")
  }
  zone.ondragleave = () => zone.classList.remove("over")
  zone.ondrop = event => {
    event.preventDefault()
    event.stopPropagation()
    if (event.dataTransfer.files[0]) asked(event.dataTransfer.files[0])
  }
  return { part: el("div", {}, zone, below), take }
}
