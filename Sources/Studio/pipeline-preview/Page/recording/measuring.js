// The form for measuring a recording again, with its settings: pictures of its layers and screens, the part to use, and
// the pixels for each point.

import { el } from "../core/dom.js"
import { ask, Refusal } from "../core/server.js"

const stem = name => name.replace(/\.[^.]*$/, "").replace(/[^\p{L}\p{N}_-]+/gu, "-") || "layer"

async function keep(id, file) {
  const answer = await ask(`/recording/${id}/picture`, { query: { name: file.name }, bytes: file })
  return (await answer.json()).picture
}

// Creates the form; `measure` receives the settings and returns a promise.
export function measuringForm({ id, name }, measure) {
  const picture = (label, multiple = false) =>
    el("input", { type: "file", accept: "image/*,.svg", multiple, id: `measuring-${label}` })
  const word = (label, hint) => el("input", { type: "text", placeholder: hint, id: `measuring-${label}` })
  const fields = {
    layers: [
      "Layers",
      picture("layers", true),
      "Pictures of the layers that move or fade. The names of the pictures become the names of the layers.",
    ],
    before: ["Screen before", picture("before"), ""],
    after: ["Screen after", picture("after"), ""],
    from: ["From", word("from", "seconds, or 120ms"), ""],
    to: ["To", word("to", "seconds, or 120ms"), ""],
    scale: ["Pixels a point", word("scale", "1"), ""],
  }
  const file = key => fields[key][1].files[0]
  const text = key => fields[key][1].value.trim() || undefined
  const fault = el("p", { class: "bad", role: "alert" })
  const button = el("button", { class: "main", id: "measure-again" }, "Measure it so")

  async function options() {
    const scale = text("scale")
    if (scale !== undefined && !(Number(scale) > 0))
      throw new Refusal(422, { message: "Pixels per point must be a number above 0" })
    if (!file("before") !== !file("after"))
      throw new Refusal(422, { message: "The screens before and after must be given together" })
    const layers = []
    for (const one of fields.layers[1].files)
      layers.push({ name: stem(one.name), picture: await keep(id, one) })
    return {
      layers: layers.length ? layers : undefined,
      screens: file("before") ? [await keep(id, file("before")), await keep(id, file("after"))] : undefined,
      from: text("from"),
      to: text("to"),
      scale: scale === undefined ? undefined : Number(scale),
    }
  }

  button.onclick = async () => {
    button.disabled = true
    fault.textContent = ""
    try {
      await measure(await options(), form)
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal
      fault.textContent = refusal.message
    }
    button.disabled = false
  }
  const form = el(
    "div",
    { class: "measuring", "aria-label": `How ${name} is measured` },
    ...Object.values(fields).map(([label, input, doc]) =>
      el("div", { class: "field", title: doc }, el("label", { for: input.id }, label), input),
    ),
    button,
    fault,
  )
  return form
}
