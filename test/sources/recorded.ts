import { gunzipSync } from 'node:zlib'
import { parse } from 'yaml'
import { z } from 'zod'
import { dataText } from '../engines/data-folder.ts'

const bodySchema = z.union([z.string(), z.instanceof(Uint8Array)])
const cassetteSchema = z.object({
  interactions: z.array(
    z.object({
      request: z.object({ uri: z.string() }),
      response: z.object({
        body: z.object({ string: bodySchema }).optional(),
        content: bodySchema.optional(),
        status: z.object({ code: z.number() }).optional(),
        status_code: z.number().optional(),
      }),
    }),
  ),
})

export interface Recorded {
  readonly uri: string
  readonly status: number
  readonly body: string
}

/** The exchanges of a recording, bodies decoded. */
export function cassette(path: string): readonly Recorded[] {
  return cassetteSchema.parse(parse(dataText(path))).interactions.map(({ request, response }) => ({
    uri: request.uri,
    status: response.status?.code ?? response.status_code ?? 0,
    body: decode(response.body?.string ?? response.content ?? ''),
  }))
}

/** The one exchange whose address contains the words. */
export function recorded(path: string, words: string): Recorded {
  const found = cassette(path).find((exchange) => exchange.uri.includes(words))
  if (found === undefined) throw new Error(`${path} has no exchange with ${words}`)
  return found
}

function decode(body: string | Uint8Array): string {
  if (typeof body === 'string') return body
  const zipped = body[0] === 0x1f && body[1] === 0x8b
  return (zipped ? gunzipSync(body) : Buffer.from(body)).toString('utf8')
}
