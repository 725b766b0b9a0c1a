// What the page asks of the server. Without the token of the page's own address it answers nothing.

const token = new URLSearchParams(location.search).get("token")

const address = (path, query = {}) => `${path}?${new URLSearchParams({ ...query, token })}`

// An answer that is not 200; its message is one line for people.
export class Refusal extends Error {
  constructor(status, said) {
    super(said.message ?? `the server answered ${status}`)
    this.status = status
    this.said = said
  }
}

export async function ask(path, { query, body, signal } = {}) {
  const options = body === undefined ? { signal } : {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal,
  }
  const answer = await fetch(address(path, query), options)
  if (!answer.ok) throw new Refusal(answer.status, await answer.json().catch(() => ({})))
  return answer
}

export const askJSON = async (path, options) => (await ask(path, options)).json()
export const askPicture = async (path, options) =>
  createImageBitmap(await (await ask(path, options)).blob())

// `handlers` maps the names of events to what is done with them; `connected` hears true and false.
export function listen(handlers, connected) {
  const source = new EventSource(address("/events"))
  for (const [name, handle] of Object.entries(handlers)) {
    source.addEventListener(name, event => handle(JSON.parse(event.data)))
  }
  source.onopen = () => connected(true)
  source.onerror = () => connected(false)
  addEventListener("pagehide", () => source.close())
}
