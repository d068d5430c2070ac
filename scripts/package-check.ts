import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { drive } from './pack/drive.ts'
import { type FoundNode, findNodes } from './pack/find-nodes.ts'
import { canBeNobody, folderBytes, leftBehind, openSandbox, type Sandbox } from './pack/sandbox.ts'
import { pack, stage } from './pack/stage.ts'

/**
 * `npm run package-check [-- --node 20 --node 22 --tarball <file>]`: packs, then under each Node installs the tarball
 * with npx into an empty folder with an empty cache, lists the tools, runs a search of the demo in replay, starts again
 * without a registry, and looks for files left outside. Every other one runs as nobody where this one is root.
 */
const LARGEST_TARBALL = 65_000_000
const QUERY = {
  task: { query: 'Does silverleaf tea lower blood pressure?', config: { budget: { max_pages: 12 } } },
  search: 'silverleaf tea blood pressure trial',
}

const root = join(import.meta.dirname, '..')
const { values } = parseArgs({
  options: { node: { type: 'string', multiple: true, default: ['20', '22', '24'] }, tarball: { type: 'string' } },
})
const say = (line: string) => process.stdout.write(`${line}\n`)

const scratch = mkdtempSync(join(tmpdir(), 'lyra-packed-'))
try {
  const tarball = values.tarball ?? makeTarball(scratch)
  const problems: string[] = []
  const nodes = findNodes(values.node.map(Number), scratch)
  for (const [index, node] of nodes.entries()) problems.push(...(await checkUnder(node, tarball, index % 2 === 0)))
  const missing = values.node.length - nodes.length
  if (missing > 0) say(`${missing} of the Node versions asked for could not be had`)
  for (const problem of problems) say(`FAIL ${problem}`)
  say(problems.length === 0 ? `package-check: passed under ${nodes.length} Node versions` : 'package-check: failed')
  process.exitCode = problems.length === 0 && nodes.length > 0 ? 0 : 1
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

function makeTarball(out: string): string {
  const folder = join(root, 'dist', 'package')
  stage(root, folder)
  const { filename, size, files } = pack(folder, out)
  say(`${filename}: ${(size / 1e6).toFixed(1)} MB, ${files.length} files`)
  if (size > LARGEST_TARBALL) throw new Error(`The tarball is larger than ${LARGEST_TARBALL / 1e6} MB`)
  return join(out, filename)
}

async function checkUnder(node: FoundNode, tarball: string, asNobody: boolean): Promise<readonly string[]> {
  const nobody = asNobody && canBeNobody()
  const sandbox = openSandbox(node.binary, { nobody })
  const under = `Node ${node.version}${nobody ? ', not root' : ''}`
  try {
    const spec = `file:${join(sandbox.folder, 'lyra-research.tgz')}`
    copyFileSync(tarball, join(sandbox.folder, 'lyra-research.tgz'))
    copyFileSync(join(root, 'demo', 'domains.yaml'), join(sandbox.lyraHome, 'domains.yaml'))
    const first = await firstRun(sandbox, spec)
    const again = await offlineRun(sandbox, spec)
    const bytes = folderBytes(join(sandbox.cache, '_npx'))
    say(
      `${under}: tools after ${first.seconds.toFixed(1)} s, again and offline after ${again.seconds.toFixed(1)} s, ` +
        `${first.tools} tools, ${first.claims} claims, ${Math.round(bytes / 1e6)} MB installed`,
    )
    return [
      ...(first.tools === 0 ? ['no tools'] : []),
      ...(first.claims === 0 ? ['the search of the demo found no claims'] : []),
      ...(again.tools !== first.tools ? ['offline it lists other tools'] : []),
      ...(again.told.includes('lyra:') ? [`offline it says: ${again.told}`] : []),
      ...leftBehind(sandbox).map((path) => `left behind: ${path}`),
    ].map((problem) => `${under}: ${problem}`)
  } catch (error) {
    return [`${under}: ${error instanceof Error ? error.message : String(error)}`]
  } finally {
    sandbox.remove()
  }
}

async function firstRun(sandbox: Sandbox, spec: string) {
  const archive = join(sandbox.folder, 'demo-web.warc.gz')
  copyFileSync(join(root, 'demo', 'demo-web.warc.gz'), archive)
  const driven = await drive(sandbox, spec, ['mcp', '--replay', archive])
  try {
    const call = async (name: string, input: Record<string, unknown>) =>
      (await driven.client.callTool({ name, arguments: input }, { timeout: 280_000 })).structuredContent
    const task = z.object({ task_id: z.string() }).parse(await call('create_task', QUERY.task))
    const search = { task_id: task.task_id, query: QUERY.search, options: { wait_seconds: 240 } }
    const answer = await call('search', search)
    const sql = `SELECT count(*) AS claims FROM claims`
    const counted = await call('query_graph', { sql })
    const { rows } = z
      .object({ rows: z.array(z.array(z.number()).or(z.record(z.string(), z.number()))) })
      .parse(counted)
    const claims = Object.values(rows[0] ?? {})[0] ?? 0
    if (claims === 0) say(JSON.stringify(answer).slice(0, 2000))
    return { seconds: driven.seconds, tools: driven.tools.length, claims }
  } finally {
    await driven.close()
  }
}

/** The same command again, on a machine whose registry does not answer. */
async function offlineRun(sandbox: Sandbox, spec: string) {
  const env = { ...sandbox.env, npm_config_registry: 'http://127.0.0.1:9/', npm_config_fetch_retries: '0' }
  const driven = await drive({ ...sandbox, env }, spec, ['mcp'])
  await driven.close()
  return { seconds: driven.seconds, tools: driven.tools.length, told: driven.told() }
}
