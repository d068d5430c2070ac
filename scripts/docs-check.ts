import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { queryGraph } from '../src/api/query-graph.ts'
import { createLyra } from '../src/app/create-lyra.ts'
import type { Lyra } from '../src/app/lyra.ts'
import { openLyra } from '../src/app/open-lyra.ts'
import { type CodeBlock, codeBlocks, placeOf, readPages, treat } from './docs-check/code-blocks.ts'
import { readDemoIds, withDemoIds } from './docs-check/demo-ids.ts'
import { brokenSiteLinks } from './docs-check/links.ts'
import { FEWER_CLAIMS, runShell, type ShellRun } from './docs-check/shell-runs.ts'
import { buildSite } from './site/build.ts'

/**
 * `npm run docs-check [-- --home <home of a demo run>] [<words of a path> ...]`: runs the code of the documentation on
 * the demo, and builds the site and follows its links. What needs neither is in test/docs.
 */
const root = join(import.meta.dirname, '..')
process.chdir(root)
const [homeFlag, givenHome, ...rest] = process.argv.slice(2)
const hasHome = homeFlag === '--home' && givenHome !== undefined
const only = hasHome ? rest : process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'lyra-docs-check-'))
const started = performance.now()
const problems: string[] = []
const say = (line: string) => process.stdout.write(`${line}\n`)
const since = () => `${((performance.now() - started) / 1000).toFixed(1)} s`

function runDemo(): string {
  const home = join(folder, 'home')
  const args = [join(root, 'bin', 'lyra'), 'demo', '--home', home, '--json']
  const env = { ...process.env, ...FEWER_CLAIMS }
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 50_000_000, env })
  if (status !== 0) throw new Error(`The demo ended with ${status}:\n${stderr.slice(-2000)}`)
  say(`demo run (${since()})`)
  return home
}

async function runQueries(lyra: Lyra, blocks: readonly CodeBlock[], change: (sql: string) => string): Promise<void> {
  for (const block of blocks)
    try {
      await lyra.call(queryGraph, { sql: change(block.text), options: { timeout_ms: 2000 } })
    } catch (error) {
      problems.push(`${placeOf(block)}: ${error instanceof Error ? error.message : String(error)}`)
    }
  say(`${blocks.length} queries (${since()})`)
}

/** A page is one run; of the generated reference, where each example stands for itself, a block is. */
function shellRuns(blocks: readonly CodeBlock[]): readonly (readonly CodeBlock[])[] {
  const runs = Map.groupBy(blocks, (block) => (block.file.startsWith('docs/reference/') ? placeOf(block) : block.file))
  const seen = new Set<string>()
  return [...runs.values()].filter((run) => {
    // A translation has the same lines with other comments.
    const lines = run.map(({ text }) => text.replace(/ *#.*$/gm, '')).join('\n')
    const isNew = !seen.has(lines)
    if (!isNew) say(`same    ${run[0]?.file}: its commands are those of a page that was run`)
    seen.add(lines)
    return isNew
  })
}

async function runAll(
  runs: readonly (readonly CodeBlock[])[],
  run: (blocks: readonly CodeBlock[]) => Promise<ShellRun>,
) {
  const waiting = [...runs]
  const work = async () => {
    for (let blocks = waiting.shift(); blocks !== undefined; blocks = waiting.shift()) {
      const { problem, left, seconds } = await run(blocks)
      const name = blocks.length === 1 && blocks[0] !== undefined ? placeOf(blocks[0]) : blocks[0]?.file
      say(`${problem === null ? 'ok     ' : 'FAIL   '} ${name}, ${blocks.length} blocks (${seconds.toFixed(1)} s)`)
      for (const line of left) say(`left    ${line}`)
      if (problem !== null) problems.push(`${blocks[0]?.file}: ${problem}`)
    }
  }
  await Promise.all([work(), work()])
}

async function checkBlocks(): Promise<void> {
  const all = [...readPages(root)].flatMap(([file, markdown]) => codeBlocks(file, markdown))
  const blocks = all.filter(({ file }) => only.length === 0 || only.some((word) => file.includes(word)))
  const of = (kind: string) => blocks.filter((block) => treat(block).kind === kind)
  for (const block of blocks) {
    const treatment = treat(block)
    if (treatment.kind === 'skip') say(`skipped ${placeOf(block)} (${block.language}): ${treatment.reason}`)
    if (treatment.kind === 'refused') problems.push(`${placeOf(block)}: ${treatment.problem}`)
  }
  const home = hasHome ? givenHome : runDemo()
  const lyra = createLyra(() => openLyra({ flags: {}, home, mode: 'cli' }))
  const ids = await readDemoIds(lyra)
  await runQueries(lyra, of('query'), (sql) => withDemoIds(sql, ids))
  await lyra.close()
  await runAll(shellRuns(of('run')), (run) => runShell(run, { root, folder, home, ids }))
}

async function checkSite(): Promise<void> {
  const site = join(folder, 'site')
  const pages = await buildSite(root, site)
  problems.push(...brokenSiteLinks(site))
  say(`${pages} pages built, links followed (${since()})`)
}

try {
  if (only.length === 0) await checkSite()
  await checkBlocks()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
for (const problem of problems) process.stderr.write(`${problem}\n`)
say(`docs-check: ${problems.length === 0 ? 'all passed' : `${problems.length} problems`} in ${since()}`)
process.exitCode = problems.length === 0 ? 0 : 1
