// Shows how much time each step, plugin, layer and encoder takes for a frame.

import { $, el } from "../core/dom.js"
import { tried } from "../core/edit.js"
import { open } from "./panels.js"
import { askJSON } from "../core/server.js"
import { state } from "../core/state.js"

const kinds = [
  ["step", "Steps"],
  ["plugin", "Plugins"],
  ["layer", "Layers"],
  ["encoder", "Encoders"],
  ["stage", "Stages of a frame"],
]
const most = 12

const table = (title, rows) =>
  el(
    "section",
    { class: "profile" },
    el("h3", {}, title),
    el(
      "table",
      {},
      el("thead", {}, el("tr", {}, el("th", {}, "Name"), el("th", {}, "ms a frame"), el("th", {}, "Share"))),
      el(
        "tbody",
        {},
        ...rows
          .slice(0, most)
          .map(row =>
            el(
              "tr",
              {},
              el("th", { scope: "row" }, row.name),
              el("td", {}, row.millisecondsPerFrame.toFixed(2)),
              el(
                "td",
                { style: { "--share": row.share ?? 0 } },
                row.share === undefined ? "" : `${(100 * row.share).toFixed(1)} %`,
              ),
            ),
          ),
      ),
    ),
    rows.length > most ? el("p", { class: "doc" }, `${rows.length - most} more`) : null,
  )

// Opens the dialog. The server draws one frame for each request, until the sample is complete or the dialog is closed.
export async function profile() {
  const { version } = state.document
  const says = el("p", { class: "doc", role: "status" }, "Frames are drawn…"),
    tables = el("div", {})
  open("How long each part takes to draw", says, tables)
  for (let begin = 1; $("dialog").open && says.isConnected && state.document.version === version; begin = 0) {
    const answer = await tried(() => askJSON("/profile", { query: { begin } }))
    if (!answer) return
    const { rows } = answer.profile
    tables.replaceChildren(
      ...kinds.flatMap(([kind, title]) => {
        const own = rows.filter(row => row.kind === kind)
        return own.length ? [table(title, own)] : []
      }),
    )
    says.textContent = `${answer.done} of ${answer.of} frames. The time of plugins is included in their steps and layers.`
    if (answer.done >= answer.of) return
  }
}
