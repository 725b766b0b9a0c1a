// The page on a phone: the film fills the screen at its real size, shows each change, and reacts to the finger if the
// document has a gesture. The page cannot change the document, because its token gives no access to routes that do.

import { ask, askPicture, listen } from "../core/server.js"

const canvas = document.getElementById("canvas"),
  pen = canvas.getContext("2d"),
  line = document.getElementById("says")
const frames = new Map() // number → picture of the current version
let film = null,
  began = performance.now(),
  shown = -1,
  waiting = 0,
  gesture = null,
  sound = null

let gone = 0
function say(text) {
  line.textContent = text
  line.classList.remove("gone")
  clearTimeout(gone)
  gone = setTimeout(() => line.classList.add("gone"), 3000)
}

listen(
  {
    document(told) {
      film = told
      for (const picture of frames.values()) picture.close()
      frames.clear()
      shown = -1
      began = performance.now()
      document.title = told.name ?? "film"
      const {
        size: [width, height],
        scale,
      } = told
      Object.assign(canvas, { width: Math.round(width * scale), height: Math.round(height * scale) })
      // A point of the film has the size of a point of the phone, if the phone is large enough.
      canvas.style.width = `${width}px`
      canvas.style.aspectRatio = `${width} / ${height}`
      say(told.interactions.length ? "Use your finger" : "")
      loadSound()
    },
    problems: () => say("The file has an error. The phone shows the last version without errors."),
  },
  isThere => {
    if (!isThere) say("The studio has ended.")
  },
)

// MARK: Playing

async function load(number) {
  if (waiting >= 2 || frames.has(number)) return
  const { version } = film
  waiting++
  try {
    const picture = await askPicture(`/frames/${version}/${number}`)
    if (version === film.version) frames.set(number, picture)
    else picture.close()
  } catch {
    /* The error is ignored: the version no longer exists, or the frame cannot be drawn. */
  }
  waiting--
}

function draw(picture) {
  pen.clearRect(0, 0, canvas.width, canvas.height)
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
}

const waitsForFinger = () => film.interactions.length === 1 && film.interactions[0].start === 0
// Returns the transition that a finger controls: the current or the next transition, otherwise the last.
const underFinger = () => {
  const time = waitsForFinger() ? 0 : shown / film.fps
  return film.interactions.find(i => i.end > time) ?? film.interactions.at(-1)
}

function tick(now) {
  requestAnimationFrame(tick)
  if (!film || gesture) return
  const rest = 600,
    length = film.duration * 1000
  // A film with one gesture waits at its start for the finger.
  const time = waitsForFinger() ? 0 : Math.min((now - began) % (length + rest), length)
  const number = Math.min(film.frames - 1, Math.floor((time / 1000) * film.fps + 1e-6))
  for (let k = 0; k < 24 && waiting < 2; k++) load((number + k) % film.frames)
  const ready =
    frames.get(number) ?? frames.get([...frames.keys()].filter(n => n <= number).sort((a, b) => b - a)[0])
  if (ready && number !== shown) {
    draw(ready)
    shown = number
  }
  if (sound && !sound.paused && Math.abs(sound.currentTime * 1000 - time) > 200 && time < length)
    sound.currentTime = time / 1000
}
requestAnimationFrame(tick)

async function loadSound() {
  sound?.pause()
  sound = null
  if (!film.sounds.length) return
  try {
    sound = new Audio(URL.createObjectURL(await (await ask("/sound.wav")).blob()))
    say("Tap for the sound")
  } catch {
    /* The error is ignored: the document has no gesture. */
  }
}

// MARK: The finger

let count = 0,
  asking = false
const session = Math.random().toString(36).slice(2)
const fingers = new Map()
const place = event => {
  const box = canvas.getBoundingClientRect()
  return [
    ((event.clientX - box.left) / box.width) * film.size[0],
    ((event.clientY - box.top) / box.height) * film.size[1],
  ]
}
const seconds = () => (performance.now() - gesture.began) / 1000

function sample() {
  const { interaction } = gesture,
    { size } = film,
    [first, second] = [...fingers.values()]
  if (interaction.points) return first
  if (interaction.gesture !== "pinch")
    return [Math.min(1, Math.max(0, (first[0] - gesture.from[0]) / size[0]))]
  const apart = second
    ? Math.hypot(first[0] - second[0], first[1] - second[1])
    : 2 * Math.hypot(first[0] - size[0] / 2, first[1] - size[1] / 2)
  gesture.spread ??= Math.max(1, apart)
  return [apart / gesture.spread]
}

document.addEventListener("pointerdown", event => {
  if (sound?.paused) sound.play().catch(() => {})
  if (!film?.interactions.length) return
  fingers.set(event.pointerId, place(event))
  if (fingers.size > 1) return
  gesture = {
    id: `${session}-${++count}`,
    began: performance.now(),
    from: place(event),
    points: [],
    isOver: false,
    interaction: underFinger(),
  }
  gesture.points.push([0, ...sample()])
  follow()
})
document.addEventListener("pointermove", event => {
  if (!gesture || !fingers.has(event.pointerId)) return
  fingers.set(event.pointerId, place(event))
  gesture.points.push([seconds(), ...sample()])
})
for (const name of ["pointerup", "pointercancel"]) {
  document.addEventListener(name, event => {
    if (!fingers.delete(event.pointerId) || fingers.size || !gesture) return
    gesture.points.push([seconds(), name === "pointerup" ? "release" : "cancel"])
    gesture.isUp = true
  })
}

// Requests the picture for the finger's position until the gesture ends.
async function follow() {
  if (asking) return
  asking = true
  while (gesture) {
    const now = gesture,
      points = now.points.splice(0)
    try {
      const answer = await ask("/gesture", {
        body: { id: now.id, move: now.interaction.move, time: seconds(), points, draft: false },
      })
      const picture = await createImageBitmap(await answer.blob())
      if (gesture === now) draw(picture)
      picture.close()
      const state = answer.headers.get("X-State")
      if (now === gesture && now.isUp && ["finished", "cancelled", "refused"].includes(state)) {
        await new Promise(done => setTimeout(done, 900))
        if (gesture === now) {
          gesture = null
          shown = -1
        }
      }
    } catch {
      gesture = null
    }
  }
  asking = false
}
