import { randomUUID } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { LyraError } from '../../domain/errors.ts'
import { type BundleStore, bundleOfName, hashOfFile } from './bundle-store.ts'

/** A folder that every worker sees under this path: of one machine, or a share of the network. */
export function bundleFolder(root: string): BundleStore {
  const placeOf = (sha256: string) => join(root, sha256.slice(0, 2), `${sha256}.lyra.zip`)
  const known = (sha256: string) => {
    const place = placeOf(sha256)
    if (existsSync(place)) return place
    throw new LyraError('HUB_UNAVAILABLE', `The bundle ${sha256} is not in ${root}`, {
      hint: 'Every worker must see the folder of bundles that `lyra hub init --bundles` named',
    })
  }
  return {
    put: async (path) => {
      const sha256 = await hashOfFile(path)
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
      copyFileSync(known(sha256), path)
      if ((await hashOfFile(path)) !== sha256)
        throw new LyraError('BUNDLE_REJECTED', `The bundle ${sha256} in ${root} was altered or damaged`)
    },
    size: async (sha256) => statSync(known(sha256)).size,
    range: async (sha256, from, bytes) => {
      await using file = await open(known(sha256), 'r')
      const buffer = Buffer.alloc(bytes)
      const { bytesRead } = await file.read(buffer, 0, bytes, from)
      if (bytesRead === bytes) return buffer
      throw new LyraError('BUNDLE_REJECTED', `The bundle ${sha256} in ${root} is cut off`)
    },
    list: async function* () {
      if (!existsSync(root)) return
      for (const path of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
        const name = path.split(sep).join('/')
        const sha256 = bundleOfName(name)
        const found = sha256 === null ? undefined : statSync(join(root, path), { throwIfNoEntry: false })
        if (sha256 !== null && found?.isFile() === true)
          yield { name, sha256, bytes: found.size, writtenAt: found.mtime }
      }
    },
    removeFound: async ({ name }) => rmSync(join(root, name), { force: true }),
    remove: async (sha256) => rmSync(placeOf(sha256), { force: true }),
    close: async () => {},
  }
}
