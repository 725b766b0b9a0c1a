// The easing of a step, drawn: handles for a Bézier curve, sliders for a spring.

import { clamp, el, follow, round, same, svg } from "./dom.js"
import { askJSON } from "./server.js"
import { dragged, placeOf, springOf, withSpring } from "./springs.js"

const named = {
  linear: [0, 0, 1, 1],
  ease: [0.25, 0.1, 0.25, 1],
  easeIn: [0.42, 0, 1, 1],
  easeOut: [0, 0, 0.58, 1],
  easeInOut: [0.42, 0, 0.58, 1],
}
const aliases = {
  "ease-in": "easeIn",
  "ease-out": "easeOut",
  "ease-in-out": "easeInOut",
  easeInEaseOut: "easeInOut",
  default: "ease",
}
const curves = {
  "Material standard": [0.2, 0, 0, 1],
  "Expo out": [0.16, 1, 0.3, 1],
  "Quint in out": [0.83, 0, 0.17, 1],
  "Back out": [0.34, 1.56, 0.64, 1],
  "Back in": [0.36, 0, 0.66, -0.56],
}

// The control points of a written easing; null for one that is no Bézier curve.
export function points(value) {
  if (Array.isArray(value)) return value.every(n => typeof n === "number") ? value : null
  if (typeof value !== "string") return null
  const numbers = value
    .match(/^cubic-bezier\(([^)]*)\)$/)?.[1]
    .split(",")
    .map(Number)
  return (
    named[aliases[value] ?? value] ??
    (numbers?.length === 4 && numbers.every(Number.isFinite) ? numbers : null)
  )
}

const kindOf = value => (value?.spring ? "spring" : points(value) ? "curve" : "other")
// A curve is written as it was: as a list, or as CSS writes it.
const rewritten = (old, numbers) => {
  const name = Object.keys(named).find(name => same(named[name], numbers))
  if (name) return name
  return typeof old === "string" && old.startsWith("cubic-bezier")
    ? `cubic-bezier(${numbers.join(", ")})`
    : numbers
}

const [width, height, edge] = [220, 150, 26]
const scale = { x: x => edge + x * (width - 2 * edge), y: y => height - edge - y * (height - 2 * edge) }

