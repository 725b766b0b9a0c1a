// Draws the easing of a step, with handles for a Bézier curve and sliders for a spring.

import { clamp, el, follow, round, same, svg } from "../core/dom.js"
import { askJSON } from "../core/server.js"
import { curves, kindOf, named, points, rewritten, words } from "./beziers.js"
import { dragged, placeOf, springOf, withSpring } from "./springs.js"

const [width, height, edge] = [220, 150, 26]
const scale = { x: x => edge + x * (width - 2 * edge), y: y => height - edge - y * (height - 2 * edge) }

const option = (text, value, selected) => el("option", { value, selected }, text)
const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }

// The editor of an easing. `value()` returns the written or the effective easing, `seconds()` the duration of the step,
// `measured()` the server's drawing of the easing, and `edit(value, options)` the edits of a Change; `begin` starts a
// change.
class EasingEditor {
  live = null // the value that is being dragged
  drags = false
  asking = null
  built = null

  constructor(spec) {
    const { label, reset } = spec
    this.spec = spec
    this.plot = svg("svg", { viewBox: `0 0 ${width} ${height}`, class: "plot", role: "group" })
    this.kinds = el("select", { "aria-label": `${label}: kind`, onchange: () => this.choose() })
    this.details = el("div", { class: "details" })
    this.facts = el("p", { class: "facts", role: "status" })
    const title = el("div", { class: "field" }, el("label", {}, label), this.kinds)
    this.row = el("div", { class: "easing" }, title, this.plot, this.details, this.facts)
    if (reset) title.append(reset)
    this.refresh()
  }

  get value() {
    return this.spec.value()
  }
  get shown() {
    return this.live ?? this.value
  }

  refresh() {
    if (this.drags) return
    this.live = null
    const { value } = this,
      key = JSON.stringify([value, this.spec.measured()?.spring])
    const isFree = !this.row.contains(document.activeElement) || kindOf(value) !== "spring"
    if (key !== this.built && isFree) this.build()
    else this.draw()
    if (!points(value) && !this.spec.measured()) this.askDrawing()
    this.built = key
  }

  // MARK: The kind

  build() {
    const now = this.value,
      kind = kindOf(now),
      control = points(now)
    const name = control && Object.keys(named).find(name => same(named[name], control))
    const known = control && Object.keys(curves).find(name => same(curves[name], control))
    this.kinds.replaceChildren(
      ...Object.keys(named).map(n => option(words[n] ?? n, n, n === name)),
      ...Object.keys(curves).map(n => option(n, n, n === known)),
      option("Custom curve", "curve", kind === "curve" && !name && !known),
      option("Spring", "spring", kind === "spring"),
      ...(kind === "other" ? [option("As written", "other", true)] : []),
    )
    this.details.replaceChildren(...(kind === "spring" ? this.springSliders() : []))
    if (kind === "other") this.details.append(el("code", {}, JSON.stringify(now)))
    this.draw()
  }

  choose() {
    const choice = this.kinds.value
    if (choice === "other") return
    const own = points(this.value)
    const next = {
      spring: () => this.spec.usualSpring ?? { spring: { dampingRatio: 0.7 } },
      curve: () => own ?? [0.42, 0, 0.58, 1],
    }[choice]
    const value = next ? next() : named[choice] ? choice : rewritten(this.value, curves[choice])
    this.spec.begin().send(value, { ownTime: false })
  }

  // MARK: The drawing

  draw(easing) {
    const says = easing ?? this.spec.measured(),
      control = points(this.shown)
    const hadFocus = this.plot.contains(document.activeElement)
    this.plot.replaceChildren(
      svg("rect", { x: edge, y: edge, width: width - 2 * edge, height: height - 2 * edge, class: "frame" }),
      svg("line", { x1: scale.x(0), y1: scale.y(0), x2: scale.x(1), y2: scale.y(1), class: "straight" }),
      ...(control ? this.bezier(control) : this.sampled(says?.curve ?? [])),
    )
    if (hadFocus) this.plot.querySelector(".grip.spring")?.focus()
    const facts = []
    if (control) facts.push(this.textOf(control))
    if (says?.overshoot > 0.0005) facts.push(`overshoots by ${round(100 * says.overshoot, 1)} %`)
    if (says?.spring) facts.push(`settles in ${round(says.spring.settling, 2)} s`)
    this.facts.textContent = facts.join(" · ")
    const { label } = this.spec
    this.plot.setAttribute("aria-label", `${label}: ${facts.join(", ") || JSON.stringify(this.shown)}`)
  }

