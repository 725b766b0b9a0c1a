// The player requests frames ahead of the playhead, decodes them in advance, and shows each frame at its time.

import { $, icon } from "../core/dom.js"
import { ask } from "../core/server.js"
import { frameAt, isIn, on, onCalmly, state, tell } from "../core/state.js"

const pen = $("canvas").getContext("2d")
// The number of simultaneous requests, limited by the browser's connections to one server.
const atATime = 2
const byteBudget = 400e6
// The number of frames that must be decoded before playback starts, and the maximum time to wait for them.
const head = 8,
  patience = 1500

const kept = new Map() // number → { picture, draft }
const asked = new Map() // number → { off, draft }
let version = 0,
  decodeMs = 0,
  drawn = null
const refused = new Set(),
  retried = new Set()

// The numbers of frames that were shown during playback, and of frames that were late.
export const counts = { shown: 0, late: 0 }

// MARK: Frames

const ahead = number => {
  const { frames } = state.document
  return (number - frameAt(state.time) + frames) % frames
}
const frameBytes = draft => {
  const { size, scale } = state.document
  return size[0] * size[1] * scale * scale * (draft ? 1 : 4)
}

// Returns whether a draft is played, which has half the size: drafts replace full frames that are drawn or decoded too
// slowly.
function playsDraft(number) {
  const { progress, document, speed } = state
  const each = 1000 / document.fps / speed
  if (decodeMs / atATime > 0.9 * each) return true
  return !isIn(progress.full, number) && progress.fullMs > each
}

function next() {
  const { document, progress, playing, range } = state
  const now = frameAt(state.time)
  const have = (number, draft) =>
    asked.has(number) || refused.has(number) || (kept.has(number) && (draft || !kept.get(number).draft))
  if (!playing && !have(now, true) && progress.fullMs > 120 && !isIn(progress.full, now))
    return { number: now, draft: true }
  if (!playing && !have(now, seesDraft())) return { number: now, draft: seesDraft() }
  // During a drag, only the drag's own frames are requested.
  if (state.dragging) return null
  const [first, end] = range
    ? [frameAt(range[0]), frameAt(range[1] - 0.5 / document.fps) + 1]
    : [0, document.frames]
  const count = end - first
  let room = byteBudget
  for (let i = 0; i < count && room > 0; i++) {
    const number = first + ((((now - first + i) % count) + count) % count)
    const draft = playsDraft(number)
    room -= frameBytes(draft)
    if (have(number, draft)) continue
    // While playback is paused, frames far ahead are requested only if the server already has them.
    const isThere = isIn(draft ? progress.drafts : progress.full, number)
    if (isThere || (playing && i < 30)) return { number, draft }
  }
  return null
}

async function fetchOne({ number, draft }) {
  const off = new AbortController()
  asked.set(number, { off, draft })
  const of = version
  try {
    const answer = await ask(`/frames/${of}/${number}`, {
      query: draft ? { draft: 1 } : {},
      signal: off.signal,
    })
    const file = await answer.blob()
    const begun = performance.now()
    const picture = await createImageBitmap(file)
    if (!draft) decodeMs += (performance.now() - begun - decodeMs) / 8
    if (of !== version) return picture.close()
    keep(number, { picture, draft })
  } catch (refusal) {
    // A plugin's failure also arrives as an event. A request is repeated once if the renderer was restarted, and a
    // broken connection is opened again.
    const again = refusal.status === 503 && !retried.has(number)
    if (again) retried.add(number)
    else if (refusal.status === undefined && refusal.name !== "AbortError")
      await new Promise(go => setTimeout(go, 300))
    else if (of === version && refusal.name !== "AbortError") refused.add(number)
  } finally {
    if (asked.get(number)?.off === off) asked.delete(number)
    pump()
  }
}

function keep(number, frame) {
  kept.get(number)?.picture.close()
  kept.set(number, frame)
  let bytes = 0
  for (const { draft } of kept.values()) bytes += frameBytes(draft)
  while (bytes > byteBudget && kept.size > head) {
    const far = [...kept.keys()].reduce((a, b) => (ahead(a) > ahead(b) ? a : b))
    bytes -= frameBytes(kept.get(far).draft)
    kept.get(far).picture.close()
    kept.delete(far)
  }
  if (number === frameAt(state.time)) show(true)
}

