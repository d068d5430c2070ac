import { getPulse } from '../../../api/get-pulse.ts'
import type { Page, PageRequest } from '../page.ts'

const LOOK_MS = 1500
/** A comment line now and then, so that neither side takes the silence for an end. */
const SIGN_OF_LIFE_MS = 20_000

/**
 * Server-sent events: `change` whenever something of the task, or of the home, is not as it was. What has changed the
 * page then asks for itself. Looking is no call of a client: it must not keep a task's searches going (REQ 2.1.5).
 */
export const eventsPage: Page = {
  path: '/events',
  tab: '',
  show: async (request) => {
    const stream = new ReadableStream<Uint8Array>({ start: (out) => void tell(request, out) })
    return new Response(stream, {
      headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
    })
  },
}

async function tell({ lyra, query, signal }: PageRequest, out: ReadableStreamDefaultController<Uint8Array>) {
  const bytes = new TextEncoder()
  const task = query('task')
  let last: string | null = null
  let quiet = 0
  try {
    while (!signal.aborted) {
      const open = await lyra.open()
      const { pulse } = await open.handlerOf(getPulse)(task === '' ? {} : { task_id: task }, { signal })
      if (last === null) out.enqueue(bytes.encode('retry: 3000\n\n'))
      else if (pulse !== last) out.enqueue(bytes.encode(`event: change\ndata: ${pulse}\n\n`))
      else if (quiet >= SIGN_OF_LIFE_MS) out.enqueue(bytes.encode(': still here\n\n'))
      quiet = pulse !== last || quiet >= SIGN_OF_LIFE_MS ? 0 : quiet + LOOK_MS
      last = pulse
      await pause(LOOK_MS, signal)
    }
  } catch {
    // The reader has gone, the task too, or the home is closing: the browser asks again by itself.
  } finally {
    try {
      out.close()
    } catch {
      // Closed by the reader.
    }
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms)
    function done() {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    signal.addEventListener('abort', done)
  })
}