// `value()` is what is written or holds, `seconds()` how long the step takes, `measured()` the
// server's drawing of it, `edit(value, options)` a Change's edits; `begin` starts a change.
export function easingEditor({ label, value, seconds, measured, begin, mayOwnTime, usualSpring, reset }) {
  const plot = svg("svg", { viewBox: `0 0 ${width} ${height}`, class: "plot", role: "group" })
  const kinds = el("select", { "aria-label": `${label}: kind` })
  const details = el("div", { class: "details" })
  const facts = el("p", { class: "facts", role: "status" })
  const row = el(
    "div",
    { class: "easing" },
    el("div", { class: "field" }, el("label", {}, label), kinds),
    plot,
    details,
    facts,
  )
  let live = null,
    drags = false,
    asking = null

  const shown = () => live ?? value()

  function draw(easing) {
    const says = easing ?? measured()
    const curve = says?.curve ?? []
    const control = points(shown())
    const parts = [
      svg("rect", { x: edge, y: edge, width: width - 2 * edge, height: height - 2 * edge, class: "frame" }),
      svg("line", { x1: scale.x(0), y1: scale.y(0), x2: scale.x(1), y2: scale.y(1), class: "straight" }),
    ]
    const high = Math.max(1, ...curve),
      low = Math.min(0, ...curve)
    // What overshoots far is drawn smaller, so that it stays in sight.
    const fit = y => (high - low > 1.5 ? scale.y(((y - low) / (high - low)) * 1.1 - 0.05) : scale.y(y))
    if (control) {
      const [a, b, c, d] = [[0, 0], control.slice(0, 2), control.slice(2), [1, 1]].map(([x, y]) => [
        scale.x(x),
        scale.y(y),
      ])
      parts.push(svg("path", { d: `M${a}C${b} ${c} ${d}`, class: "curve" }))
      for (const [i, from, to] of [
        [0, a, b],
        [1, d, c],
      ]) {
        parts.push(svg("line", { x1: from[0], y1: from[1], x2: to[0], y2: to[1], class: "arm" }))
        parts.push(
          svg("circle", {
            cx: to[0],
            cy: to[1],
            r: 7,
            class: "grip",
            tabindex: 0,
            role: "slider",
            "data-handle": i,
            "aria-label": `${label}: handle ${i + 1}`,
            "aria-valuemin": -0.7,
            "aria-valuemax": 1.7,
            "aria-valuenow": control[2 * i + 1],
            "aria-valuetext": control.slice(2 * i, 2 * i + 2).join(", "),
            onpointerdown: event => drag(event, i),
            onkeydown: event => nudge(event, i),
          }),
        )
      }
    } else if (curve.length) {
      parts.push(
        svg("polyline", {
          points: curve
            .map((y, i) => `${round(scale.x(i / (curve.length - 1)), 1)},${round(fit(y), 1)}`)
            .join(" "),
          class: "curve",
        }),
      )
      if (shown()?.spring) parts.push(springGrip(curve, fit))
    }
    const hadFocus = plot.contains(document.activeElement)
    plot.replaceChildren(...parts)
    if (hadFocus) plot.querySelector(".grip.spring")?.focus()
    const words = []
    if (says?.overshoot > 0.0005) words.push(`overshoots by ${round(100 * says.overshoot, 1)} %`)
    if (says?.spring) words.push(`settles in ${round(says.spring.settling, 2)} s`)
    if (control) words.unshift(rewrittenText(control))
    facts.textContent = words.join(" · ")
    plot.setAttribute("aria-label", `${label}: ${words.join(", ") || JSON.stringify(shown())}`)
  }
  // One handle for both numbers: up and down damps it, and to the sides it is quicker or slower.
  function springGrip(curve, fit) {
    const part = placeOf(curve),
      { ratio, response, ownTime } = springOf(shown())
    return svg("circle", {
      cx: scale.x(part),
      cy: fit(curve[Math.round(part * (curve.length - 1))]),
      r: 7,
      class: "grip spring",
      tabindex: 0,
      role: "slider",
      "aria-label": `${label}: the spring's crest`,
      "aria-valuemin": 0.05,
      "aria-valuemax": 2,
      "aria-valuenow": round(ratio, 3),
      "aria-valuetext": `damping ratio ${round(ratio, 2)}${ownTime ? `, response ${round(response, 2)} s` : ""}`,
      onpointerdown: event => dragSpring(event, fit),
      onkeydown: nudgeSpring,
    })
  }
  function dragSpring(event, fit) {
    event.preventDefault()
    const change = begin(),
      box = plot.getBoundingClientRect(),
      was = shown()
    const { ownTime } = springOf(was)
    const high = (fit(0) - fit(1)) * (box.height / height)
    drags = true
    follow(
      { currentTarget: plot, pointerId: event.pointerId },
      later => {
        const across = (later.clientX - event.clientX) / box.width,
          up = (event.clientY - later.clientY) / high
        const next = dragged(was, across, up)
        preview(next)
        change.send(next, { ownTime })
      },
      () => {
        drags = false
        live = null
        built = null
        refresh()
      },
    )
  }
  function nudgeSpring(event) {
    const [across, up] =
      { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key] ?? []
    if (across === undefined) return
    event.preventDefault()
    event.stopPropagation()
    const { ownTime } = springOf(shown())
    begin().send(dragged(shown(), across * 0.02, up * 0.02), { ownTime })
  }
  const rewrittenText = control => {
    const text = rewritten(value(), control)
    return typeof text === "string" ? text : text.join(", ")
  }

  function drag(event, i) {
    event.preventDefault()
    const change = begin(),
      box = plot.getBoundingClientRect()
    drags = true
    follow(
      { currentTarget: plot, pointerId: event.pointerId },
      later => {
        const x = ((later.clientX - box.left) / box.width) * width,
          y = ((later.clientY - box.top) / box.height) * height
        move(change, i, (x - edge) / (width - 2 * edge), (height - edge - y) / (height - 2 * edge))
      },
      () => {
        drags = false
        live = null
        draw()
      },
    )
  }
  function nudge(event, i) {
    const [x, y] =
      { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key] ?? []
    if (x === undefined) return
    event.preventDefault()
    event.stopPropagation()
    const control = points(shown())
    move(begin(), i, control[2 * i] + 0.01 * x, control[2 * i + 1] + 0.01 * y)
    plot.querySelector(`[data-handle="${i}"]`).focus()
  }
  function move(change, i, x, y) {
    const control = [...points(shown())]
    control[2 * i] = round(clamp(x, 0, 1), 2)
    control[2 * i + 1] = round(clamp(y, -0.7, 1.7), 2)
    live = rewritten(value(), control)
    draw()
    change.send(live)
  }

  // While a slider is held the server draws what it would be.
  async function preview(next) {
    live = next
    if (asking) return
    asking = next
    try {
      draw(await drawing(next))
    } catch {
      /* What does not settle is told when it is sent. */
    }
    asking = null
    if (live && !same(live, next)) preview(live)
  }

  // A spring with a response settles in its own time.
  const drawing = easing =>
    askJSON("/easing", {
      query: { value: JSON.stringify(easing), ...(easing.spring?.response ? {} : { seconds: seconds() }) },
    })
  // What neither the plan nor a Bézier's own formula draws, the server does.
  async function askDrawing() {
    const now = value()
    try {
      const easing = await drawing(now)
      if (same(now, value()) && !drags) draw(easing)
    } catch {
      /* It stays without a drawing. */
    }
  }

  function springSliders() {
    const now = springOf(value())
    const measure = measured()?.spring
    let { ratio } = now
    let response = now.response ?? measure?.response ?? 0.5
    let ownTime = now.ownTime
    const velocity = value().spring.initialVelocity
    const make = () => {
      const form =
        ownTime === now.ownTime
          ? value().spring
          : {
              ...(ownTime ? { response: 0, bounce: 0 } : { dampingRatio: 0 }),
              ...(velocity === undefined ? {} : { initialVelocity: velocity }),
            }
      return withSpring({ spring: form }, { ratio, response })
    }
    const slider = (name, low, high, start, apply) => {
      const number = el("output", {}, round(start, 2))
      let change = null
      const input = el("input", {
        type: "range",
        min: low,
        max: high,
        step: 0.01,
        value: start,
        "aria-label": name,
        oninput: () => {
          change ??= begin()
          drags = true
          apply(+input.value)
          number.textContent = round(+input.value, 2)
          preview(make())
          change.send(make(), { ownTime })
        },
        onchange: () => {
          change = null
          drags = false
          live = null
        },
      })
      return el("div", { class: "field" }, el("label", {}, name), input, number)
    }
    const list = [
      slider("Damping ratio", 0.05, 2, ratio, value => {
        ratio = value
      }),
    ]
    if (mayOwnTime) {
      list.unshift(
        slider("Response", 0.05, 2, response, value => {
          response = value
          ownTime = true
        }),
      )
      list.push(
        el(
          "label",
          { class: "check" },
          el("input", {
            type: "checkbox",
            checked: !ownTime,
            onchange: event => {
              ownTime = !event.target.checked
              begin().send(make(), { ownTime })
            },
          }),
          "fills the step's duration",
        ),
      )
    }
    return list
  }

  function build() {
    const now = value(),
      kind = kindOf(now)
    const control = points(now)
    const name = control && Object.keys(named).find(name => same(named[name], control))
    const known = control && Object.keys(curves).find(name => same(curves[name], control))
    const option = (text, value, selected) => el("option", { value, selected }, text)
    kinds.replaceChildren(
      ...Object.keys(named).map(n => option(n, n, n === name)),
      ...Object.keys(curves).map(n => option(n, n, n === known)),
      option("Bézier", "curve", kind === "curve" && !name && !known),
      option("Spring", "spring", kind === "spring"),
      ...(kind === "other" ? [option("as written", "other", true)] : []),
    )
    details.replaceChildren(...(kind === "spring" ? springSliders() : []))
    if (kind === "other") details.append(el("code", {}, JSON.stringify(now)))
    draw()
  }

  kinds.onchange = () => {
    const choice = kinds.value
    if (choice === "other") return
    const next =
      choice === "spring"
        ? (usualSpring ?? { spring: { dampingRatio: 0.7 } })
        : choice === "curve"
          ? (points(value()) ?? [0.42, 0, 0.58, 1])
          : named[choice]
            ? choice
            : rewritten(value(), curves[choice])
    begin().send(choice === "curve" && typeof next === "string" ? points(next) : next, { ownTime: false })
  }

  if (reset) row.firstChild.append(reset)
  let built = null
  const refresh = () => {
    if (drags) return
    live = null
    const key = JSON.stringify([value(), measured()?.spring])
    if (key !== built && !row.contains(document.activeElement)) build()
    else if (key !== built && kindOf(value()) !== "spring") build()
    else draw()
    if (!points(value()) && !measured()) askDrawing()
    built = key
  }
  refresh()
  return { row, refresh }
}
