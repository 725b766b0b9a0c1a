// Sends requests to the server, which refuses requests without the token of the page's address.

import { routes } from "../routes.js"

const token = new URLSearchParams(location.search).get("token")

const address = (path, query = {}) => `${path}?${new URLSearchParams({ ...query, token })}`

// Returns the server's row for a path; a path without a row is an error in the page.
function routeOf(method, path) {
  const words = path.split("/")
  const fits = pattern => {
    const signs = pattern.split("/")
    return (
      signs.length === words.length &&
      signs.every((sign, i) =>
        sign === "#" ? /^\d+$/.test(words[i]) : sign === "*" ? words[i] !== "" : sign === words[i],
      )
    )
  }
  const route = routes.find(r => r.method === method && fits(r.pattern))
  if (!route) throw new Error(`there is no route for ${method} ${path}`)
  return route
}

// An answer with a status other than 200; its message has one line for the user.
export class Refusal extends Error {
  constructor(status, said) {
    super(said.message ?? `the server answered ${status}`)
    this.status = status
    this.said = said
  }
}

// The number of simultaneous requests: a browser opens six connections to one server, of which one is for the events
// and one is left for edits, which never wait for pictures.
let free = 4
/** @type {(() => void)[]} */
const waiting = []
async function inConnection(work) {
  if (free > 0) free--
  else await new Promise(go => waiting.push(() => go(null)))
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else free++
  }
}

// Sends a request. A refusal arrives as a successful answer with its status in a header, because browsers log all other
// answers to their console. If the answer's body is not JSON, it contains the bytes of a file.
/**
 * @param {string} path
 * @param {{ query?: any, body?: any, bytes?: any, signal?: any }} [options]
 */
export async function ask(path, options = {}) {
  const { query, body, bytes, signal } = options
  const isPost = body !== undefined || bytes !== undefined
  const { method } = routeOf(isPost ? "POST" : "GET", path)
  const sent = isPost
    ? {
        method,
        headers: bytes ? {} : { "Content-Type": "application/json" },
        body: bytes ?? JSON.stringify(body),
        signal,
      }
    : { signal }
  const fetched = () => fetch(address(path, { ...query, calm: 1 }), sent)
  const answer = await (isPost ? fetched() : inConnection(fetched))
  const status = parseInt(answer.headers.get("X-Status") ?? `${answer.status}`)
  if (status >= 300) throw new Refusal(status, await answer.json().catch(() => ({})))
  return answer
}

export const askJSON = async (path, options) => (await ask(path, options)).json()
export const askPicture = async (path, options) => createImageBitmap(await (await ask(path, options)).blob())

// Receives events: `handlers` maps the names of events to functions; `connected` is called with true and false when the
// connection changes.
export function listen(handlers, connected) {
  const source = new EventSource(address("/events"))
  for (const [name, handle] of Object.entries(handlers)) {
    source.addEventListener(name, event => handle(JSON.parse(event.data)))
  }
  source.onopen = () => connected(true)
  source.onerror = () => connected(false)
  addEventListener("pagehide", () => source.close())
}

// Returns the bytes of a file in base 64.
export const bytesOf = file =>
  new Promise((done, fail) => {
    const reader = new FileReader()
    reader.onload = () => done(`${reader.result}`.split(",")[1])
    reader.onerror = () => fail(reader.error)
    reader.readAsDataURL(file)
  })