  textOf(control) {
    const text = rewritten(this.value, control)
    return typeof text === "string" ? (words[text] ?? text) : text.join(", ")
  }

  bezier(control) {
    const [a, b, c, d] = [[0, 0], control.slice(0, 2), control.slice(2), [1, 1]].map(([x, y]) => [
      scale.x(x),
      scale.y(y),
    ])
    const handle = (i, from, to) => [
      svg("line", { x1: from[0], y1: from[1], x2: to[0], y2: to[1], class: "arm" }),
      svg("circle", {
        cx: to[0],
        cy: to[1],
        r: 7,
        class: "grip",
        tabindex: 0,
        role: "slider",
        "data-handle": i,
        "aria-label": `${this.spec.label}: handle ${i + 1}`,
        "aria-valuemin": -0.7,
        "aria-valuemax": 1.7,
        "aria-valuenow": control[2 * i + 1],
        "aria-valuetext": control.slice(2 * i, 2 * i + 2).join(", "),
        onpointerdown: event => this.drag(event, i),
        onkeydown: event => this.nudge(event, i),
      }),
    ]
    return [
      svg("path", { d: `M${a}C${b} ${c} ${d}`, class: "curve" }),
      ...handle(0, a, b),
      ...handle(1, d, c),
    ]
  }

  // Draws a curve with known points; a spring gets a handle.
  sampled(curve) {
    if (!curve.length) return []
    const high = Math.max(1, ...curve),
      low = Math.min(0, ...curve)
    // A large overshoot is scaled down so that it stays visible.
    const fit = y => (high - low > 1.5 ? scale.y(((y - low) / (high - low)) * 1.1 - 0.05) : scale.y(y))
    const places = curve.map((y, i) => `${round(scale.x(i / (curve.length - 1)), 1)},${round(fit(y), 1)}`)
    const line = svg("polyline", { points: places.join(" "), class: "curve" })
    return this.shown?.spring ? [line, this.springGrip(curve, fit)] : [line]
  }

  // Requests the server's drawing of the new curve while a slider is dragged.
  async preview(next) {
    this.live = next
    if (this.asking) return
    this.asking = next
    try {
      this.draw(await this.drawing(next))
    } catch {
      /* The error is ignored: a spring that does not settle is reported when the change is sent. */
    }
    this.asking = null
    if (this.live && !same(this.live, next)) this.preview(this.live)
  }

  // Returns the drawing of an easing; a spring with a response determines its own settling time.
  drawing(easing) {
    const time = easing.spring?.response ? {} : { seconds: this.spec.seconds() }
    return askJSON("/easing", { query: { value: JSON.stringify(easing), ...time } })
  }

  // Requests the drawing of a curve that is neither in the plan nor a Bézier curve.
  async askDrawing() {
    const now = this.value
    try {
      const easing = await this.drawing(now)
      if (same(now, this.value) && !this.drags) this.draw(easing)
    } catch {
      /* After an error the curve is not drawn. */
    }
  }

  // MARK: A curve's handles

  drag(event, i) {
    event.preventDefault()
    const change = this.spec.begin(),
      box = this.plot.getBoundingClientRect()
    this.drags = true
    follow(
      { currentTarget: this.plot, pointerId: event.pointerId },
      later => {
        const x = ((later.clientX - box.left) / box.width) * width,
          y = ((later.clientY - box.top) / box.height) * height
        this.move(change, i, (x - edge) / (width - 2 * edge), (height - edge - y) / (height - 2 * edge))
      },
      () => {
        this.drags = false
        this.live = null
        this.draw()
      },
    )
  }

  nudge(event, i) {
    const way = arrows[event.key]
    if (!way) return
    event.preventDefault()
    event.stopPropagation()
    const control = points(this.shown)
    this.move(this.spec.begin(), i, control[2 * i] + 0.01 * way[0], control[2 * i + 1] + 0.01 * way[1])
    this.plot.querySelector(`[data-handle="${i}"]`).focus()
  }

