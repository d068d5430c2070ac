import type { Logger } from '../domain/log.ts'
import type { HttpClient } from './http-client.ts'
import type { Outbound } from './outbound.ts'
import { createUndiciClient } from './undici-client.ts'

/** How pages are asked for: with a browser's handshake, or with Node's, and why. */
export interface Handshake {
  readonly kind: 'browser' | 'plain'
  readonly reason: string
}

export interface HttpClients {
  /** For what people read: pages, result pages, robots.txt. */
  readonly pages: HttpClient
  /** For APIs, which expect programs. */
  readonly apis: HttpClient
  /** Null until a page has been asked for. */
  handshake(): Handshake | null
  close(): Promise<void>
}

export function createHttpClients(options: {
  readonly outbound: Outbound
  readonly handshake: 'browser' | 'plain'
  readonly log: Logger
  /** Throws where the platform has no build of the client with a browser's handshake. */
  readonly openWreqClient: (outbound: Outbound, plain: HttpClient) => Promise<HttpClient>
}): HttpClients {
  const { outbound, log, openWreqClient } = options
  const plain = createUndiciClient(outbound)
  let told: Handshake | null = null
  let opening: Promise<HttpClient> | null = null

  async function openPages(): Promise<HttpClient> {
    if (options.handshake === 'plain') {
      told = { kind: 'plain', reason: 'net.handshake' }
      return plain
    }
    try {
      const sender = await openWreqClient(outbound, plain)
      told = { kind: 'browser', reason: 'wreq-js' }
      return sender
    } catch (error) {
      const reason = `wreq-js cannot be loaded: ${String((error as Error).message).split('\n', 1)[0]}`
      told = { kind: 'plain', reason }
      log.warn('net.plain_handshake', { reason })
      return plain
    }
  }

  const pages: HttpClient = {
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
