import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'

export interface StoredBundle {
  readonly sha256: string
  readonly bytes: number
}

/** Something that lies among the bundles under the name of one, whole or not. */
export interface FoundBundle {
  /** Where it lies, below the place of the bundles. */
  readonly name: string
  readonly sha256: string
  readonly bytes: number
  /** When it was last written, by the clock of the place. */
  readonly writtenAt: Date
}

/** Where the bundles of all tasks lie, by the hash of their bytes: putting one twice is putting it once. */
export interface BundleStore {
  put(path: string): Promise<StoredBundle>
  /** Copies the bundle to `path`, which must not be there, and checks that it is the one that was put. */
  get(sha256: string, path: string): Promise<void>
  /** Bytes of the whole bundle. */
  size(sha256: string): Promise<number>
  /** Some bytes of it, without the others; fewer than asked for are an error. */
  range(sha256: string, from: number, bytes: number): Promise<Buffer>
  /** All that lie there, and pieces of some that were never whole. Other files are not told. */
  list(): AsyncIterable<FoundBundle>
  /** What `list` has told, by its name. */
  removeFound(found: FoundBundle): Promise<void>
  /** No error where it is not there. */
  remove(sha256: string): Promise<void>
  close(): Promise<void>
}

/** `ab/ab...64.lyra.zip`, and while it is written `.<uuid>` behind. */
const NAME = /^([0-9a-f]{2})\/(\1[0-9a-f]{62})\.lyra\.zip(?:\.[0-9a-f-]{36})?$/u

/** Of which bundle that is a name; null: of none. */
export function bundleOfName(name: string): string | null {
  return NAME.exec(name)?.[2] ?? null
}

export async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path)) hash.update(piece)
  return hash.digest('hex')
}
