// Templates of a user's own screenshots, and the examples that come with the program; each begins a document.

import { el } from "./dom.js"
import { tried } from "./edit.js"
import { bytesOf } from "./gallery.js"
import { open } from "./panels.js"
import { askJSON, askPicture, Refusal } from "./server.js"

const templates = {
  flow: ["Flow", "From screen to screen and back, in a phone, with a finger."],
  "store-preview": ["Store preview", "The same with captions, as tall as a store asks for."],
  "readme-gif": ["README", "A small GIF of the flow."],
  captions: ["Captions", "Screens in a phone under titles that come and go."],
  compare: ["Compare", "Before and after, with a line that wanders between them."],
  cards: ["Cards", "All pictures as cards that spring in one after the other."],
}

const title = name => name[0].toUpperCase() + name.slice(1).replaceAll("-", " ")

export async function showStarters(row, gallery) {
  const told = await tried(() => askJSON("/starters"))
  if (!told) return
  row.append(
    el("span", {}, "Or with a template of your screenshots:"),
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

// What an example looks like, and a press that puts it with its files into the folder.
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

const isPicture = file => /^image\/(png|jpeg|webp)$/.test(file.type)

function template(name) {
  let files = []
  const least = name === "cards" ? 1 : 2
  const fault = el("p", { class: "doc bad", role: "alert" }),
    list = el("span", {}, "Drop the screenshots in their order, or choose them")
  const take = given => {
    const other = given.find(file => !isPicture(file))
    fault.textContent = other ? `${other.name} is no PNG, JPEG or WebP.` : ""
    files = [...files, ...given.filter(isPicture)]
    if (files.length) list.textContent = files.map(file => file.name).join(", ")
    begin.disabled = files.length < least
  }
  const input = el("input", {
    type: "file",
    accept: "image/*",
    multiple: true,
    "aria-label": "Screenshots",
    onchange: () => take([...input.files]),
  })
  const zone = el("label", { class: "drop" }, el("b", {}, "Screenshots"), list, input)
  zone.ondragover = event => event.preventDefault()
  zone.ondrop = event => {
    event.preventDefault()
    event.stopPropagation()
    take([...event.dataTransfer.files])
  }
  const model = el(
    "select",
    { id: "model" },
    ...["iphone-16", "phone", "tablet", "browser", "watch"].map(m =>
      el("option", { value: m, selected: m === "phone" }, m),
    ),
  )
  const hasDevice = name !== "compare" && name !== "cards"
  const begin = el(
    "button",
    {
      class: "main",
      id: "begin",
      disabled: true,
      onclick: async () => {
        begin.disabled = true
        const pictures = await Promise.all(
          files.map(async file => ({ name: file.name, data: await bytesOf(file) })),
        )
        try {
          await askJSON("/begin", { body: { template: name, model: model.value, pictures } })
        } catch (refusal) {
          if (!(refusal instanceof Refusal)) throw refusal
          fault.textContent = refusal.message
        }
        begin.disabled = false
      },
    },
    "Begin the document",
  )
  open(
    templates[name]?.[0] ?? title(name),
    el("p", { class: "doc" }, templates[name]?.[1] ?? ""),
    el("div", { class: "drops" }, zone),
    fault,
    hasDevice ? el("div", { class: "field" }, el("label", { for: "model" }, "Device"), model) : [],
    begin,
  )
}