// Returns whether half the size is used during a drag: if the picture is displayed no larger, or if a full frame takes
// too long.
const seesDraft = () => {
  if (!state.dragging) return false
  const { size, scale } = state.document
  const isSmall = $("canvas").clientWidth * devicePixelRatio <= 0.55 * size[0] * scale
  return isSmall || (state.progress.fullMs ?? 0) > 20
}

// The frame that the answer to a change should include.
export const wanted = () =>
  state.document && !state.playing && !state.feeling
    ? { frame: frameAt(state.time), draft: seesDraft(), drags: state.dragging }
    : {}

export async function bring(of, { frame: number, draft }, file) {
  const picture = await createImageBitmap(file)
  if (of < version) return picture.close()
  renew(of)
  keep(number, { picture, draft })
}

export function pump() {
  if (!state.document) return
  const now = frameAt(state.time)
  // The frame under the playhead does not wait for other frames.
  if (
    !state.playing &&
    asked.size >= atATime &&
    !asked.has(now) &&
    kept.get(now)?.draft !== false &&
    !refused.has(now)
  ) {
    const [number, { off }] = asked.entries().next().value
    asked.delete(number)
    off.abort()
  }
  while (asked.size < atATime) {
    const wanted = next()
    if (!wanted) return
    fetchOne(wanted)
  }
}

// Returns the picture of one frame for other parts of the page, from the cache or the server.
export async function frame(number, draft) {
  const frame = kept.get(number)
  if (frame && (draft || !frame.draft)) return createImageBitmap(frame.picture)
  const answer = await ask(`/frames/${version}/${number}`, { query: draft ? { draft: 1 } : {} })
  return createImageBitmap(await answer.blob())
}

export function paint(picture) {
  const { size, scale } = state.document
  const width = Math.round(size[0] * scale),
    height = Math.round(size[1] * scale)
  const { canvas } = pen
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height })
  else pen.clearRect(0, 0, width, height)
  pen.drawImage(picture, 0, 0, width, height)
}

// Draws the frame at the playhead; returns true if the frame is shown.
function show(again) {
  if (!state.document || state.feeling) return true
  const number = frameAt(state.time)
  const frame = kept.get(number)
  const isNew = drawn?.number !== number || drawn.version !== version
  if (isNew || again) {
    if (!frame) return false
    paint(frame.picture)
    drawn = { number, version, draft: frame.draft }
    $("canvas").dataset.frame = number
    $("canvas").dataset.version = version
    tell("shown")
  }
  return true
}

// Removes cached frames and pending requests, which belong to an older version.
function renew(of) {
  if (version === of) return
  version = of
  for (const { off } of asked.values()) off.abort()
  for (const { picture } of kept.values()) picture.close()
  asked.clear()
  kept.clear()
  refused.clear()
  retried.clear()
  if (waiting) waiting = performance.now()
}
on("document", () => {
  // The frames after a change may arrive before the document's event.
  if (state.document.version >= version) renew(state.document.version)
  show()
  pump()
})
on("progress time dragged", pump)
on("time", () => show())
on("felt", () => {
  drawn = null
  show()
  pump()
})

export const shownIsDraft = () => drawn?.draft ?? false

// MARK: The clock

let started = null // { now, time }: when and at which frame time playback began
let waiting = null // the time at which the player began to wait for frames
let missing = null

export function setPlaying(playing) {
  if (playing === state.playing || !state.document) return
  state.playing = playing
  const { start, end } = span()
  if (playing && (state.time < start || state.time > end - 0.75 / state.document.fps)) state.time = start
  started = null
  waiting = playing ? performance.now() : null
  if (!playing) silence()
  $("play").replaceChildren(
    icon(playing ? "pause" : "play"),
    Object.assign(document.createElement("span"), { textContent: playing ? "Pause" : "Play" }),
  )
  tell("playing")
  tell("time")
}

const span = () => ({ start: state.range?.[0] ?? 0, end: state.range?.[1] ?? state.document.duration })

