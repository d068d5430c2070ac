import { execFile } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { PACKAGE_ROOT } from '../../src/app/package-root.ts'
import { NOT_APPLICABLE } from './not-applicable.ts'

const TOOLS = join(PACKAGE_ROOT, '.ci', 'conformance', 'node_modules', '@modelcontextprotocol')
const SUITE = join(TOOLS, 'conformance', 'dist', 'index.js')
const INSPECTOR = join(TOOLS, 'inspector', 'clients', 'launcher', 'build', 'index.js')

/** Why the suite cannot be run here; false when it can. */
export const NOT_INSTALLED: string | false =
  existsSync(SUITE) && existsSync(INSPECTOR) ? false : 'the suite is not installed: npm ci --prefix .ci/conformance'

/** The suite has scenarios for these; a scenario runs once with the wire of each revision it is for. */
export const REVISIONS = ['2025-06-18', '2025-11-25', '2026-07-28'] as const
export type Revision = (typeof REVISIONS)[number]

const checks = z.array(z.object({ id: z.string(), status: z.string(), errorMessage: z.string().nullish() }).readonly())
type Check = z.output<typeof checks>[number]

/** By the name of a scenario. */
export type Outcomes = ReadonlyMap<string, readonly Check[]>

const run = promisify(execFile)

/** Every scenario for servers that the suite knows, extensions included. */
export async function listScenarios(): Promise<readonly string[]> {
  const { stdout } = await run(process.execPath, [SUITE, 'list', '--server'])
  return [...stdout.matchAll(/^ {2}- ([\w-]+) \[/gm)].map(([, name = '']) => name)
}

/**
 * Runs every scenario of a revision. Some checks wait half a second by the clock, which a busy machine may need: what
 * failed is run once more, by itself, and that counts.
 */
export async function runSuite(url: string, revision: Revision, folder: string): Promise<Outcomes> {
  const whole = await runScenarios(url, revision, join(folder, 'whole'), ['--suite', 'all'])
  const failed = [...whole].filter(([, made]) => made.some(({ status }) => status === 'FAILURE')).map(([name]) => name)
  const again: Outcomes[] = []
  for (const name of failed.filter((one) => NOT_APPLICABLE[one] === undefined))
    again.push(await runScenarios(url, revision, join(folder, name), ['--scenario', name]))
  return new Map([...whole, ...again.flatMap((outcomes) => [...outcomes])])
}

async function runScenarios(
  url: string,
  revision: Revision,
  folder: string,
  which: readonly string[],
): Promise<Outcomes> {
  const asked = ['server', '--url', url, ...which, '--spec-version', revision, '--output-dir', folder]
  // It ends with 1 where a check fails; which one, its files say.
  await run(process.execPath, [SUITE, ...asked], { maxBuffer: 50_000_000 }).catch(() => {})
  const files = globSync('server-*/checks.json', { cwd: folder })
  return new Map(
    files.map((file) => [scenarioOf(file), checks.parse(JSON.parse(readFileSync(join(folder, file), 'utf8')))]),
  )
}

/** `server-tools-list-2026-11-16T07-45-21-313Z/checks.json` is about tools-list. */
function scenarioOf(file: string): string {
  return basename(dirname(file))
    .replace(/^server-/, '')
    .replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, '')
}

export interface Inspected {
  /** What the Inspector says beside the answer: its warnings. */
  readonly said: string
  readonly tools: readonly string[]
}

const listed = z.object({ result: z.object({ tools: z.array(z.object({ name: z.string() })) }) })

/** `tools/list` of a stdio server through the Inspector's command line, with every check of a schema that it has. */
export async function inspectStrictly(script: string, era: 'legacy' | 'modern', home: string): Promise<Inspected> {
  const asked = ['--method', 'tools/list', '--strict', '--format', 'json', '--protocol-era', era]
  const env = { ...process.env, HOME: home, MCP_CATALOG_PATH: join(home, 'catalog.json') }
  const { stdout, stderr } = await run(process.execPath, [INSPECTOR, '--cli', process.execPath, script, ...asked], {
    env,
  })
  return {
    said: stderr.trim(),
    tools: listed.parse(JSON.parse(stdout)).result.tools.map(({ name }) => name),
  }
}
