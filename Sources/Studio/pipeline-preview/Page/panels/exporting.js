// The export dialog shows the outputs with progress and remaining time, the finished film (to play, download and
// locate), and the code of the transition (to copy).

import { $, el, icon } from "../core/dom.js"
import { tried } from "../core/edit.js"
import { ask, askJSON } from "../core/server.js"
import { state } from "../core/state.js"
import { plainLine } from "../core/words.js"
import { copyButton, open } from "./panels.js"

// The functions that show the server's messages about each export in its line, also after the dialog was closed.
const lines = new Map()
export function exported(told) {
  const hear = lines.get(told.id)
  if (hear) hear(told)
  else early.set(told.id, told)
}
// The last messages about exports whose numbers are not known yet, because a failure may arrive before the answer.
const early = new Map()

const words = {
  mp4: "Film",
  mov: "Film",
  webm: "Film with transparency",
  gif: "Picture that moves",
  apng: "Picture that moves, with transparency",
  webp: "Picture that moves, with transparency",
  png: "Picture",
}
const endingOf = path => path.split(".").at(-1).toLowerCase()
const kindOf = path => (/%0?\d*d/.test(path) ? "Every frame as a picture" : (words[endingOf(path)] ?? "File"))

const sizeOf = bytes =>
  bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1e6).toFixed(1)} MB`

const timeOf = seconds =>
  seconds < 60
    ? `${Math.max(1, Math.round(seconds))} s`
    : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`

// Returns the size, duration and frame rate of an export, as the run reported them.
const factsOf = ({ bytes, facts }) =>
  [...(bytes ? [sizeOf(bytes)] : []), ...facts]
    .map(fact => fact.replace("×", " × ").replace(/ fps$/, " frames a second"))
    .join(" · ")

// Returns the notes of a run, in which positions in the file are replaced by the names of places.
const remarksOf = message =>
  message
    .split("\n")
    .map(line => plainLine(state.json, line))
    .join("\n")
    .replace(/(\d+) bytes of at most (\d+)/g, (_, is, most) => `${sizeOf(+is)} of at most ${sizeOf(+most)}`)

// Shows the film in the dialog; the browser plays it.
async function show(id, path, place) {
  const answer = await tried(() => ask(`/exports/${id}/file`))
  if (!answer) return
  const address = URL.createObjectURL(await answer.blob())
  const isFilm = ["mp4", "webm", "mov"].includes(endingOf(path))
  place.replaceChildren(
    isFilm
      ? el("video", {
          src: address,
          controls: true,
          autoplay: true,
          loop: true,
          muted: true,
          playsInline: true,
          "aria-label": path,
        })
      : el("img", { src: address, alt: path }),
  )
  $("dialog").addEventListener("close", () => URL.revokeObjectURL(address), { once: true })
}

