import { z } from 'zod'

/** The bare DevTools protocol of one tab: nothing is sent but what the caller sends. */
export interface DevtoolsTab {
  send(method: string, params?: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>>>
  close(): void
}

export interface DevtoolsRequest {
  /** `http://host:port` of a Chrome on this machine or its private network; the caller has made sure of that. */
  readonly endpoint: string
  readonly timeoutMs: number
  readonly onEvent: (method: string, params: Readonly<Record<string, unknown>>) => void
}

const target = z.object({ id: z.string().regex(/^[\w-]{1,128}$/) })
const fields = z.record(z.string(), z.unknown())
const message = z.object({
  id: z.number().optional(),
  method: z.string().optional(),
  params: fields.optional(),
  result: fields.optional(),
  error: z.object({ message: z.string() }).optional(),
})

/**
 * Opens a new, empty tab through the browser's HTTP list of tabs and connects to it. Playwright is not used for this:
 * it turns on a dozen domains of the protocol in every tab it sees.
 */
export async function openDevtoolsTab({
  endpoint,
  timeoutMs,
  onEvent,
}: DevtoolsRequest): Promise<DevtoolsTab & { readonly id: string }> {
  const deadline = AbortSignal.timeout(timeoutMs)
  const answer = await fetch(new URL('/json/new?about:blank', endpoint), {
    method: 'PUT',
    redirect: 'error',
    signal: deadline,
  })
  if (!answer.ok) throw new Error(`The browser answered ${answer.status} when asked for a tab`)
  const { id } = target.parse(await answer.json())
  return { ...(await connect(new URL(`/devtools/page/${id}`, endpoint), { timeoutMs, onEvent }, deadline)), id }
}

const tabList = z.array(z.object({ id: z.string(), title: z.string().max(10_000) }))

/** What the browser calls a tab, by its HTTP list; null when it has gone, or the browser does not answer. */
export async function tabTitle(endpoint: string, id: string, timeoutMs: number): Promise<string | null> {
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const answer = await fetch(new URL('/json/list', endpoint), { redirect: 'error', signal })
    return tabList.parse(await answer.json()).find((tab) => tab.id === id)?.title ?? null
  } catch {
    return null
  }
}

const version = z.object({ webSocketDebuggerUrl: z.url(), 'User-Agent': z.string().max(1000).optional() })

/** The browser itself, without any of its tabs, and the name it gives itself. */
export async function openDevtoolsBrowser(
  endpoint: string,
  timeoutMs: number,
): Promise<DevtoolsTab & { readonly userAgent: string | undefined }> {
  const deadline = AbortSignal.timeout(timeoutMs)
  const answer = await fetch(new URL('/json/version', endpoint), { redirect: 'error', signal: deadline })
  if (!answer.ok) throw new Error(`The browser answered ${answer.status} when asked for its version`)
  const { webSocketDebuggerUrl, 'User-Agent': userAgent } = version.parse(await answer.json())
  const place = new URL(new URL(webSocketDebuggerUrl).pathname, endpoint)
  return { ...(await connect(place, { timeoutMs, onEvent: () => {} }, deadline)), userAgent }
}

/** By the address that was given: behind a forwarded port the browser knows another one. */
async function connect(
  place: URL,
  { timeoutMs, onEvent }: Omit<DevtoolsRequest, 'endpoint'>,
  deadline: AbortSignal,
): Promise<DevtoolsTab> {
  const address = new URL(place)
  address.protocol = place.protocol === 'https:' ? 'wss:' : 'ws:'
  const socket = new WebSocket(address)
  await opened(socket, deadline)
  return talk(socket, timeoutMs, onEvent)
}

function opened(socket: WebSocket, deadline: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const refuse = (why: string) => {
    socket.close()
    reject(new Error(why))
  }
  socket.addEventListener('open', () => resolve(), { once: true })
  socket.addEventListener('error', () => refuse('The tab refused the connection'), { once: true })
  deadline.addEventListener('abort', () => refuse('The tab did not answer in time'), { once: true })
  return promise
}

function talk(socket: WebSocket, timeoutMs: number, onEvent: DevtoolsRequest['onEvent']): DevtoolsTab {
  const waiting = new Map<number, PromiseWithResolvers<Readonly<Record<string, unknown>>>>()
  let last = 0
  const end = () => {
    for (const { reject } of waiting.values()) reject(new Error('The tab was closed'))
    waiting.clear()
  }
  socket.addEventListener('close', end)
  socket.addEventListener('error', end)
  socket.addEventListener('message', ({ data }) => {
    const parsed = message.safeParse(readJson(data))
    if (!parsed.success) return
    const { id, method, params = {}, result = {}, error } = parsed.data
    if (id === undefined) return void (method === undefined ? null : onEvent(method, params))
    const call = waiting.get(id)
    waiting.delete(id)
    if (error === undefined) call?.resolve(result)
    else call?.reject(new Error(error.message))
  })
  return {
    send: (method, params = {}) => {
      last += 1
      const id = last
      const call = Promise.withResolvers<Readonly<Record<string, unknown>>>()
      const timer = setTimeout(() => call.reject(new Error(`${method} was not answered in time`)), timeoutMs)
      waiting.set(id, call)
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ id, method, params }))
      else end()
      return call.promise.finally(() => {
        clearTimeout(timer)
        waiting.delete(id)
      })
    },
    close: () => socket.close(),
  }
}

function readJson(data: unknown): unknown {
  try {
    return JSON.parse(String(data))
  } catch {
    return null
  }
}
