import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { referencePages } from './docs/reference-pages.ts'

/** `npm run docs` writes docs/reference; `--check` fails when a page is out of date. */
const root = join(import.meta.dirname, '..')
const folder = join(root, 'docs', 'reference')
const check = process.argv.includes('--check')

const stale: string[] = []
mkdirSync(folder, { recursive: true })
for (const [name, text] of await referencePages(root)) {
  const file = join(folder, name)
  if (existsSync(file) && readFileSync(file, 'utf8') === text) continue
  stale.push(name)
  if (!check) writeFileSync(file, text)
}

if (check && stale.length > 0) {
  process.stderr.write(
    `Out of date: ${stale.map((name) => `docs/reference/${name}`).join(', ')}. Run \`npm run docs\`.\n`,
  )
  process.exitCode = 1
} else process.stdout.write(stale.length === 0 ? 'docs/reference is up to date\n' : `Wrote ${stale.join(', ')}\n`)
