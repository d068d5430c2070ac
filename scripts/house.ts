import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { readImports, type SourceFile, sourceFiles } from '../test/architecture/source-files.ts'

/** `npm run house`: what a newcomer meets in src, in figures. The rules that must hold are in test/architecture. */
const root = join(import.meta.dirname, '..')
const files = sourceFiles('src/**/*.ts')
const others = sourceFiles('{test,bench,scripts,demo}/**/*.ts', 'bin/*')

/** Groups of files that import one another in a circle, type imports included (Tarjan). */
function importCycles(all: readonly SourceFile[]): readonly (readonly string[])[] {
  const targets = new Map(all.map((file) => [file.path, file.imports.flatMap(({ target }) => target ?? [])]))
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const cycles: string[][] = []
  const visit = (path: string): void => {
    index.set(path, index.size)
    low.set(path, index.get(path) ?? 0)
    stack.push(path)
    for (const next of targets.get(path) ?? []) {
      if (!targets.has(next)) continue
      if (!index.has(next)) visit(next)
      if (stack.includes(next)) low.set(path, Math.min(low.get(path) ?? 0, low.get(next) ?? 0))
    }
    if (low.get(path) !== index.get(path)) return
    const group = stack.splice(stack.indexOf(path))
    if (group.length > 1) cycles.push(group.sort())
  }
  for (const path of targets.keys()) if (!index.has(path)) visit(path)
  return cycles
}

const DECLARED = /^export (?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type) (\w+)/gm

/**
 * Exported names that no other file imports: in the whole tree, or in src alone (then only a test or a bench uses
 * them).
 */
function exportsWithoutUser(within: readonly SourceFile[]): readonly string[] {
  const used = new Set(
    within.flatMap((file) => file.imports.flatMap(({ target, names }) => names.map((name) => `${target} ${name}`))),
  )
  const whole = importedWhole(within)
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(DECLARED)]
      .map((match) => match[1] ?? '')
      .filter((name) => !used.has(`${path} ${name}`) && !whole.get(path)?.has(name))
      .filter((name) => (text.match(new RegExp(`\\b${name}\\b`, 'g')) ?? []).length < 2)
      .map((name) => `${path}: ${name}`),
  )
}

/**
 * For each file that is imported whole (`import * as x`, `import('./x.ts')`), the words of its importers: what they
 * take out of it is named there, as `const { name } = await import(...)`, `.then(({ name }) => ...)` or `x.name`.
 */
function importedWhole(within: readonly SourceFile[]): ReadonlyMap<string, ReadonlySet<string>> {
  const words = new Map<string, Set<string>>()
  for (const { text, path } of within)
    for (const match of text.matchAll(/import \* as \w+ from '([^']+)'|import\('([^']+)'\)/g))
      for (const { target } of readImports(path, `import('${match[1] ?? match[2]}')`)) {
        if (target === null) continue
        const named = words.get(target) ?? new Set()
        words.set(target, named)
        for (const [word] of text.matchAll(/\w+/g)) named.add(word)
      }
  return words
}

const RULE = 'lint/complexity/noExcessiveLinesPerFunction'
const reportSchema = z.object({ diagnostics: z.array(z.object({ category: z.string().nullable() }).loose()) })

/** Biome counts the lines of functions; the same rule stands in biome.json. */
function longFunctions(): number {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-house-'))
  const config = join(folder, 'biome.json')
  const options = { level: 'error', options: { maxLines: 80 } }
  const rules = { recommended: false, complexity: { noExcessiveLinesPerFunction: options } }
  writeFileSync(config, JSON.stringify({ formatter: { enabled: false }, linter: { rules } }))
  const args = ['lint', `--config-path=${config}`, '--max-diagnostics=1000', '--reporter=json', join(root, 'src')]
  const { stdout } = spawnSync(join(root, 'node_modules', '.bin', 'biome'), args, { cwd: folder, encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  return reportSchema.parse(JSON.parse(stdout)).diagnostics.filter(({ category }) => category === RULE).length
}

const count = (pattern: RegExp) => files.reduce((sum, { text }) => sum + (text.match(pattern) ?? []).length, 0)
const lengths = files.map(({ lines }) => lines).sort((a, b) => a - b)
const figures: Readonly<Record<string, number>> = {
  files: files.length,
  lines: lengths.reduce((sum, one) => sum + one, 0),
  'median lines of a file': lengths[lengths.length >> 1] ?? 0,
  'functions over 80 lines': longFunctions(),
  'file cycles, type imports included': importCycles(files).length,
  'casts (as X, not as const)': count(/\bas (?!const\b)(?=[A-Z{'[(]|unknown\b|never\b|readonly\b|string\b|number\b)/g),
  'lines over 120 columns': files.reduce(
    (sum, { text }) => sum + text.split('\n').filter((line) => line.length > 120).length,
    0,
  ),
  'exports without a user': exportsWithoutUser([...files, ...others]).length,
  'exports that only tests use': exportsWithoutUser(files).length,
  'signatures that take the run': count(/\brun: SearchRun\b/g),
  'signatures that take all the parts': count(/[(,]\s*(?:\w+|\{[^{}]*\}): (?:Research|Conductor)Parts\b(?!\[)/g),
}
for (const [name, value] of Object.entries(figures)) process.stdout.write(`${name.padEnd(40)} ${value}\n`)
if (process.argv.includes('--list')) {
  for (const cycle of importCycles(files)) process.stdout.write(`cycle: ${cycle.join(' ')}\n`)
  for (const one of exportsWithoutUser(files)) process.stdout.write(`only tests: ${one}\n`)
  for (const one of exportsWithoutUser([...files, ...others])) process.stdout.write(`nobody: ${one}\n`)
}
