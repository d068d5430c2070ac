import type { Outcome } from '../domain/outcome.ts'

/** A SOCKS proxy that also resolves names (Tor), and the credentials that choose one of its circuits. */
export interface SocksExit {
  readonly host: string
  readonly port: number
  readonly circuit: { readonly user: string; readonly password: string }
}

export interface HttpMessage {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  readonly maxBytes: number
  readonly timeoutMs: number
  readonly signal: AbortSignal | undefined
  readonly onChunk?: ((chunk: Uint8Array) => void) | undefined
  /** Null: directly. */
  readonly socks: SocksExit | null
}

export type HttpAnswer =
  | {
      readonly ok: true
      readonly status: number
      readonly statusText: string
      readonly headers: Readonly<Record<string, string>>
      readonly body: Uint8Array
    }
  | { readonly ok: false; readonly outcome: Exclude<Outcome, 'ok' | 'not_modified'>; readonly reason: string }

/** One request, no redirect followed. */
export interface HttpClient {
  send(message: HttpMessage): Promise<HttpAnswer>
  /** Ends idle connections, so that nothing keeps the process alive. */
  close(): Promise<void>
}
