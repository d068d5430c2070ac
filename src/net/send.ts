import type { Logger } from '../domain/log.ts'
import type { Outcome } from '../domain/outcome.ts'
import type { Outbound } from './outbound.ts'
import { createBrowserSender } from './send-browser.ts'
import { createPlainSender } from './send-plain.ts'

export interface Message {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  readonly maxBytes: number
  readonly timeoutMs: number
  readonly signal: AbortSignal | undefined
  /** Through this SOCKS proxy, which resolves the name as well; null: directly. */
  readonly socks: {
    readonly host: string
    readonly port: number
    readonly circuit: { readonly user: string; readonly password: string }
  } | null
}

export type Sent =
  | {
      readonly ok: true
      readonly status: number
      readonly statusText: string
      readonly headers: Readonly<Record<string, string>>
      readonly body: Uint8Array
    }
  | { readonly ok: false; readonly outcome: Exclude<Outcome, 'ok' | 'not_modified'>; readonly reason: string }

/** One request, no redirect followed. */
export interface Sender {
  send(message: Message): Promise<Sent>
  /** Ends idle connections, so that nothing keeps the process alive. */
  close(): Promise<void>
}

/** How pages are asked for: with a browser's handshake, or with Node's, and why. */
export interface Handshake {
  readonly kind: 'browser' | 'plain'
  readonly reason: string
}

export interface Senders {
  /** For what people read: pages, result pages, robots.txt. */
  readonly pages: Sender
  /** For APIs, which expect programs. */
  readonly apis: Sender
  /** Null until a page has been asked for. */
  handshake(): Handshake | null
  close(): Promise<void>
}

export function createSenders(options: {
  readonly outbound: Outbound
  readonly handshake: 'browser' | 'plain'
  readonly log: Logger
  readonly openBrowserSender?: typeof createBrowserSender
}): Senders {
  const { outbound, log, openBrowserSender = createBrowserSender } = options
  const plain = createPlainSender(outbound)
  let told: Handshake | null = null
  let opening: Promise<Sender> | null = null

  async function openPages(): Promise<Sender> {
    if (options.handshake === 'plain') {
      told = { kind: 'plain', reason: 'net.handshake' }
      return plain
    }
    try {
      const sender = await openBrowserSender(outbound, plain)
      told = { kind: 'browser', reason: 'wreq-js' }
      return sender
    } catch (error) {
      const reason = `wreq-js cannot be loaded: ${String((error as Error).message).split('\n', 1)[0]}`
      told = { kind: 'plain', reason }
      log.warn('net.plain_handshake', { reason })
      return plain
    }
  }

  const pages: Sender = {
    async send(message) {
      opening ??= openPages()
      return (await opening).send(message)
    },
    async close() {
      await (await opening)?.close()
    },
  }
  return {
    pages,
    apis: plain,
    handshake: () => told,
    async close() {
      await pages.close()
      await plain.close()
      opening = null
    },
  }
}
