import { join } from 'node:path'
import { sha256 } from '../domain/ids.ts'
import type { ZipMember } from './zip/member.ts'
import { openZipWriter } from './zip/write-zip.ts'

/** A page that a reader of the archive may want to open. */
export interface ListedPage {
  readonly id: string
  readonly url: string
  readonly time: string
  readonly title: string | null
}

export interface WaczOrder {
  readonly path: string
  readonly title: string
  readonly created: string
  readonly software: string
  /** The folder with the WARC files, their names and their index lines. */
  readonly folder: string
  readonly files: readonly string[]
  readonly index: readonly string[]
  readonly pages: readonly ListedPage[]
}

const WACZ_VERSION = '1.1.1'

/**
 * A WACZ file (specs.webrecorder.net/wacz/1.1.1): a zip of WARC files, their index, a list of pages and a description
 * with hashes, which web archive players open as it is.
 */
export async function writeWacz(order: WaczOrder): Promise<void> {
  const zip = await openZipWriter(order.path)
  const members: ZipMember[] = []
  for (const name of order.files) members.push(await zip.add(`archive/${name}`, { file: join(order.folder, name) }))
  members.push(await zip.add('indexes/index.cdx', Buffer.from(order.index.map((line) => `${line}\n`).join(''))))
  members.push(await zip.add('pages/pages.jsonl', Buffer.from(pageLines(order))))
  const description = Buffer.from(`${JSON.stringify(dataPackage(order, members), null, 2)}\n`)
  await zip.add('datapackage.json', description)
  const digest = { path: 'datapackage.json', hash: `sha256:${sha256(description)}` }
  await zip.add('datapackage-digest.json', Buffer.from(`${JSON.stringify(digest, null, 2)}\n`))
  await zip.close()
}

function pageLines({ title, pages }: WaczOrder): string {
  const head = { format: 'json-pages-1.0', id: 'pages', title: `Pages of ${title}` }
  const lines = pages.map(({ id, url, time, title: name }) => ({ id, url, ts: time, title: name ?? url }))
  return [head, ...lines].map((line) => `${JSON.stringify(line)}\n`).join('')
}

function dataPackage({ title, created, software }: WaczOrder, members: readonly ZipMember[]): unknown {
  return {
    profile: 'data-package',
    wacz_version: WACZ_VERSION,
    title,
    created,
    software,
    resources: members.map(({ name, sha256: hash, bytes }) => ({
      name: name.slice(name.lastIndexOf('/') + 1),
      path: name,
      hash: `sha256:${hash}`,
      bytes,
    })),
  }
}
