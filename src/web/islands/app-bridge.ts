/** What a view says to the host it stands in (MCP Apps, 2026-01-26): JSON-RPC by messages between windows. */
export interface Bridge {
  /** A resource of the server, as text; the host passes the question on. */
  readResource(uri: string): Promise<string>
}

export interface View {
  /** What the tool was called with. */
  input?(given: Readonly<Record<string, unknown>>): void
  /** `structuredContent` of its answer. */
  result(data: Readonly<Record<string, unknown>>): void
}

interface Message {
  readonly id?: number
  readonly method?: string
  readonly params?: Readonly<Record<string, unknown>>
  readonly result?: Readonly<Record<string, unknown>>
  readonly error?: { readonly message?: string }
}

const PROTOCOL = '2026-01-26'

export function connectView(name: string, make: (bridge: Bridge) => View): void {
  const waiting = new Map<number, { resolve(value: Message['result']): void; reject(error: Error): void }>()
  let next = 1
  const send = (message: object) => window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*')
  const ask = (method: string, params: object) =>
    new Promise<Message['result']>((resolve, reject) => {
      const id = next
      next += 1
      waiting.set(id, { resolve, reject })
      send({ id, method, params })
    })
  const view = make({
    readResource: async (uri) => {
      const answer = await ask('resources/read', { uri })
      const contents = (answer?.contents ?? []) as readonly { readonly text?: string }[]
      return contents[0]?.text ?? ''
    },
  })
  window.addEventListener('message', ({ data, source }: MessageEvent<Message>) => {
    if (source !== window.parent || typeof data !== 'object' || data === null) return
    const { id, method, params = {}, result, error } = data
    if (method === 'ui/notifications/tool-input') view.input?.((params.arguments ?? {}) as Record<string, unknown>)
    else if (method === 'ui/notifications/tool-result')
      view.result((params.structuredContent ?? {}) as Record<string, unknown>)
    else if (method === 'ui/resource-teardown' || method === 'ping') send({ id, result: {} })
    else if (method === undefined && id !== undefined) {
      const asked = waiting.get(id)
      waiting.delete(id)
      if (error === undefined) asked?.resolve(result)
      else asked?.reject(new Error(error.message ?? 'the host refused'))
    }
  })
  const tellSize = () => {
    const { scrollWidth: width, scrollHeight: height } = document.documentElement
    send({ method: 'ui/notifications/size-changed', params: { width, height } })
  }
  const appInfo = { name: `lyra-${name}`, version: '1' }
  void ask('ui/initialize', { appInfo, appCapabilities: {}, protocolVersion: PROTOCOL }).then(() => {
    send({ method: 'ui/notifications/initialized', params: {} })
    new ResizeObserver(tellSize).observe(document.body)
  })
}
