import { createHash } from 'node:crypto'
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { LyraError } from '../domain/errors.ts'

interface HubRequest {
  readonly url: string
  readonly purpose: 'api' | 'asset'
  readonly headers: Readonly<Record<string, string>>
  readonly maxBytes: number
  readonly signal?: AbortSignal | undefined
}

/** One request through the gateway: the answer, or the reason there is none. */
export type HubFetch = (
  request: HubRequest,
) => Promise<{ readonly status: number; readonly body: Uint8Array } | { readonly reason: string }>

const fileRow = z.object({
  type: z.string(),
  path: z.string(),
  size: z.int().min(0),
  oid: z.string(),
  lfs: z.object({ oid: z.string(), size: z.int().min(0) }).optional(),
})
export type HubFile = z.infer<typeof fileRow>

/** A repository of models lists some dozens of files in a few kilobytes; more is no such list. */
const LISTING_BYTES = 8_000_000
/** A body is held in memory before it is written: a large file comes in pieces. */
const PIECE = 16 * 1024 * 1024

interface Hub {
  /** The commit that the branch names now; all files are then taken from that one. */
  commit(): Promise<string>
  files(commit: string): Promise<readonly HubFile[]>
  json(commit: string, path: string): Promise<unknown>
  /** Checked against the hub's own hash before it counts as fetched. */
  download(commit: string, file: HubFile, to: string, onBytes: (bytes: number) => void): Promise<void>
}

/** The Hugging Face hub's file layout: `/api/models/<repo>/...` lists, `/<repo>/resolve/<commit>/<path>` serves. */
export function openHub(options: {
  readonly repository: string
  readonly revision: string
  readonly endpoint: string
  readonly fetch: HubFetch
  readonly signal?: AbortSignal | undefined
}): Hub {
  const { repository, revision, fetch: send, signal } = options
  const base = options.endpoint.replace(/(?<!\/)\/+$/, '')
  const failed = (what: string, reason: string) =>
    new LyraError('MODEL_NOT_READY', `${what} of ${repository} could not be fetched: ${reason}`)

  async function get(url: string, what: string, purpose: HubRequest['purpose'], maxBytes: number, range?: string) {
    const headers = range === undefined ? {} : { range, 'accept-encoding': 'identity' }
    const answer = await send({ url, purpose, headers, maxBytes, signal })
    if ('reason' in answer) throw failed(what, answer.reason)
    return answer
  }
  async function getJson(url: string, what: string): Promise<unknown> {
    const { body } = await get(url, what, 'api', LISTING_BYTES)
    try {
      return JSON.parse(Buffer.from(body).toString('utf8'))
    } catch {
      throw failed(what, 'the answer is not JSON')
    }
  }
  const fileUrl = (commit: string, path: string) =>
    `${base}/${repository}/resolve/${commit}/${path.split('/').map(encodeURIComponent).join('/')}`

  return {
    commit: async () => {
      const url = `${base}/api/models/${repository}/revision/${encodeURIComponent(revision)}`
      const parsed = z.object({ sha: z.string().regex(/^[0-9a-f]{40}$/) }).safeParse(await getJson(url, 'The card'))
      if (!parsed.success) throw failed('The card', 'it names no commit')
      return parsed.data.sha
    },
    files: async (commit) => {
      const url = `${base}/api/models/${repository}/tree/${commit}?recursive=true`
      const parsed = z.array(fileRow).safeParse(await getJson(url, 'The list of files'))
      if (!parsed.success) throw failed('The list of files', 'it has another shape')
      return parsed.data.filter((file) => file.type === 'file')
    },
    json: (commit, path) => getJson(fileUrl(commit, path), path),
    download: async (commit, file, to, onBytes) => {
      const size = file.lfs?.size ?? file.size
      const hash = file.lfs === undefined ? createHash('sha1').update(`blob ${size}\0`) : createHash('sha256')
      mkdirSync(dirname(to), { recursive: true })
      writeFileSync(to, '')
      for (let from = 0; from < size; ) {
        const last = Math.min(from + PIECE, size) - 1
        const limit = Math.max(size <= PIECE ? size : PIECE, 1)
        const { status, body } = await get(
          fileUrl(commit, file.path),
          file.path,
          'asset',
          limit,
          `bytes=${from}-${last}`,
        )
        const wanted = status === 206 ? last - from + 1 : size
        if (body.length !== wanted || (status !== 206 && from > 0))
          throw failed(file.path, 'a piece has another length')
        hash.update(body)
        appendFileSync(to, body)
        from += body.length
        onBytes(body.length)
      }
      if (hash.digest('hex') !== (file.lfs?.oid ?? file.oid)) throw failed(file.path, 'its hash is not the hub’s')
    },
  }
}
