import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspectStrictly, listScenarios, NOT_INSTALLED, runSuite } from '../test/conformance/run-suite.ts'
import { problemsOf, scenarioTable, tableIn, withTable } from '../test/conformance/scenario-table.ts'
import { startSuiteServer } from '../test/conformance/suite-server.ts'

/**
 * `npm run conformance [-- --write]`: the scenarios of the MCP conformance suite against our server, the Inspector's
 * strict look at our tools, and docs/conformance.md held to what came out, or written from it.
 */
const ROOT = join(import.meta.dirname, '..')
const PAGE = join(ROOT, 'docs', 'conformance.md')

async function main(): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-conformance-'))
  const server = await startSuiteServer()
  try {
    const within = (name: string) => mkdtempSync(join(folder, name))
    // Some checks of the newest revision wait half a second for an answer: it has the machine to itself.
    const july = await runSuite(server.url, '2026-07-28', within('july-'))
    const [scenarios, june, november, ...inspected] = await Promise.all([
      listScenarios(),
      runSuite(server.url, '2025-06-18', within('june-')),
      runSuite(server.url, '2025-11-25', within('november-')),
      inspectStrictly(join(ROOT, 'test/mcp/stdio-server.ts'), 'legacy', within('legacy-')),
      inspectStrictly(join(ROOT, 'test/mcp/stdio-server.ts'), 'modern', within('modern-')),
    ])
    const runs = { '2025-06-18': june, '2025-11-25': november, '2026-07-28': july }
    const problems = [...problemsOf(scenarios, runs), ...inspected.flatMap(({ said }) => (said === '' ? [] : [said]))]
    const table = scenarioTable(scenarios, runs)
    const page = readFileSync(PAGE, 'utf8')
    if (process.argv.includes('--write') && problems.length === 0) writeFileSync(PAGE, withTable(page, table))
    else if (tableIn(page).join('\n') !== table.join('\n'))
      return [...problems, 'docs/conformance.md has another table: npm run conformance -- --write']
    return problems
  } finally {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const started = performance.now()
const problems = NOT_INSTALLED === false ? await main() : [NOT_INSTALLED]
const seconds = ((performance.now() - started) / 1000).toFixed(1)
for (const problem of problems) process.stdout.write(`${problem}\n`)
process.stdout.write(
  `conformance: ${problems.length === 0 ? 'all is well' : `${problems.length} problems`}, ${seconds} s\n`,
)
process.exitCode = problems.length === 0 ? 0 : 1
