import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { olderNode, versionOf } from '../scripts/node-binaries.ts'
import { type Bench, type BenchOptions, type BenchResult, median } from './bench.ts'
import { treeCpuMs, treeMemoryMb } from './process-tree.ts'

/** Start of `bin/lyra mcp` to its answers to `initialize` and `tools/list`, memory at rest, and (--demo) the demo. */
export const startup: Bench = {
  about: 'initialize latency and idle memory of `lyra mcp`; with --demo the wall time of the demo',
  run: async (options) => {
    const home = mkdtempSync(join(tmpdir(), 'lyra-bench-'))
    try {
      const numbers: Record<string, number | string | null> = { bench: 'startup', runs: options.runs }
      const rows: BenchResult['rows'][number][] = []
      const binaries = [['node24', process.execPath] as const, ['older_node', olderNode(24)] as const]
      for (const [name, binary] of binaries) await measureStart(name, binary, home, options, numbers, rows)
      if (options.demo) await measureDemo(home, options, numbers, rows)
      return { numbers, rows }
    } finally {
      rmSync(home, { recursive: true, force: true })
    }
  },
}

type Numbers = Record<string, number | string | null>
type Rows = BenchResult['rows'][number][]

async function measureStart(
  name: string,
  binary: string | null,
  home: string,
  options: BenchOptions,
  numbers: Numbers,
  rows: Rows,
) {
  if (binary === null) {
    numbers[`${name}_initialize_ms`] = null
    options.say(`${name}: none on this machine`)
    return
  }
  const version = versionOf(binary)
  const bare: number[] = []
  const latencies: number[] = []
  const cpu: number[] = []
  const memory: number[] = []
  const lists: number[] = []
  const listed: number[] = []
  // The first run fills the compile cache, as the first run after an installation does.
  numbers[`${name}_first_ms`] = round((await initializeOnce(binary, home, options.root)).ms)
  for (let run = 0; run < options.runs; run++) {
    // Baseline and subject take turns, so that a busy moment of the machine meets both.
    bare.push(bareStart(binary))
    const one = await initializeOnce(binary, home, options.root)
    latencies.push(one.ms)
    if (one.cpuMs !== null) cpu.push(one.cpuMs)
    memory.push(one.idleMb)
    lists.push(one.listMs)
    listed.push(one.listedMb)
  }
  const figures = {
    version,
    baseline_ms: median(bare),
    initialize_ms: median(latencies),
    initialize_max_ms: Math.max(...latencies),
    initialize_cpu_ms: cpu.length === 0 ? 'not known here' : median(cpu),
    idle_mb: median(memory),
    list_ms: median(lists),
    listed_mb: median(listed),
  }
  for (const [key, value] of Object.entries(figures))
    numbers[`${name}_${key}`] = typeof value === 'number' ? round(value) : value
  const under = `Node ${version}`
  rows.push(
    {
      what: `initialize, called with ${under}`,
      measured: `${round(figures.initialize_ms)} ms, ${shown(figures.initialize_cpu_ms)} ms of CPU`,
      baseline: `${round(figures.baseline_ms)} ms (node -e 0)`,
      target: name === 'node24' ? 'under 150 ms' : 'under 700 ms',
    },
    {
      what: `idle memory of the process tree, ${under}`,
      measured: `${round(figures.idle_mb)} MB; ${round(figures.listed_mb)} MB after its tools were listed`,
      baseline: '',
      target: name === 'node24' ? 'under 80 MB' : 'under 150 MB',
    },
    {
      what: `tools/list of a server that was greeted, ${under}`,
      measured: `${round(figures.list_ms)} ms`,
      baseline: '',
      target: 'told: the library and the contracts are loaded by it',
    },
  )
  options.say(
    `${under}: initialize ${round(figures.initialize_ms)} ms, ${shown(figures.initialize_cpu_ms)} ms of CPU ` +
      `(bare start ${round(figures.baseline_ms)} ms), idle ${round(figures.idle_mb)} MB; ` +
      `list ${round(figures.list_ms)} ms, then ${round(figures.listed_mb)} MB`,
  )
}

