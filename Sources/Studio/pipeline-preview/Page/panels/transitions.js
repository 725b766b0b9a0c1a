// Plays all available transitions between the two screens of a move; a click chooses a transition.

import { $, el } from "../core/dom.js"
import { act, tried } from "../core/edit.js"
import { ask, askJSON } from "../core/server.js"
import { state, written } from "../core/state.js"
import { setPlaying } from "../stage/player.js"
import { open } from "./panels.js"
import { plain } from "../core/words.js"

// The number of frames of each preview.
const moments = 9
// The keys of a move that belong to its transition, and are removed together with it.
const manner = ["timeline", "params", "layers", "direction", "compat", "easing"]

const isTransition = animator =>
  ["from", "to"].every(name => animator.roles?.some(role => role.name === name))

// Returns the edits that choose another transition for a move; null means the default transition.
export function editsOf(pointer, id) {
  const gone = [...manner, ...(id === null ? ["animator"] : [])]
  return [
    ...gone
      .filter(name => written(`${pointer}/${name}`) !== undefined)
      .map(name => ({ pointer: `${pointer}/${name}`, remove: true })),
    ...(id === null ? [] : [{ pointer: `${pointer}/animator`, value: id }]),
  ]
}

export async function transitions(step) {
  setPlaying(false)
  const told = await tried(() => askJSON("/animators"))
  if (!told) return
  const { pointer } = step,
    now = written(`${pointer}/animator`) ?? null
  const usual = {
    id: null,
    title: "As on the device",
    doc: "The standard transition of the device for this kind of move.",
  }
  const xfade = told.xfade.map(id => ({
    id,
    title: id.replace(":", " "),
    doc: "The transition of FFmpeg's filter xfade.",
  }))
  const cards = [usual, ...told.animators.filter(isTransition), ...xfade].map(animator =>
    card(step, animator, now),
  )
  const find = el("input", {
    type: "search",
    placeholder: "Find a transition",
    "aria-label": "Find a transition",
    oninput: () => {
      const words = find.value.toLowerCase()
      for (const { box, says } of cards) box.hidden = !says.includes(words)
    },
  })
  open("Transition", find, el("div", { class: "cards transitions" }, ...cards.map(c => c.box)))
  $("dialog").classList.add("wide")
  find.focus()
  play(cards)
  await loadSeen(cards)
}

// Loads the visible previews first, one transition after another, so that each transition is planned once.
async function loadSeen(cards) {
  const seen = new Set()
  const watcher = new IntersectionObserver(list => {
    for (const { target, isIntersecting } of list) seen[isIntersecting ? "add" : "delete"](target)
  })
  for (const { box } of cards) watcher.observe(box)
  const waiting = new Set(cards)
  while (waiting.size && isOpen(cards)) {
    await new Promise(requestAnimationFrame)
    const next = [...waiting].find(c => seen.has(c.box)) ?? (seen.size ? [...waiting][0] : null)
    if (!next) continue
    waiting.delete(next)
    await next.load()
  }
  watcher.disconnect()
}

const isOpen = cards => $("dialog").open && cards[0].box.isConnected

function play(cards) {
  const began = performance.now()
  const turn = now => {
    if (!isOpen(cards)) return
    for (const c of cards) c.show((now - began) / 1000)
    requestAnimationFrame(turn)
  }
  requestAnimationFrame(turn)
}

// Returns pictures of a move with a transition, which may have another duration than the move's own.
async function* momentsOf(step, body, fps) {
  const { frames, duration } = await askJSON("/variant", { body })
  const length = step.end - step.start + duration - state.document.duration
  for (let i = 0; i < moments; i++) {
    const part = i / (moments - 1)
    const number = Math.min(frames - 1, Math.round((step.start + part * length) * fps))
    const answer = await ask("/variant", { body: { ...body, number } })
    yield { part, picture: await createImageBitmap(await answer.blob()) }
  }
}

function card(step, animator, now) {
  const { hash, size, fps } = state.document
  const by = Math.min(1, 260 / Math.max(...size))
  const canvas = el("canvas", { width: Math.round(size[0] * by), height: Math.round(size[1] * by) })
  const edits = editsOf(step.pointer, animator.id)
  const box = el(
    "button",
    {
      class: "card",
      "data-transition": animator.id ?? "",
      "aria-pressed": animator.id === now,
      title: plain(animator.doc),
      onclick: () => {
        $("dialog").close()
        act(edits)
      },
    },
    el("div", { class: "screen" }, canvas),
    el("b", {}, animator.title),
  )
  const pictures = []
  let drawn = null

  const load = async () => {
    if (state.document.hash !== hash) return
    try {
      for await (const picture of momentsOf(step, { base: hash, edits }, fps))
        if (box.isConnected) pictures.push(picture)
        else return
    } catch {
      // The transition cannot be chosen if it needs elements that the screens do not have.
      box.disabled = true
      box.classList.add("failed")
    }
  }

  function show(seconds) {
    const part = Math.min(1, Math.max(0, ((seconds % 2.4) - 0.5) / 1))
    const shown = pictures.findLast(p => p.part <= part + 0.06)
    if (!shown || shown.picture === drawn) return
    drawn = shown.picture
    canvas.getContext("2d").drawImage(drawn, 0, 0, canvas.width, canvas.height)
  }
  return { box, load, show, says: `${animator.title} ${animator.id ?? ""} ${animator.doc}`.toLowerCase() }
}
