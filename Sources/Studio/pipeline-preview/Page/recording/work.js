// Works on a recording: sends the recording to the server, runs a command on it, and shows the progress on a card.

import { el, icon } from "../core/dom.js"
import { ask, askJSON, Refusal } from "../core/server.js"

const largest = 256 << 20

// The callbacks that wait for the state of recordings.
const waiting = new Map()
export const recordingTold = news => waiting.get(news.id)?.(news)

const acts = { measure: "Measures", match: "Compares" }

// Creates the card of a recording; `put` places the card on the page.
export function makeCard(name, put) {
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
      // The command's message names options, which are replaced by the names of the form's fields.
      says.textContent = message.replace(
        "choose a part with --from and --to",
        "press “More options…” and set From and To",
      )
    },
  }
}

// Runs a command on a recording that the server stores; returns the result, or null if the command was cancelled.
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

export async function keep(file) {
  if (file.size > largest) throw new Refusal(413, { message: `${file.name} is larger than 256 MB` })
  const answer = await ask("/recording", { query: { name: file.name }, bytes: file })
  return (await answer.json()).id
}
