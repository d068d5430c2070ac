import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'

export interface StoredBundle {
  readonly sha256: string
  readonly bytes: number
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
  /** No error where it is not there. */
  remove(sha256: string): Promise<void>
  close(): Promise<void>
}

export async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path)) hash.update(piece)
  return hash.digest('hex')
}
