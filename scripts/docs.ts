import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { referencePages } from './docs/reference-pages.ts'

/** `npm run docs` writes docs/reference; `--check` fails when a page is out of date. */
const root = join(import.meta.dirname, '..')
const folder = join(root, 'docs', 'reference')
const check = process.argv.includes('--check')

const stale: string[] = []
const problems: string[] = []
mkdirSync(folder, { recursive: true })
for (const [name, make] of referencePages(root)) {
  const file = join(folder, name)
  try {
    const text = make()
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue
    stale.push(name)
    if (!check) writeFileSync(file, text)
  } catch (error) {
    problems.push(`docs/reference/${name}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

if (check && stale.length > 0) problems.push(`Out of date: ${stale.join(', ')}. Run \`npm run docs\`.`)
for (const problem of problems) process.stderr.write(`${problem}\n`)
if (problems.length > 0) process.exitCode = 1
else process.stdout.write(stale.length === 0 ? 'docs/reference is up to date\n' : `Wrote ${stale.join(', ')}\n`)
