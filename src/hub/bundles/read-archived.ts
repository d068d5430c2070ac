import { z } from 'zod'
import { urlKey } from '../../archive/cdxj.ts'
import { toExchange } from '../../archive/http-block.ts'
import { type PayloadDigest, payloadDigest } from '../../archive/payload-digest.ts'
import { recordIn, type WarcRecord } from '../../archive/scan-records.ts'
import type { Exchange } from '../../archive/types.ts'
import { type ByteSource, listZip, placeMember } from '../../archive/zip/read-zip.ts'
import { LyraError } from '../../domain/errors.ts'
import { sha256 } from '../../domain/ids.ts'
import { LARGEST_MANIFEST, MEMBERS } from '../../report/bundle/manifest.ts'
import { readManifest } from '../../report/bundle/verify-bundle.ts'
import type { BundleStore } from './bundle-store.ts'
import { verifiedMember } from './verified-member.ts'

export interface ArchivedRecord {
  readonly exchange: Exchange
  readonly digest: PayloadDigest
  /** What was asked of the store: all of it, to be held against the size of the bundle. */
  readonly cost: { readonly requests: number; readonly bytes: number; readonly bundleBytes: number }
}

export interface WantedRecord {
  readonly bundleSha256: string
  /** As the hub noted it when the whole bundle was checked. */
  readonly manifestSha256: string
  /** Name of the WARC file in the archive of the bundle. */
  readonly file: string
  readonly url: string
  readonly recordId: string
}

/** One record of a task's archive by range requests: directory, manifest, index and the stretches of the record. */
export async function readArchivedRecord(bundles: BundleStore, wanted: WantedRecord): Promise<ArchivedRecord> {
  const bundleBytes = await bundles.size(wanted.bundleSha256)
  const cost = { requests: 1, bytes: 0, bundleBytes }
  const bundle: ByteSource = {
    size: bundleBytes,
    read: async (offset, bytes) => {
      cost.requests += 1
      cost.bytes += bytes
      return bundles.range(wanted.bundleSha256, offset, bytes)
    },
  }
  const archive = await openArchive(bundle, wanted.manifestSha256)
  const record = await archive.find(wanted.file, wanted.url, wanted.recordId)
  if (record === null)
    throw new LyraError('NOT_FOUND', `The archive of the bundle has no record ${wanted.recordId} of ${wanted.url}`)
  let holder = record
  const exchange = await toExchange(record, 'GET', async ({ url, recordId }) => {
    const found = url === null || recordId === null ? null : await archive.find(null, url, recordId)
    holder = found ?? holder
    return found
  })
  if (exchange === null) throw new LyraError('NOT_FOUND', `The record ${wanted.recordId} holds no answer of a server`)
  return { exchange, digest: payloadDigest(record, holder), cost }
}

async function openArchive(bundle: ByteSource, manifestSha256: string) {
  const { entries } = await listZip(bundle)
  const bytes = await memberBytes(bundle, entries, MEMBERS.manifest, LARGEST_MANIFEST)
  if (sha256(bytes) !== manifestSha256) throw rejected('its manifest is not the one that was published')
  const said = readManifest(bytes).members.find(({ name }) => name === MEMBERS.archive)
  const listed = entries.find(({ name }) => name === MEMBERS.archive)
  if (said === undefined || listed === undefined || said.bytes !== listed.bytes) throw rejected('it has no archive')
  const wacz = verifiedMember(bundle, await placeMember(bundle, listed), said.chunks)
  const inside = (await listZip(wacz)).entries
  const index = (await memberBytes(wacz, inside, 'indexes/index.cdx', wacz.size)).toString('utf8').split('\n')
  return {
    /** Of the lines of this address, the record with this id; file null: any. */
    find: async (file: string | null, url: string, recordId: string): Promise<WarcRecord | null> => {
      const key = `${urlKey(url).replaceAll(' ', '%20')} `
      for (const line of index.filter((one) => one.startsWith(key))) {
        const at = parseLine(line)
        if (at === null || (file !== null && at.filename !== file)) continue
        const member = inside.find(({ name }) => name === `archive/${at.filename}`)
        if (member === undefined) continue
        const { offset } = await placeMember(wacz, member)
        if (at.offset + at.length > member.bytes) throw rejected('its index leads out of the file')
        const raw = await wacz.read(offset + at.offset, at.length)
        const record = await recordIn(raw, { offset: at.offset, length: at.length, start: 0, end: 0 })
        if (record?.fields.get('warc-record-id') === recordId) return record
      }
      return null
    },
  }
}

async function memberBytes(
  source: ByteSource,
  entries: Awaited<ReturnType<typeof listZip>>['entries'],
  name: string,
  most: number,
): Promise<Buffer> {
  const listed = entries.find((entry) => entry.name === name)
  if (listed === undefined || listed.bytes > most) throw rejected(`it has no ${name}`)
  const { offset, bytes } = await placeMember(source, listed)
  return source.read(offset, bytes)
}

const place = z.object({ filename: z.string(), offset: z.coerce.number().int(), length: z.coerce.number().int() })

function parseLine(line: string): z.infer<typeof place> | null {
  const start = line.indexOf('{')
  try {
    return place.safeParse(JSON.parse(line.slice(start))).data ?? null
  } catch {
    return null
  }
}

function rejected(why: string): LyraError {
  return new LyraError('BUNDLE_REJECTED', `The bundle is not read: ${why}`)
}
