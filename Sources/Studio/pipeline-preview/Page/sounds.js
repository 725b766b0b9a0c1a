// The sounds of the document as bars under its steps: a bar is dragged in time, and a name is typed in its place.

import { renamed } from "./acts.js"
import { el, follow, round } from "./dom.js"
import { Change, change } from "./edit.js"
import { typeName } from "./menu.js"
import { state } from "./state.js"

// The place of each sound that is heard in the document's list; null for one that a step or a film makes.
function places(sounds) {
  const taken = new Set()
  return sounds.map(sound => {
    const found = (state.json.audio ?? []).findIndex(
      (said, i) => !taken.has(i) && said.file === sound.file && Math.abs((said.at ?? 0) - sound.start) < 1e-6,
    )
    if (found < 0) return null
    taken.add(found)
    return `/audio/${found}`
  })
}

const limit = (time, sound) =>
  Math.max(0, Math.min(time, state.document.duration - Math.min(0.05, sound.end - sound.start)))

// `scale`: where a time lies, how wide one is, the time at the pointer, one at which something is; `hold` keeps
// what is drawn while a bar is dragged.
export function soundRows({ percent, wide, timeAt, snapped, hold, seconds }) {
  const { sounds } = state.document
  const pointers = places(sounds)
  return sounds.map((sound, i) => {
    const pointer = pointers[i]
    const at = time => [{ pointer: `${pointer}/at`, value: round(limit(time, sound), 4) }]
    const press = event => {
      if (event.button !== 0) return
      event.stopPropagation()
      const bar = event.currentTarget,
        from = timeAt(event),
        was = event.clientX
      let work = null
      follow(
        event,
        later => {
          if (!work && Math.abs(later.clientX - was) < 4) return
          if (!work) hold(true)
          work ??= new Change()
          const start = limit(snapped(sound.start + timeAt(later) - from, null, later), sound)
          bar.style.left = percent(start)
          work.send(at(start))
        },
        () => work && hold(false),
      )
    }
    const name = el("b", {}, sound.id || "sound")
    const rename = () => typeName(name, sound.id ?? "", next => renamed(pointer, next))
    const says = `${sound.file}, ${seconds(sound.start)} to ${seconds(sound.end)}`
    return el(
      "div",
      { class: "row sound" },
      el(
        "span",
        {
          class: "name",
          title: pointer ? "Press twice to rename" : sound.file,
          ondblclick: pointer ? rename : undefined,
        },
        name,
        el("span", {}, sound.file),
      ),
      el(
        "div",
        { class: "lane" },
        el("div", {
          class: pointer ? "bar moves" : "bar",
          "data-sound": i,
          title: says,
          style: { left: percent(sound.start), width: wide(sound.end - sound.start) },
          ...(pointer
            ? {
                tabIndex: 0,
                role: "button",
                "aria-label": `Sound: ${says}. Alt and the arrows move it.`,
                onpointerdown: press,
                onkeydown: event => {
                  const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
                  if (event.key === "F2") rename()
                  else if (way && event.altKey) change(at(sound.start + way / state.document.fps))
                  else return
                  event.preventDefault()
                  event.stopPropagation()
                },
              }
            : {}),
        }),
      ),
    )
  })
}
