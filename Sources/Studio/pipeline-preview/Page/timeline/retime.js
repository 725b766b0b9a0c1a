// Computes how moving or resizing a bar affects later steps. The module does not depend on the page.

import { above, at, index, round } from "../core/model.js"

const isNumber = value => typeof value === "number"

// Returns the steps that follow a step in its sequence, with their starts and ends.
function following(steps, step) {
  const list = above(step.pointer)
  return steps.filter(
    s => s.pointer !== null && above(s.pointer) === list && index(s.pointer) > index(step.pointer),
  )
}

// Returns the edits that keep the distance of later steps when the end of a step moves. In a sequence, only steps with
// their own start are edited, because all others follow the previous step.
export function push(json, steps, step, by) {
  if (!/\/sequence\/\d+$/.test(step.pointer ?? "") || Math.abs(by) < 1e-6) return []
  return following(steps, step).flatMap(next => {
    const said = at(json, `${next.pointer}/at`)
    return isNumber(said) ? [{ pointer: `${next.pointer}/at`, value: round(Math.max(0, said + by), 4) }] : []
  })
}

// Returns the edit that keeps later steps in place: the next step compensates the change.
export function hold(json, steps, step, by) {
  if (!/\/sequence\/\d+$/.test(step.pointer ?? "")) return []
  const next = following(steps, step)[0]
  if (!next || at(json, `${next.pointer}/at`) !== undefined) return []
  const parent = parentOf(steps, step)
  return [{ pointer: `${next.pointer}/at`, value: round(next.start - (parent?.start ?? 0), 4) }]
}

export function parentOf(steps, step) {
  for (let i = steps.indexOf(step) - 1; i >= 0; i--) if (steps[i].depth < step.depth) return steps[i]
  return null
}

// Returns the edit that changes the document's duration by `by` seconds, if the duration is written in seconds. A
// duration that is a percentage or missing adapts without an edit.
export function lengthen(json, end, now) {
  if (end <= now + 1e-6) return { edits: [], says: null, by: 1 }
  const pointer = json.screens ? "/transition/duration" : "/duration"
  const said = at(json, pointer)
  const name = typeof said === "string" ? said.match(/^\$\{(.+)\}$/)?.[1] : null
  const says = `${round(now, 3)} → ${round(end, 3)} s`
  const base = isNumber(said) ? said : name ? json.vars?.[name] : null
  if (!isNumber(base)) return { edits: [], says: said === undefined ? says : null, by: 1 }
  return {
    edits: [{ pointer: isNumber(said) ? pointer : `/vars/${name}`, value: round(base + end - now, 4) }],
    says,
    by: (base + end - now) / base,
  }
}

// Returns the edits for percentages when the film's duration changes by the factor `by`, so that they mean the same
// times as before; `changed` are the other edits.
export function rescaled(json, by, changed) {
  const result = new Map(changed)
  const scale = (pointer, value) => {
    const number = typeof value === "string" ? value.match(/^(-?[\d.]+)%$/)?.[1] : undefined
    if (number !== undefined) result.set(pointer, { pointer, value: `${round(+number / by, 3)}%` })
  }
  const look = (pointer, value) => {
    if (value === null || typeof value !== "object") return
    for (const [key, inner] of Object.entries(value)) {
      const place = `${pointer}/${key}`
      if (["at", "duration", "seam", "offset"].includes(key)) scale(place, changed.get(place)?.value ?? inner)
      if (!["params", "layers", "keyframes", "easing"].includes(key)) look(place, inner)
    }
  }
  const holder = json.screens ? "/transition" : ""
  look(`${holder}/timeline`, at(json, `${holder}/timeline`))
  for (const [key, edit] of changed) if (!/%$/.test(result.get(key)?.value ?? "")) scale(key, edit.value)
  const seam = at(json, "/transition/seam")
  if (json.screens) scale("/transition/seam", seam)
  return [...result.values()]
}

// Returns the end of the last step, after a step and the later steps have moved.
export function endAfter(steps, step, end, pushes) {
  const by = end - step.end
  const moved = new Set(pushes ? following(steps, step).map(s => s.pointer) : [])
  return Math.max(
    end,
    ...steps
      .filter(s => s !== step && s.depth > 0 && !isHolder(s, step))
      .map(s => (moved.has(s.pointer) ? s.end + by : s.end)),
  )
}

const isHolder = (holder, step) => holder.pointer !== null && step.pointer?.startsWith(`${holder.pointer}/`)
