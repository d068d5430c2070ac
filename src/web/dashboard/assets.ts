import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { LyraError } from '../../domain/errors.ts'

/** Style sheets and scripts of the dashboard: every file in `assets/`, under its name and the hash of its bytes. */
export interface Assets {
  /** `live.js` -> `/assets/live.3f2a91c0d4.js`. */
  url(name: string): string
  /** Null: no file has this address, or its bytes have changed since. */
  read(address: string): { readonly bytes: Uint8Array<ArrayBuffer>; readonly type: string } | null
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
}

const FOLDER = fileURLToPath(new URL('./assets', import.meta.url))

export function readAssets(folder: string = FOLDER): Assets {
  const byName = new Map<string, string>()
  const byAddress = new Map<string, { bytes: Uint8Array<ArrayBuffer>; type: string }>()
  for (const name of readdirSync(folder).sort()) {
    const end = extname(name)
    const type = TYPES[end]
    if (type === undefined) continue
    const bytes = new Uint8Array(readFileSync(join(folder, name)))
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 10)
    const address = `/assets/${name.slice(0, -end.length)}.${hash}${end}`
    byName.set(name, address)
    byAddress.set(address, { bytes, type })
  }
  return {
    url: (name) => {
      const address = byName.get(name)
      if (address === undefined) throw new LyraError('INTERNAL_ERROR', `No asset of the dashboard is called ${name}`)
      return address
    },
    read: (address) => byAddress.get(address) ?? null,
  }
}
