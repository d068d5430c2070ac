import { readFileSync } from 'node:fs'
import { WARCParser } from 'warcio'
import { z } from 'zod'
import { broughtByMammoth } from './read-xml.ts'

interface Zip {
  readonly files: Readonly<Record<string, unknown>>
  file(name: string): { async(type: 'nodebuffer'): Promise<Buffer> } | null
}

interface Reader {
  loadAsync(bytes: Buffer, options: { readonly checkCRC32: boolean }): Promise<Zip>
}
/** The zip reader that mammoth brings: a parser of others, present wherever the tests are. */
const reader = z.custom<Reader>((value) => typeof value === 'function' && 'loadAsync' in value)

/** Members of a zip file with their bytes, each compared with its checksum. */
export async function unzip(bytes: Buffer): Promise<ReadonlyMap<string, Buffer>> {
  const opened = await reader.parse(broughtByMammoth('jszip')).loadAsync(bytes, { checkCRC32: true })
  const members = Object.keys(opened.files).map(async (name) => {
    const content = await opened.file(name)?.async('nodebuffer')
    return [name, content ?? Buffer.alloc(0)] as const
  })
  return new Map(await Promise.all(members))
}

const indexFields = z.object({
  url: z.url(),
  mime: z.string(),
  status: z.string(),
  digest: z.string().regex(/^sha256:[0-9a-f]{64}$/u),
  length: z.string().regex(/^\d+$/u),
  offset: z.string().regex(/^\d+$/u),
  filename: z.string(),
})

export interface IndexLine {
  readonly key: string
  readonly stamp: string
  readonly fields: z.infer<typeof indexFields>
}

export interface Replayed {
  readonly record: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** A WACZ as a player opens it: the index is searched by halves for the key of an address, the record read in place. */
export async function openWacz(file: string) {
  const members = await unzip(readFileSync(file))
  const lines = (members.get('indexes/index.cdx') ?? Buffer.alloc(0)).toString('utf8').trimEnd().split('\n')
  const index = lines.map((line): IndexLine => {
    const [key = '', stamp = '', ...rest] = line.split(' ')
    return { key, stamp, fields: indexFields.parse(JSON.parse(rest.join(' '))) }
  })
  const lookUp = (url: string): IndexLine | null => {
    const key = sortKey(url)
    let [low, high] = [0, index.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((index[middle]?.key ?? '') < key) low = middle + 1
      else high = middle
    }
    return index[low]?.key === key ? (index[low] ?? null) : null
  }
  const replay = async ({ fields }: IndexLine): Promise<Replayed> => {
    const warc = members.get(`archive/${fields.filename}`) ?? Buffer.alloc(0)
    const [from, length] = [Number(fields.offset), Number(fields.length)]
    const record = await WARCParser.parse(one(warc.subarray(from, from + length)))
    if (record === null) throw new Error(`no record at ${fields.filename} ${from}`)
    const body = Buffer.from(await record.readFully(false))
    const headers = Object.fromEntries(record.httpHeaders?.headers.entries() ?? [])
    return { record: record.warcTargetURI ?? '', status: Number(record.httpHeaders?.statusCode), headers, body }
  }
  return { members, lines, index, lookUp, replay }
}

async function* one(bytes: Uint8Array) {
  yield bytes
}

/** The key of pywb's CDXJ, written from its description: host turned round, then the path. */
function sortKey(url: string): string {
  const { hostname, pathname, search } = new URL(url)
  return `${hostname.split('.').reverse().join(',')})${pathname}${search}`
}