async function download(id, path) {
  const answer = await tried(() => ask(`/exports/${id}/file`))
  if (!answer) return
  const address = URL.createObjectURL(await answer.blob())
  el("a", { href: address, download: path.split("/").at(-1) }).click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

async function findFolder(id, says) {
  try {
    await ask(`/exports/${id}/folder`, { body: {} })
  } catch (refusal) {
    says.textContent = refusal.message
  }
}

function ready(id, path, told, { says, after, film }) {
  says.textContent = `done · ${factsOf(told)}`
  if (told.message) after.append(el("p", { class: "doc remarks" }, remarksOf(told.message)))
  const isOne = told.bytes !== null && told.bytes !== undefined
  const where = el("small", { role: "status" })
  after.append(
    el(
      "div",
      { class: "buttons" },
      isOne ? el("button", { onclick: () => show(id, path, film) }, icon("play"), "Open") : null,
      isOne ? el("button", { onclick: () => download(id, path) }, icon("export"), "Download") : null,
      el("button", { onclick: () => findFolder(id, where) }, icon("group"), "Show in folder"),
    ),
    where,
  )
}

// Returns the progress as text, with the remaining time estimated from the current speed.
function progressOf({ done, of }, passed) {
  if (!of) return "begins…"
  const left = done ? (passed / done) * (of - done) : 0
  return `${done} of ${of} frames${left < 1 ? "" : ` · ${timeOf(left)} left`}`
}

// Creates the line of an output, with its button and its result.
function line(path, command, isOwn) {
  const says = el("small", { role: "status" }),
    bar = el("progress", { max: 1, value: 0, hidden: true }),
    after = el("div", { class: "after" }),
    film = el("div", { class: "made" })
  const button = el("button", { class: "main" }, "Export")
  let began = 0
  const idle = () => {
    bar.hidden = true
    button.textContent = "Export"
    button.onclick = start
  }
  const hear = id => told => {
    if (told.state === "running") {
      began ||= performance.now()
      bar.value = told.of ? told.done / told.of : 0
      says.textContent = progressOf(told, (performance.now() - began) / 1000)
      return
    }
    lines.delete(id)
    early.delete(id)
    idle()
    says.className = told.state
    if (told.state === "done") ready(id, path, told, { says, after, film })
    else says.textContent = told.state === "cancelled" ? "cancelled" : remarksOf(told.message)
  }
  const start = async () => {
    after.replaceChildren()
    film.replaceChildren()
    says.className = ""
    began = 0
    const answer = await tried(() => askJSON("/export", { body: { path, isOwn } }))
    if (!answer) return
    lines.set(answer.id, hear(answer.id))
    says.textContent = "begins…"
    bar.hidden = false
    button.textContent = "Cancel"
    button.onclick = () => ask(`/exports/${answer.id}/cancel`, { body: {} })
    if (early.has(answer.id)) exported(early.get(answer.id))
  }
  button.onclick = start
  return boxOf(path, command, button, bar, says, after, film)
}

function boxOf(path, command, button, ...parts) {
  const kind = el("small", { class: "kind" }, kindOf(path)),
    source = [el("summary", {}, "As a command"), el("code", {}, command), copyButton(command)]
  return el(
    "div",
    { class: "output" },
    el("b", { title: path }, path),
    button,
    kind,
    ...parts,
    el("details", { class: "source" }, ...source),
  )
}

// The lines of the dialog, which remain after the dialog is closed, so that running and finished exports are still listed.
const kept = new Map()
function lineOf(path, command, isOwn = false) {
  const key = `${path} ${command}`
  if (!kept.has(key)) kept.set(key, line(path, command, isOwn))
  return kept.get(key)
}

// Shows the document as code for a platform, with the list of features that the code leaves out.
async function codeOf(name, file, place) {
  place.replaceChildren(el("small", { role: "status" }, "writes…"))
  const told = await tried(() => askJSON(`/code/${name}`))
  if (!told) return place.replaceChildren()
  const { text, others, leftOut } = told
  const command = `pipeline export ${file} --to ${name} -o ${others ? "out/code" : `out/${told.name}`}`
  const files = others
    ? el("p", { class: "doc" }, `${others} more files belong to this export. The command writes all of them.`)
    : null
  const list = el(
    "ul",
    { class: "doc remarks" },
    leftOut.map(line => el("li", {}, line)),
  )
  const omitted = leftOut.length ? [el("p", { class: "doc remarks" }, "It leaves out:"), list] : []
  place.replaceChildren(
    ...[
      el("pre", {}, text),
      copyButton(text),
      el("code", {}, command),
      copyButton(command),
      files,
      ...omitted,
    ].filter(Boolean),
  )
}

function codes(file) {
  const place = el("div", { class: "source" }),
    choice = el("select", { "aria-label": "Code for", onchange: () => codeOf(choice.value, file, place) })
  const load = async () => {
    if (choice.options.length) return
    const told = await tried(() => askJSON("/code"))
    if (!told) return
    const rows = told.targets.map(({ name, about }) => el("option", { value: name }, `${name}: ${about}`))
    choice.replaceChildren(...rows)
    codeOf(choice.value, file, place)
  }
  return el(
    "details",
    { class: "source", id: "code", ontoggle: load },
    el("summary", {}, "Code"),
    choice,
    place,
  )
}

export function exports() {
  const { outputs, file } = state.document
  const path = el("input", { type: "text", value: "out/preview.mp4", "aria-label": "Path of another output" })
  const more = el("div", {})
  const add = () => more.append(lineOf(path.value, `pipeline run ${file} -o ${path.value}`))
  open(
    "Export",
    ...outputs.map(o => lineOf(o.path, o.command, true)),
    more,
    el("div", { class: "field" }, el("label", {}, "Another"), path, el("button", { onclick: add }, "Add")),
    codes(file),
  )
}
