// The templates for a user's own screenshots, and the bundled examples; each of them creates a document.

import { el } from "../core/dom.js"
import { tried } from "../core/edit.js"
import { open } from "../panels/panels.js"
import { askJSON, askPicture, bytesOf, Refusal } from "../core/server.js"
import { guessedDevice, isPicture, tray, trayStrip } from "./tray.js"

const templates = {
  flow: ["Flow", "Moves from screen to screen and back, in a phone, with a visible finger."],
  "store-preview": [
    "Store preview",
    "Screens in a device under captions, in the size and length that the store requires.",
  ],
  "readme-gif": ["README", "A small GIF of the flow."],
  captions: ["Captions", "Screens in a phone, under titles that appear and disappear."],
  compare: ["Compare", "The screens before and after, separated by a moving line."],
  cards: ["Cards", "All pictures as cards that spring in one after another."],
}

const title = name => name[0].toUpperCase() + name.slice(1).replaceAll("-", " ")

export async function showStarters(row, gallery) {
  const told = await tried(() => askJSON("/starters"))
  if (!told) return
  row.append(
    el("span", {}, "Use a template with your screenshots:"),
    ...told.templates.map(name =>
      el(
        "button",
        { class: "copy", "data-template": name, title: templates[name]?.[1], onclick: () => template(name) },
        templates[name]?.[0] ?? title(name),
      ),
    ),
  )
  if (!told.examples.length) return
  const cards = told.examples.map(example)
  gallery.append(
    el("h2", { class: "part" }, "Examples"),
    el("div", { class: "cards" }, ...cards.map(c => c.card)),
  )
  for (const { load } of cards) await load()
}

// Shows an example with its picture; a click copies the example with its files into the folder.
function example(name) {
  const canvas = el("canvas", { width: 1, height: 1 })
  const begin = () => tried(() => askJSON("/begin", { body: { example: name } }))
  const card = el(
    "button",
    { class: "card wide", "data-example": name, onclick: begin },
    el("div", { class: "screen" }, canvas),
    el("b", {}, title(name)),
  )
  const load = async () => {
    if (!card.isConnected) return
    const picture = await askPicture(`/starters/${name}`).catch(() => null)
    if (!picture) return
    const by = Math.min(1, 480 / picture.width)
    Object.assign(canvas, { width: picture.width * by, height: picture.height * by })
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height)
    picture.close()
  }
  return { card, load }
}

const models = {
  "iphone-16": "iPhone 16",
  phone: "Any phone",
  tablet: "Tablet",
  browser: "Browser",
  watch: "Watch",
}

// The field shows the device that the first picture seems to come from, until the user chooses another device.
function deviceField() {
  const model = el(
    "select",
    { id: "model" },
    ...Object.entries(models).map(([value, name]) =>
      el("option", { value, selected: value === "phone" }, name),
    ),
  )
  let isChosen = false
  model.onchange = () => {
    isChosen = true
  }
  const guess = async () => {
    if (!isChosen && tray.files.length) model.value = await guessedDevice(tray.files[0])
  }
  return { model, guess }
}

function zoneOf(take) {
  const input = el("input", {
    type: "file",
    accept: "image/*,.qoi",
    multiple: true,
    "aria-label": "Screenshots",
    onchange: () => take([...input.files]),
  })
  const zone = el(
    "label",
    { class: "drop small" },
    el("b", {}, "Screenshots"),
    el("span", {}, "Drop the screenshots in order, or choose files"),
    input,
  )
  zone.ondragover = event => event.preventDefault()
  zone.ondrop = event => {
    event.preventDefault()
    event.stopPropagation()
    take([...event.dataTransfer.files])
  }
  return zone
}

function template(name) {
  const least = name === "cards" ? 1 : 2
  const fault = el("p", { class: "doc bad", role: "alert" })
  const { model, guess } = deviceField()
  const begin = el("button", { class: "main", id: "begin" }, "Begin the document")
  const ready = () => {
    begin.disabled = tray.files.length < least
    guess()
  }
  const take = given => {
    const other = given.find(file => !isPicture(file))
    fault.textContent = other ? `${other.name} is not a picture.` : ""
    tray.add(given)
  }
  begin.onclick = async () => {
    begin.disabled = true
    try {
      const pictures = await Promise.all(
        tray.files.map(async file => ({ name: file.name, data: await bytesOf(file) })),
      )
      await askJSON("/begin", { body: { template: name, model: model.value, pictures } })
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal
      fault.textContent = refusal.message
    }
    begin.disabled = false
  }
  const hasDevice = name !== "compare" && name !== "cards"
  open(
    templates[name]?.[0] ?? title(name),
    el("p", { class: "doc" }, templates[name]?.[1] ?? ""),
    zoneOf(take),
    trayStrip(ready),
    fault,
    hasDevice ? el("div", { class: "field" }, el("label", { for: "model" }, "Device"), model) : [],
    begin,
  )
  ready()
}
