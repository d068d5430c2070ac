import { createWriteStream, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { memberStream, readMember, readZipDirectory, type ZipEntry } from '../../archive/zip/read-zip.ts'
import { LyraError } from '../../domain/errors.ts'
import { MEMBERS } from './manifest.ts'
import type { VerifiedBundle } from './verify-bundle.ts'

const WARC = /^archive\/([A-Za-z0-9_][A-Za-z0-9_-]{0,150}\.warc\.gz)$/u
/** Lists of domains and engines that a person writes by hand. */
const LARGEST_LIST = 1024 * 1024

/** The database file of the bundle, written to `path`. */
export async function unpackSlice(bundle: VerifiedBundle, path: string): Promise<void> {
  await extract(bundle.path, entryOf(bundle, MEMBERS.slice), path)
}

/** The WARC files of the bundle, written into the folder, which is made; returns their names. */
export async function unpackArchive(bundle: VerifiedBundle, folder: string): Promise<readonly string[]> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const wacz = join(folder, '.archive.wacz')
  try {
    await extract(bundle.path, entryOf(bundle, MEMBERS.archive), wacz)
    const names: string[] = []
    for (const entry of await readZipDirectory(wacz)) {
      const name = WARC.exec(entry.name)?.[1]
      if (name === undefined) continue
      await extract(wacz, entry, join(folder, name))
      names.push(name)
    }
    return names
  } finally {
    rmSync(wacz, { force: true })
  }
}

/** A small text of the bundle; null where it has none. */
export async function readText(bundle: VerifiedBundle, name: string): Promise<string | null> {
  const entry = bundle.entries.get(name)
  return entry === undefined ? null : (await readMember(bundle.path, entry, LARGEST_LIST)).toString('utf8')
}

function entryOf({ entries }: VerifiedBundle, name: string): ZipEntry {
  const entry = entries.get(name)
  if (entry === undefined) throw new LyraError('BUNDLE_REJECTED', `The bundle has no ${name}`)
  return entry
}

/** Never over a file that is there. */
async function extract(from: string, entry: ZipEntry, path: string): Promise<void> {
  await pipeline(Readable.from(memberStream(from, entry)), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
}
