import { z } from 'zod'
import { LyraError } from '../domain/errors.ts'
import { downloadFile } from './hub-download.ts'
import { type HubFile, hubFile } from './hub-file.ts'

interface HubRequest {
  readonly url: string
  readonly purpose: 'api' | 'asset'
  readonly headers: Readonly<Record<string, string>>
  readonly maxBytes: number
  readonly signal?: AbortSignal | undefined
}

interface HubAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** One request through the gateway: the answer, or the reason there is none. */
export type HubFetch = (request: HubRequest) => Promise<HubAnswer | { readonly reason: string }>

const commitShape = z.object({ sha: z.string().regex(/^[0-9a-f]{40}$/) })

/** A repository of models lists some dozens of files in a few kilobytes; more is no such list. */
const LISTING_BYTES = 8_000_000
/** Times one request is sent: a connection that broke once mostly works the next time. */
const ATTEMPTS = 3

interface Hub {
  /** The commit that the branch names now; all files are then taken from that one. */
  commit(): Promise<string>
  files(commit: string): Promise<readonly HubFile[]>
  json(commit: string, path: string): Promise<unknown>
  /** Goes on where an earlier try stopped; checked against the hub's own hash before it counts as fetched. */
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
    new LyraError('MODEL_NOT_READY', `${what} of ${repository} could not be fetched: ${reason}`, {
      details: { repository, revision, what, reason },
      hint: 'Run the same command again: what has arrived is kept, and the rest is fetched',
    })

  async function get(url: string, what: string, request: Pick<HubRequest, 'purpose' | 'headers' | 'maxBytes'>) {
    let reason = ''
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      signal?.throwIfAborted()
      const answer = await send({ url, ...request, signal })
      if (!('reason' in answer)) return answer
      reason = answer.reason
    }
    signal?.throwIfAborted()
    throw failed(what, reason)
  }
  async function getJson(url: string, what: string, commit?: string): Promise<unknown> {
    const { body, headers } = await get(url, what, { purpose: 'api', headers: {}, maxBytes: LISTING_BYTES })
    // What the hub serves by itself says of which commit it is.
    const served = headers['x-repo-commit']
    if (commit !== undefined && served !== undefined && served !== commit)
      throw failed(what, `it is of commit ${served}, not ${commit}`)
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
      const parsed = commitShape.safeParse(await getJson(url, 'The card'))
      if (!parsed.success) throw failed('The card', 'it names no commit')
      return parsed.data.sha
    },
    files: async (commit) => {
      const url = `${base}/api/models/${repository}/tree/${commit}?recursive=true`
      const parsed = z.array(hubFile).safeParse(await getJson(url, 'The list of files'))
      if (!parsed.success) throw failed('The list of files', 'it has another shape')
      return parsed.data.filter((file) => file.type === 'file')
    },
    json: (commit, path) => getJson(fileUrl(commit, path), path, commit),
    download: (commit, file, to, onBytes) =>
      downloadFile({
        file,
        to,
        onBytes,
        failed: (reason) => failed(file.path, reason),
        piece: (from, last, maxBytes) =>
          get(fileUrl(commit, file.path), file.path, {
            purpose: 'asset',
            headers: { range: `bytes=${from}-${last}`, 'accept-encoding': 'identity' },
            maxBytes,
          }),
      }),
  }
}
