import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pack, stage } from './pack/stage.ts'

/** `npm run package [-- <folder>]`: writes the tarball that `npx` runs and `npm publish` takes; default `dist`. */
const root = join(import.meta.dirname, '..')
const out = resolve(process.argv[2] ?? join(root, 'dist'))
mkdirSync(out, { recursive: true })
stage(root, join(root, 'dist', 'package'))
const { filename, size, files } = pack(join(root, 'dist', 'package'), out)
process.stdout.write(`${join(out, filename)} (${(size / 1e6).toFixed(1)} MB, ${files.length} files)\n`)
