import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { pathToFileURL } from 'node:url'
import type { Cost } from './tests/cpu-seconds.ts'
import { groupFiles, type TestGroup } from './tests/group-files.ts'

/**
 * `npm test [-- <words>]`: every test file, or those whose path contains one of the words. `--watch` runs them again
 * when one of them, or a file it imports, is saved; without a word it would watch everything, and is refused.
 * `--cost` says in the end what each process cost in seconds of the processor, which other work on the machine does
 * not change as it changes the time on the clock.
 */
const root = join(import.meta.dirname, '..')
const watch = process.argv.includes('--watch')
const cost = process.argv.includes('--cost')
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const files = globSync('test/**/*.test.ts', { cwd: root })
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
  .sort()

if (files.length === 0) {
  process.stderr.write(`No test file matches ${words.join(', ') || 'test/**/*.test.ts'}\n`)
  process.exit(1)
}

if (watch && words.length === 0) {
  process.stderr.write('Say which tests to watch, e.g. npm run test:watch -- rank/kneedle\n')
  process.exit(1)
}

// What the processes import in common is compiled once.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'lyra-tests')

const started = performance.now()
const counts = { passed: 0, failed: 0, cancelled: 0, skipped: 0, todo: 0 }
const failures: string[] = []
const skips: string[] = []
const durations: { readonly file: string; readonly seconds: number }[] = []

/** So many of the slowest files are named at the end of a whole run. */
const SLOWEST = 12

/**
 * One more than there are cores: a file that drives the whole program waits a third of its time, for a page, a timer or
 * a process that starts. No more than four: each may hold a gigabyte of models and browser.
 */
const atOnce = Math.min(4, availableParallelism() + 1)

/** Asked for by words, every file has a process of its own; in a whole run small ones share one. */
const groups = words.length > 0 ? files.map((file) => ({ name: file, files: [file] })) : groupFiles(files, readTest)
const entries = mkdtempSync(join(tmpdir(), 'lyra-tests-'))
const costs = join(entries, 'costs.jsonl')
process.on('exit', () => rmSync(entries, { recursive: true, force: true }))

const stream = run({ files: groups.map(entryOf), cwd: root, concurrency: atOnce, timeout: 280_000, watch })
stream.on('test:summary', ({ file, counts: sum, duration_ms }) => {
  if (file !== undefined) {
    const name = file.startsWith(entries) ? `${relative(entries, file)} (files in one process)` : relative(root, file)
    durations.push({ file: name, seconds: duration_ms / 1000 })
    return
  }
  counts.passed = sum.passed
  counts.failed = sum.tests - sum.passed - sum.cancelled - sum.skipped - sum.todo
  counts.cancelled = sum.cancelled
  counts.skipped = sum.skipped
  counts.todo = sum.todo
})
stream.on('test:fail', ({ name, file, details, todo }) => {
  if (details.type !== 'suite' && (todo === undefined || todo === false)) failures.push(title(name, file))
})
stream.on('test:pass', ({ name, file, skip }) => {
  if (skip !== undefined && skip !== false)
    skips.push(`${title(name, file)}: ${skip === true ? 'no reason given' : skip}`)
})
stream.compose(new spec()).pipe(process.stdout)
stream.on('end', () => setImmediate(close))

function readTest(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}

/** The file itself, or one that imports those of its group. */
function entryOf({ name, files: members }: TestGroup): string {
  const paths = members.map((file) => join(root, file))
  if (paths.length === 1 && !cost) return paths.join('')
  const entry = join(entries, `${name.replaceAll(sep, '+')}.ts`)
  const noted = cost ? [noteOf(name)] : []
  writeFileSync(entry, [...noted, ...paths.map((path) => `await import(${urlOf(path)})`), ''].join('\n'))
  return entry
}

function noteOf(name: string): string {
  const module = urlOf(join(import.meta.dirname, 'tests', 'cpu-seconds.ts'))
  return `;(await import(${module})).noteCost(${JSON.stringify(name)}, ${JSON.stringify(costs)})`
}

function urlOf(path: string): string {
  return JSON.stringify(pathToFileURL(path).href)
}

/** Dearest first, and their sum. */
function costLines(): string[] {
  if (!existsSync(costs)) return []
  const all = readFileSync(costs, 'utf8')
    .trim()
    .split('\n')
    .map((line): Cost => JSON.parse(line))
  const sum = all.reduce((total, { own, children }) => total + own + children, 0)
  const line = (seconds: number, name: string) => `cpu      ${seconds.toFixed(1).padStart(6)} s  ${name}`
  return [
    ...all
      .sort((a, b) => b.own + b.children - a.own - a.children)
      .map(({ name, own, children }) =>
        line(own + children, `${name} (${children.toFixed(1)} s in processes it started)`),
      ),
    line(sum, `${all.length} processes`),
  ]
}

function title(name: string, file: string | undefined): string {
  return `${file === undefined ? '' : `${relative(root, file)}: `}${name}`
}

function close(): void {
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const broken = counts.failed + counts.cancelled
  const slowest = words.length > 0 ? [] : durations.sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST)
  const lines = [
    '',
    ...slowest.map(({ file, seconds }) => `slow     ${seconds.toFixed(1).padStart(6)} s  ${file}`),
    ...costLines(),
    ...skips.map((line) => `skipped  ${line}`),
    ...failures.map((line) => `failed   ${line}`),
    `${files.length} files, ${counts.passed} passed, ${counts.failed} failed, ${counts.cancelled} cancelled, ${counts.skipped} skipped, ${counts.todo} todo in ${seconds} s`,
    '',
  ]
  process.stdout.write(lines.join('\n'))
  process.exitCode = broken === 0 ? 0 : 1
}
