import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename, join, relative, resolve, sep } from 'node:path'
import { LyraError } from '../../domain/errors.ts'
import type { HubFetch } from '../../models/hub.ts'
import { type Fetched, fetchModel } from '../../models/hub-pull.ts'
import { openHome } from '../home.ts'

/** A folder stands where the hub would: the same plan, the same hashes, no network. */
const HERE = 'http://folder.invalid'

/** Takes a model that lies in a folder as the hub would serve it: config.json, tokenizer.json, ONNX weights. */
export async function fetchFromFolder(
  path: string,
  home: string,
  rest: { readonly onProgress?: (message: string) => void; readonly signal?: AbortSignal },
): Promise<Fetched> {
  const folder = resolve(path)
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new LyraError('NOT_FOUND', `There is no folder ${folder}`)
  const repository = `folder/${basename(folder)
    .replace(/[^\w.-]/g, '-')
    .replace(/^[^A-Za-z0-9]/, 'm')}`
  const files = await listed(folder)
  const commit = createHash('sha1').update(JSON.stringify(files)).digest('hex')
  const fetch: HubFetch = async ({ url, headers }) => {
    const { pathname } = new URL(url)
    const answer = (body: Uint8Array, status = 200) => ({ status, headers: {}, body })
    if (pathname === `/api/models/${repository}/revision/main`)
      return answer(Buffer.from(JSON.stringify({ sha: commit })))
    if (pathname.startsWith(`/api/models/${repository}/tree/`)) return answer(Buffer.from(JSON.stringify(files)))
    const file = join(folder, decodeURIComponent(pathname.slice(`/${repository}/resolve/${commit}/`.length)))
    const range = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '')
    if (range === null) return answer(readFileSync(file))
    const [from, last] = [Number(range[1]), Number(range[2])]
    return answer(await readBetween(file, from, last), 206)
  }
  return fetchModel({ repository, endpoint: HERE, shelf: openHome(home).models, fetch, ...rest })
}

async function readBetween(file: string, from: number, last: number): Promise<Uint8Array> {
  const handle = await open(file, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(last - from + 1), 0, last - from + 1, from)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/** The files as the hub lists them; links too, of which the hub's own cache is made. */
async function listed(folder: string): Promise<readonly object[]> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile())
    .sort()
  const rows: object[] = []
  for (const file of names) {
    const { size } = statSync(file)
    const hash = createHash('sha256')
    for await (const chunk of createReadStream(file)) hash.update(chunk)
    const oid = hash.digest('hex')
    const path = relative(folder, file).split(sep).join('/')
    rows.push({ type: 'file', path, size, oid, lfs: { oid, size } })
  }
  return rows
}