function bareStart(binary: string): number {
  const started = performance.now()
  const { status } = spawnSync(binary, ['-e', '0'])
  if (status !== 0) throw new Error(`${binary} -e 0 ended with ${status}`)
  return performance.now() - started
}

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'lyra-bench', version: '1' } },
}

const LIST = { jsonrpc: '2.0', id: 2, method: 'tools/list' }

interface Start {
  readonly ms: number
  /** Of the process and its children to the answer; null where the system does not tell. */
  readonly cpuMs: number | null
  readonly idleMb: number
  readonly listMs: number
  readonly listedMb: number
}

async function initializeOnce(binary: string, home: string, root: string): Promise<Start> {
  const started = performance.now()
  const child = spawn(binary, [join(root, 'bin', 'lyra'), 'mcp', '--home', home], {
    stdio: ['pipe', 'pipe', 'inherit'],
    cwd: root,
  })
  const ended = exitOf(child)
  try {
    child.stdin.write(`${JSON.stringify(INITIALIZE)}\n`)
    const died = ended.then((code) => Promise.reject(new Error(`lyra mcp ended with ${code} before it answered`)))
    await Promise.race([answerTo(child, 1), died])
    const ms = performance.now() - started
    const cpuMs = treeCpuMs(child.pid ?? 0)
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`)
    await wait(1000)
    const idleMb = treeMemoryMb(child.pid ?? 0)
    const asked = performance.now()
    child.stdin.write(`${JSON.stringify(LIST)}\n`)
    await Promise.race([answerTo(child, 2), died])
    const listMs = performance.now() - asked
    await wait(1000)
    died.catch(() => undefined)
    return { ms, cpuMs, idleMb, listMs, listedMb: treeMemoryMb(child.pid ?? 0) }
  } finally {
    child.stdin.end()
    await Promise.race([ended, wait(5000)])
    child.kill()
    await ended
  }
}

function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code))
  })
}

/** The next message, which must be the answer to that request. */
function answerTo(child: ChildProcess, id: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = ''
    const hear = (chunk: Buffer) => {
      text += chunk.toString('utf8')
      const end = text.indexOf('\n')
      if (end === -1) return
      child.stdout?.off('data', hear)
      const message = JSON.parse(text.slice(0, end)) as { id?: unknown; result?: unknown }
      if (message.id === id && message.result !== undefined) resolve()
      else reject(new Error(`unexpected message: ${text.slice(0, 200)}`))
    }
    child.stdout?.on('data', hear)
  })
}

async function measureDemo(home: string, options: BenchOptions, numbers: Numbers, rows: Rows) {
  const started = performance.now()
  const child = spawn(
    process.execPath,
    [join(options.root, 'bin', 'lyra'), 'demo', '--json', '--home', join(home, 'demo')],
    { stdio: ['ignore', 'ignore', 'ignore'], cwd: options.root },
  )
  let peak = 0
  const sampler = setInterval(() => {
    peak = Math.max(peak, treeMemoryMb(child.pid ?? 0))
  }, 250)
  const code = await exitOf(child).finally(() => clearInterval(sampler))
  if (code !== 0) throw new Error(`lyra demo ended with ${code}`)
  const seconds = (performance.now() - started) / 1000
  numbers.demo_seconds = round(seconds)
  numbers.demo_peak_mb = round(peak)
  rows.push({
    what: 'the whole demo',
    measured: `${round(seconds)} s, peak ${Math.round(peak)} MB with the browser`,
    baseline: '',
    target: 'under 240 s',
  })
  options.say(`demo ${round(seconds)} s, peak ${Math.round(peak)} MB`)
}

function shown(value: number | string): number | string {
  return typeof value === 'number' ? round(value) : value
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
