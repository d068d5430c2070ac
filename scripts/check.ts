import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'

/** `npm run check`: everything that can be said about the source without running the product. */
const root = join(import.meta.dirname, '..')
const bin = (name: string) => join(root, 'node_modules', '.bin', name)

interface Part {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  readonly fix: string
}

const PARTS: readonly Part[] = [
  { name: 'types', command: bin('tsc'), args: ['--noEmit'], fix: 'npm run types' },
  {
    name: 'types of the islands',
    command: bin('tsc'),
    args: ['--noEmit', '-p', 'src/web/islands'],
    fix: 'npx tsc --noEmit -p src/web/islands',
  },
  { name: 'lint and format', command: bin('biome'), args: ['check', '.'], fix: 'npm run format' },
  {
    name: 'architecture',
    command: process.execPath,
    args: ['--test', '--test-reporter=dot', ...globSync('test/architecture/*.test.ts', { cwd: root })],
    fix: 'npm test -- architecture',
  },
  { name: 'docs', command: process.execPath, args: ['scripts/docs.ts', '--check'], fix: 'npm run docs' },
]

interface Outcome {
  readonly part: Part
  readonly ok: boolean
  readonly seconds: number
  readonly output: string
}

function runPart(part: Part): Promise<Outcome> {
  const started = performance.now()
  return new Promise((resolve) => {
    let output = ''
    const child = spawn(part.command, [...part.args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    const finish = (ok: boolean) => resolve({ part, ok, seconds: (performance.now() - started) / 1000, output })
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8')
    })
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8')
    })
    child.on('error', (error) => {
      output += error.message
      finish(false)
    })
    child.on('close', (code) => finish(code === 0))
  })
}

const outcomes = await Promise.all(PARTS.map(runPart))
for (const { ok, output } of outcomes) if (!ok) process.stdout.write(`${output.trimEnd()}\n\n`)
for (const { part, ok, seconds } of outcomes)
  process.stdout.write(
    `${ok ? 'ok  ' : 'FAIL'} ${part.name} (${seconds.toFixed(1)} s)${ok ? '' : `, see: ${part.fix}`}\n`,
  )
const failed = outcomes.filter((outcome) => !outcome.ok)
process.stdout.write(
  failed.length === 0 ? 'check: all parts passed\n' : `check: ${failed.length} of ${outcomes.length} parts failed\n`,
)
process.exitCode = failed.length === 0 ? 0 : 1
