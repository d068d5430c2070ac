import { join, relative } from 'node:path'
import { buildSite } from './site/build.ts'

/** `npm run site [-- <folder>]` writes the documentation as static pages into site/, or into the folder. */
const root = join(import.meta.dirname, '..')
process.chdir(root)
const output = process.argv[2] ?? join(root, 'site')
const started = performance.now()
const pages = await buildSite(root, output)
const seconds = ((performance.now() - started) / 1000).toFixed(1)
process.stdout.write(`${pages} pages in ${relative(root, output) || output} (${seconds} s)\n`)
