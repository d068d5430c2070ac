import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Mutant, mutantsOf } from './mutate/mutants.ts'
import { RULES } from './mutate/rules.ts'

/**
 * `npm run mutate [-- <words>] [--most <n>]`: changes the rules in small ways, one at a time, and runs their tests. A
 * change that no test notices lives, and is named. Exit 1 where a file's score is under 80 %.
 */
const ASKED = 0.8
/** A change that makes a loop endless is noticed by the clock. */
const LIMIT_MS = 60_000
const AT_ONCE = 2

const root = join(import.meta.dirname, '..')
const { values, positionals: words } = parseArgs({
  allowPositionals: true,
  options: { most: { type: 'string', default: '1000' } },
})
const most = Number(values.most)
const files = Object.entries(RULES).filter(([file]) => words.length === 0 || words.some((word) => file.includes(word)))
if (files.length === 0 || !Number.isInteger(most) || most < 1) {
  process.stderr.write(`Usage: npm run mutate -- [words of ${Object.keys(RULES).join(', ')}] [--most <n>]\n`)
  process.exit(2)
}

function survives(file: string, mutant: Mutant | null, tests: readonly string[]): Promise<boolean> {
  const hook = join(import.meta.dirname, 'mutate', 'hook.ts')
  const env = { ...process.env, LYRA_MUTANT: JSON.stringify({ file: join(root, file), mutant }) }
  const using = mutant === null ? [] : ['--import', hook]
  const args = [...using, '--test', '--test-isolation=none', '--test-reporter=dot', ...tests]
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: 'ignore' })
    const timer = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS)
    child.on('close', (code) => {
      clearTimeout(timer)
      resolve(code === 0)
    })
  })
}

/** Evenly over the file where there are more than may run. */
function chosen(all: readonly Mutant[]): readonly Mutant[] {
  return all.length <= most
    ? all
    : Array.from({ length: most }, (_, n) => all[Math.floor((n * all.length) / most)] as Mutant)
}

function tell(file: string, source: string, { start, end, text, operator }: Mutant): string {
  const line = source.slice(0, start).split('\n').length
  const was = source.slice(start, end).trim().replace(/\s+/g, ' ')
  return `  lives  ${file}:${line}  ${operator}: ${was} -> ${text.trim() || '(nothing)'}`
}

async function scoreOf(file: string, tests: readonly string[]): Promise<number> {
  const here = tests.filter((test) => existsSync(join(root, test)))
  const source = readFileSync(join(root, file), 'utf8')
  const mutants = chosen(mutantsOf(source))
  if (!(await survives(file, null, here))) throw new Error(`${file}: its tests fail without any change`)
  const living: Mutant[] = []
  const waiting = [...mutants]
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      if (await survives(file, next, here)) living.push(next)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  const killed = mutants.length - living.length
  const score = mutants.length === 0 ? 1 : killed / mutants.length
  process.stdout.write(`${(100 * score).toFixed(0).padStart(4)} %  ${killed} of ${mutants.length}  ${file}\n`)
  for (const mutant of living.sort((a, b) => a.start - b.start)) process.stdout.write(`${tell(file, source, mutant)}\n`)
  return score
}

const scores: number[] = []
for (const [file, tests] of files) scores.push(await scoreOf(file, tests))
process.exitCode = scores.every((score) => score >= ASKED) ? 0 : 1