function isReady() {
  const now = frameAt(state.time),
    last = frameAt(span().end - 0.5 / state.document.fps)
  for (let number = now; number < Math.min(now + head, last + 1); number++) {
    if (!kept.has(number) && !refused.has(number)) return false
  }
  return true
}

function advance(now) {
  const { fps } = state.document
  if (waiting !== null) {
    if (!isReady() && performance.now() - waiting < patience) return
    waiting = null
    missing = null
    // Playback starts from the middle of a frame, so that rounding neither repeats nor skips a frame.
    started = { now, time: (frameAt(state.time) + 0.5) / fps }
    sound(started.time)
  }
  const { start, end } = span()
  const length = Math.max(end - start, 1 / fps)
  let time = started.time + ((now - started.now) / 1000) * state.speed
  if (time >= end) {
    time = start + ((time - start) % length)
    started = { now, time }
    sound(time)
  }
  const before = frameAt(state.time)
  state.time = time
  const number = frameAt(time)
  if (number !== before) {
    counts.shown++
    const skipped = ((number - before + state.document.frames) % state.document.frames) - 1
    const wrapped = number < before
    if (!kept.has(number) || (!wrapped && skipped > 0 && state.speed === 1 && fps <= 60)) counts.late++
  }
  if (kept.has(number) || refused.has(number)) missing = null
  else if (now - (missing ??= now) > 250) {
    waiting = performance.now()
    started = null
    silence()
  }
}

function tick(now) {
  requestAnimationFrame(tick)
  if (!state.document) return
  if (state.playing && !state.feeling) {
    advance(now)
    tell("time")
  }
}

// MARK: Sound

let context = null,
  buffer = null,
  bufferVersion = 0,
  source = null

// Browsers allow sound only after the user has touched the page.
for (const touch of ["pointerdown", "keydown"]) {
  addEventListener(
    touch,
    () => {
      if (!state.document?.sounds.length) return
      context ??= new AudioContext()
      if (context.state === "suspended")
        context.resume().then(() => {
          if (started) sound(state.time)
        })
      load()
    },
    true,
  )
}

async function load() {
  const of = state.document.version
  if (!context || bufferVersion === of || !state.document.sounds.length) return
  bufferVersion = of
  try {
    const bytes = await (await ask("/sound.wav")).arrayBuffer()
    const decoded = await context.decodeAudioData(bytes)
    if (bufferVersion !== of) return
    buffer = decoded
    if (started) sound(state.time)
  } catch {
    buffer = null
  }
}

function sound(time) {
  silence()
  if (
    !buffer ||
    state.muted ||
    !state.document.sounds.length ||
    context.state !== "running" ||
    time >= buffer.duration
  )
    return
  source = context.createBufferSource()
  source.buffer = buffer
  source.playbackRate.value = state.speed
  source.connect(context.destination)
  source.start(0, time)
}

function silence() {
  source?.stop()
  source = null
}

on("document", () => {
  $("mute").hidden = !state.document.sounds.length
  load()
})

export function setMuted(muted) {
  state.muted = muted
  $("mute").setAttribute("aria-pressed", !muted)
  $("mute").replaceChildren(icon(muted ? "silent" : "sound"))
  if (muted) silence()
  else if (started) sound(state.time)
}

export function setSpeed(speed) {
  state.speed = speed
  if (started) {
    started = { now: performance.now(), time: state.time }
    sound(state.time)
  }
}

// Restarts the clock after a jump of the playhead during playback.
export function rebase() {
  if (!state.playing) return
  started = null
  waiting = performance.now()
  silence()
}

// MARK: Telling the server where we are

let told = 0,
  telling = null
function look() {
  const wait = state.playing ? 500 : 60
  if (telling || !state.document) return
  telling = setTimeout(
    () => {
      telling = null
      told = performance.now()
      const { time, playing, range, speed } = state
      ask("/look", { body: { time: Math.min(time, state.document.duration), playing, range, speed } }).catch(
        () => {},
      )
    },
    Math.max(0, wait - (performance.now() - told)),
  )
}
onCalmly("time document", look)
on("playing dragged", look)

requestAnimationFrame(tick)
