import { configuredHost } from '../net/configured-host.ts'

const MOST_BYTES = 1024 * 1024
const SILENCE_MS = 10_000

/** JSON of one host that the operator named, through the one door. */
export function configuredJson(origin: string): { fetchJson(url: string): Promise<unknown>; close(): Promise<void> } {
  const host = configuredHost(origin)
  return {
    fetchJson: async (url) => {
      const answer = await host.send({
        method: 'GET',
        url,
        headers: { accept: 'application/json' },
        silenceMs: SILENCE_MS,
      })
      if (!answer.ok) throw new Error(answer.reason)
      const pieces: Uint8Array[] = []
      let bytes = 0
      for await (const piece of answer.body) {
        bytes += piece.length
        if (bytes > MOST_BYTES) throw new Error(`${url} is too large`)
        pieces.push(piece)
      }
      if (answer.status !== 200) throw new Error(`${url} answers ${answer.status}`)
      return JSON.parse(Buffer.concat(pieces).toString('utf8'))
    },
    close: () => host.close(),
  }
}