  move(change, i, x, y) {
    const control = [...points(this.shown)]
    control[2 * i] = round(clamp(x, 0, 1), 2)
    control[2 * i + 1] = round(clamp(y, -0.7, 1.7), 2)
    this.live = rewritten(this.value, control)
    this.draw()
    change.send(this.live)
  }

  // MARK: A spring

  // Adds one handle for two numbers of a spring: vertical moves change the damping, and horizontal moves change the speed.
  springGrip(curve, fit) {
    const part = placeOf(curve),
      { ratio, response, ownTime } = springOf(this.shown)
    return svg("circle", {
      cx: scale.x(part),
      cy: fit(curve[Math.round(part * (curve.length - 1))]),
      r: 7,
      class: "grip spring",
      tabindex: 0,
      role: "slider",
      "aria-label": `${this.spec.label}: the spring's crest`,
      "aria-valuemin": 0.05,
      "aria-valuemax": 2,
      "aria-valuenow": round(ratio, 3),
      "aria-valuetext": `damping ratio ${round(ratio, 2)}${ownTime ? `, response ${round(response, 2)} s` : ""}`,
      onpointerdown: event => this.dragSpring(event, fit),
      onkeydown: event => this.nudgeSpring(event),
    })
  }

  dragSpring(event, fit) {
    event.preventDefault()
    const change = this.spec.begin(),
      box = this.plot.getBoundingClientRect(),
      was = this.shown
    const { ownTime } = springOf(was)
    const high = (fit(0) - fit(1)) * (box.height / height)
    this.drags = true
    follow(
      { currentTarget: this.plot, pointerId: event.pointerId },
      later => {
        const across = (later.clientX - event.clientX) / box.width,
          up = (event.clientY - later.clientY) / high
        const next = dragged(was, across, up)
        this.preview(next)
        change.send(next, { ownTime })
      },
      () => {
        this.drags = false
        this.live = null
        this.built = null
        this.refresh()
      },
    )
  }

  nudgeSpring(event) {
    const way = arrows[event.key]
    if (!way) return
    event.preventDefault()
    event.stopPropagation()
    const { ownTime } = springOf(this.shown)
    this.spec.begin().send(dragged(this.shown, way[0] * 0.02, way[1] * 0.02), { ownTime })
  }

  springSliders() {
    const written = this.value
    const measure = this.spec.measured()?.spring
    const was = springOf(written)
    const now = { ...was, response: was.response ?? measure?.response ?? 0.5 }
    const make = () => withSpring({ spring: formOf(written.spring, was, now) }, now)
    const ratio = this.slider("Damping ratio", now.ratio, make, value => {
      now.ratio = value
      return now
    })
    if (!this.spec.mayOwnTime) return [ratio]
    const response = this.slider("Response", now.response, make, value => {
      Object.assign(now, { response: value, ownTime: true })
      return now
    })
    const fills = el("input", {
      type: "checkbox",
      checked: !now.ownTime,
      onchange: () => {
        now.ownTime = !fills.checked
        this.spec.begin().send(make(), { ownTime: now.ownTime })
      },
    })
    return [
      response,
      ratio,
      el("label", { class: "check" }, fills, "the spring fills the duration of the step"),
    ]
  }

  slider(name, start, make, apply) {
    const number = el("output", {}, round(start, 2))
    let change = null
    const input = el("input", {
      type: "range",
      min: 0.05,
      max: 2,
      step: 0.01,
      value: start,
      "aria-label": name,
      oninput: () => {
        change ??= this.spec.begin()
        this.drags = true
        const { ownTime } = apply(+input.value)
        number.textContent = round(+input.value, 2)
        this.preview(make())
        change.send(make(), { ownTime })
      },
      onchange: () => {
        change = null
        this.drags = false
        this.live = null
      },
    })
    return el("div", { class: "field" }, el("label", {}, name), input, number)
  }
}

// Returns the form of the spring, which changes only if an own duration is added or removed.
function formOf(spring, was, now) {
  if (now.ownTime === was.ownTime) return spring
  const velocity = spring.initialVelocity
  return {
    ...(now.ownTime ? { response: 0, bounce: 0 } : { dampingRatio: 0 }),
    ...(velocity === undefined ? {} : { initialVelocity: velocity }),
  }
}

export function easingEditor(spec) {
  const editor = new EasingEditor(spec)
  return { row: editor.row, refresh: () => editor.refresh() }
}
