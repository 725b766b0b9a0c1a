// A recording on the start page: the studio measures the recording, or shows it unchanged in a phone.

import { openMenu } from "../core/menu.js"
import { askJSON, ask, Refusal } from "../core/server.js"
import { note } from "../core/edit.js"
import { deviceOfSize } from "./tray.js"

// Returns the duration and size of a film, as the browser reads them; nulls if the browser cannot read the film.
const factsOf = file =>
  new Promise(done => {
    const video = document.createElement("video"),
      address = URL.createObjectURL(file)
    const end = facts => {
      URL.revokeObjectURL(address)
      done(facts)
    }
    video.onloadedmetadata = () =>
      end({
        seconds: Number.isFinite(video.duration) ? video.duration : null,
        width: video.videoWidth,
        height: video.videoHeight,
      })
    video.onerror = () => end({ seconds: null, width: 0, height: 0 })
    setTimeout(() => end({ seconds: null, width: 0, height: 0 }), 4000)
    video.src = address
  })

// The screen sizes of the devices in points, in their usual orientation.
const screens = {
  "iphone-16": [393, 852],
  phone: [390, 844],
  tablet: [820, 1180],
  watch: [198, 242],
  browser: [1280, 800],
}

// Returns the device that a recording probably comes from, with a screen of the recording's proportions.
function deviceOf(width, height) {
  if (!width) return { model: "phone" }
  const isTurned = width > 1.9 * height
  const model = isTurned ? deviceOfSize(height, width) : deviceOfSize(width, height)
  const [across, down] = isTurned ? screens[model].toReversed() : screens[model]
  const own =
    width > height
      ? [Math.round((down * width) / height), down]
      : [across, Math.round((across * height) / width)]
  const fits = Math.abs(own[0] / across - 1) < 0.02 && Math.abs(own[1] / down - 1) < 0.02
  return { model, ...(isTurned ? { orientation: "landscape" } : {}), ...(fits ? {} : { size: own }) }
}

// Creates a document that shows the film in its device, with the film's duration and, if the film has sound, its sound.
export async function putInPhone(file) {
  const { seconds, width, height } = await factsOf(file)
  try {
    await askJSON("/begin", { body: { size: width > height ? [960, 540] : [540, 960] } })
    const told = await (await ask("/drop", { query: { name: file.name }, bytes: file })).json()
    const { document: shown } = await askJSON("/document")
    const edits = more => [
      ...["layers", "timeline", "duration"].map(key => ({ pointer: `/${key}`, remove: true })),
      { pointer: "/canvas/background", value: "#e9e9ed" },
      { pointer: "/device", value: deviceOf(width, height) },
      { pointer: "/screens", value: { film: { recording: { [told.kind]: told.file, ...more } } } },
      { pointer: "/flow", value: [{ wait: seconds ? +seconds.toFixed(2) : 5 }] },
    ]
    const merge = "film"
    const put = more => askJSON("/edit", { body: { base: shown.hash, merge, edits: edits(more) } })
    const made = await put({ sound: true }).catch(() => put({}))
    // The server refuses the sound if the film has none.
    const base = made.hash
    await ask("/sound.wav").catch(() =>
      ask("/edit", {
        body: { base, merge, edits: [{ pointer: "/screens/film/recording/sound", remove: true }] },
      }),
    )
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal
    note(refusal.message)
  }
}

export function offerRecording(file, place, measure) {
  openMenu(place, file.name, [
    file.name,
    { label: "Measure it", hint: "its moves", icon: "path", act: () => measure([file]) },
    { label: "Put it in a phone", hint: "as it is", icon: "phone", act: () => putInPhone(file) },
  ])
}
