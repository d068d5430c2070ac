import { createHash, randomUUID } from 'node:crypto'
import { copyFileSync, createReadStream, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { LyraError } from '../domain/errors.ts'

export interface StoredBundle {
  readonly sha256: string
  readonly bytes: number
}

/** Where the bundles of all tasks lie, by the hash of their bytes: putting one twice is putting it once. */
export interface BundleFolder {
  put(path: string): Promise<StoredBundle>
  /** Copies the bundle to `path`, which must not be there, and checks that it is the one that was put. */
  get(sha256: string, path: string): Promise<void>
  /** No error where it is not there. */
  remove(sha256: string): Promise<void>
}

/** A folder that every worker sees under this path: of one machine, or a share of the network. */
export function bundleFolder(root: string): BundleFolder {
  const placeOf = (sha256: string) => join(root, sha256.slice(0, 2), `${sha256}.lyra.zip`)
  return {
    put: async (path) => {
      const sha256 = await hashOf(path)
      const place = placeOf(sha256)
      if (!existsSync(place)) {
        mkdirSync(join(place, '..'), { recursive: true, mode: 0o700 })
        // Whole or not there, also for who reads at this moment.
        const beside = `${place}.${randomUUID()}`
        copyFileSync(path, beside)
        renameSync(beside, place)
      }
      return { sha256, bytes: statSync(place).size }
    },
    get: async (sha256, path) => {
      const place = placeOf(sha256)
      if (!existsSync(place))
        throw new LyraError('HUB_UNAVAILABLE', `The bundle ${sha256} is not in ${root}`, {
          hint: 'Every worker must see the folder of bundles that `lyra hub init --bundles` named',
        })
      copyFileSync(place, path)
      if ((await hashOf(path)) !== sha256)
        throw new LyraError('BUNDLE_REJECTED', `The bundle ${sha256} in ${root} was altered or damaged`)
    },
    remove: async (sha256) => rmSync(placeOf(sha256), { force: true }),
  }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path)) hash.update(piece)
  return hash.digest('hex')
}
