// A recording that is dropped on the page: it is measured, or laid on the document that is open. The work is done
// by the commands that a person would type; a card where it was dropped says how far it is and what is wrong.

import { el, icon } from "./dom.js"
import { showMatch } from "./matched.js"
import { showMeasured } from "./measured.js"
import { measuringForm } from "./measuring.js"
import { openMenu } from "./menu.js"
import { open } from "./panels.js"
import { ask, askJSON, Refusal } from "./server.js"
import { state } from "./state.js"

const largest = 256 << 20
const endings = /\.(mp4|m4v|mov|webm|mkv|avi|gif|apng)$/i

// By its ending, for browsers know the kind of few.
export const isRecording = file => endings.test(file.name) || /^(video\/|image\/(gif|apng)$)/.test(file.type)

// Who waits for news of which recording.
const waiting = new Map()
export const recordingTold = news => waiting.get(news.id)?.(news)

const acts = { measure: "Measures", match: "Compares" }

// A card for one recording; `put` says where it stands.
function makeCard(name, put) {
  const says = el("p", { role: "status" }),
    bar = el("progress", { max: 1, value: 0 }),
    button = el("button", { class: "copy" }, "Cancel")
  const box = el("div", { class: "work" }, el("b", {}, icon("film"), name), button, bar, says)
  put(box)
  return {
    box,
    says,
    bar,
    button,
    fail(message) {
      bar.remove()
      button.textContent = "Close"
      button.onclick = () => box.remove()
      box.classList.add("failed")
      says.setAttribute("role", "alert")
      says.textContent = message
    },
  }
}

// Runs a command on a recording that the server has; what it found, or null where it was cancelled.
export async function work(id, act, card, more = {}) {
  card.button.onclick = () => ask(`/recording/${id}/cancel`, { body: {} })
  card.says.textContent = "Waits for its turn…"
  const end = new Promise((done, fail) => {
    waiting.set(id, news => {
      if (news.state === "running") {
        card.bar.value = news.of ? news.done / news.of : 0
        const part = news.of ? ` ${Math.floor((100 * news.done) / news.of)} %` : "…"
        card.says.textContent = `${acts[act]} it:${part}`
      } else if (news.state === "failed") fail(new Refusal(422, { message: news.message }))
      else done(news.state === "done")
    })
  })
  try {
    const { command } = await askJSON(`/recording/${id}/${act}`, { body: more })
    return (await end) ? { ...(await askJSON(`/recording/${id}/found.json`)), command } : null
  } finally {
    waiting.delete(id)
  }
}

async function keep(file) {
  if (file.size > largest) throw new Refusal(413, { message: `${file.name} is larger than 256 MB` })
  const answer = await ask("/recording", { query: { name: file.name }, bytes: file })
  return (await answer.json()).id
}

// Begins an act on a file, and shows what it found.
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
    // What it does not show by itself may be said.
    const recording = { id, name: file.name }
    const more = el("button", { class: "copy more" }, "Say more…")
    more.onclick = () => {
      card.box.remove()
      open(`Measure ${file.name}`, measureAgain(recording))
    }
    card.box.append(more)
  }
}

// The form that measures a recording again, which the server has.
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

export const measure = (file, put) => run(file, "measure", put)

// Over an open document a recording may be one of three things.
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

// The place of the gallery for recordings.
export function recordingZone() {
  const input = el("input", {
    type: "file",
    accept: "video/*,image/gif,.mkv,.mov",
    "aria-label": "A recording",
    onchange: () => {
      if (input.files[0]) take([...input.files])
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
      el("b", {}, "Measure a recording"),
      " Drop a video or GIF of a transition, or choose one: it becomes a document.",
    ),
    input,
  )
  const take = files => {
    zone.classList.remove("over")
    below.replaceChildren()
    for (const file of files.slice(0, 1)) measure(file, box => below.append(box))
  }
  zone.ondragover = event => {
    event.preventDefault()
    zone.classList.add("over")
  }
  zone.ondragleave = () => zone.classList.remove("over")
  zone.ondrop = event => {
    event.preventDefault()
    event.stopPropagation()
    take([...event.dataTransfer.files])
  }
  return { part: el("div", {}, zone, below), take }
}
