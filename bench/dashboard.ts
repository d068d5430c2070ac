import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { getNetwork } from '../src/api/get-network.ts'
import { createLyra } from '../src/app/create-lyra.ts'
import type { Lyra } from '../src/app/lyra.ts'
import { openLyra } from '../src/app/open-lyra.ts'
import { silentLogger } from '../src/domain/log.ts'
import { defaultSettings } from '../src/domain/settings.ts'
import { startHttpServer } from '../src/web/serve.ts'
import { drawingBrowser } from '../test/web/drawing-browser.ts'
import { type Bench, type BenchOptions, type BenchResult, median } from './bench.ts'
import { buildLargeHome, FINDINGS_TASK, GRAPH_TASK } from './dashboard/large-home.ts'
import { type GraphFigures, measureGraph } from './dashboard/measure-graph.ts'

const TOKEN = 'a-token-for-the-benchmark-of-pages'
const BEARER = { authorization: `Bearer ${TOKEN}` }

/** The dashboard at the size of its promise: a graph of 5,000 nodes and 20,000 edges, a task with 500 findings. */
export const dashboard: Bench = {
  about: 'the graph of 5,000 nodes and 20,000 edges in a browser that draws with the processor; a page of 500 findings',
  run: async (options) => {
    const home = mkdtempSync(join(tmpdir(), 'lyra-bench-dashboard-'))
    buildLargeHome(home, [GRAPH_TASK, FINDINGS_TASK])
    const lyra = createLyra(() => openLyra({ flags: { 'log.level': 'silent' }, home, mode: 'http' }))
    const settings = { ...defaultSettings.server, port: 0, token: TOKEN }
    const server = await startHttpServer(lyra, settings, { version: 'bench', log: silentLogger })
    try {
      return await measure(lyra, server.url, options)
    } finally {
      await server.close()
      await lyra.close()
      rmSync(home, { recursive: true, force: true, maxRetries: 3 })
    }
  },
}

async function measure(lyra: Lyra, url: string, options: BenchOptions): Promise<BenchResult> {
  const { total_nodes: nodes, total_edges: edges } = await lyra.call(getNetwork, { task_id: GRAPH_TASK.id })
  const data = await times(options.runs, () => get(`${url}/tasks/${GRAPH_TASK.id}/graph.json`))
  const page = await times(options.runs, () => get(`${url}/tasks/${FINDINGS_TASK.id}`))
  const bare = await times(options.runs, () => get(`${url}/health`))
  options.say(`${nodes} nodes, ${edges} edges: data ${data.ms} ms; page of 500 findings ${page.ms} ms`)
  const runs: GraphFigures[] = []
  const { browser, close } = await drawingBrowser(['--enable-precise-memory-info'])
  try {
    for (let run = 0; run < Math.min(3, options.runs); run += 1)
      runs.push(await measureGraph(browser, `${url}/?token=${TOKEN}`, `${url}/tasks/${GRAPH_TASK.id}/graph`))
  } finally {
    await close()
  }
  const middle = (pick: (one: GraphFigures) => number) => Math.round(median(runs.map(pick)) * 10) / 10
  const bundle = readFileSync(join(options.root, 'src/web/dashboard/assets/graph.bundle.js'))
  const numbers = {
    bench: 'dashboard',
    runs: options.runs,
    nodes,
    edges,
    first_picture_ms: middle((one) => one.firstPictureMs),
    laid_out_ms: middle((one) => one.laidOutMs),
    pan_fps: middle((one) => one.panFps),
    pan_moved_fps: middle((one) => one.movedFps),
    pan_slow_frame_ms: middle((one) => one.slowFrameMs),
    pan_cpu_ms_per_frame: middle((one) => one.cpuMsPerFrame),
    idle_fps: middle((one) => one.idleFps),
    tab_mb: middle((one) => one.tabMb),
    heap_mb: middle((one) => one.heapMb),
    graph_data_ms: data.ms,
    graph_data_kb: Math.round(data.bytes / 1000),
    findings_page_ms: page.ms,
    findings_page_kb: Math.round(page.bytes / 1000),
    health_ms: bare.ms,
    bundle_gzip_kb: Math.round(gzipSync(bundle).length / 100) / 10,
  }
  return { numbers, rows: rowsOf(numbers) }
}

type Numbers = Readonly<Record<string, number | string>>

function rowsOf(n: Numbers): BenchResult['rows'] {
  const graph = `${n.nodes} nodes, ${n.edges} edges`
  const ofIdle = Math.round((100 * Number(n.pan_fps)) / Number(n.idle_fps))
  const pan = `${n.pan_fps} (${n.pan_slow_frame_ms} ms), ${ofIdle} % of idle, ${n.pan_moved_fps} with a new place`
  const cpu = `${n.pan_cpu_ms_per_frame} ms of CPU a frame`
  return [
    {
      what: `graph of ${graph}: first picture, drawn by the processor`,
      measured: `${n.first_picture_ms} ms`,
      baseline: `${n.graph_data_ms} ms for its data, remembered`,
      target: 'under 2 s',
    },
    {
      what: `the same, frames a second while panning (slowest of twenty)`,
      measured: `${pan}; ${cpu}`,
      baseline: `${n.idle_fps} with nothing moving`,
      target: '30 or more',
    },
    {
      what: 'the same, memory of the tab (scripts)',
      measured: `${n.tab_mb} MB (${n.heap_mb} MB)`,
      baseline: '',
      target: 'under 300 MB',
    },
    {
      what: 'page of a task with 500 findings, median',
      measured: `${n.findings_page_ms} ms, ${n.findings_page_kb} kB`,
      baseline: `${n.health_ms} ms for /health`,
      target: 'under 300 ms',
    },
    {
      what: 'script of the graph, gzipped',
      measured: `${n.bundle_gzip_kb} kB`,
      baseline: '177 kB cytoscape',
      target: '',
    },
  ]
}

async function get(address: string): Promise<number> {
  const answer = await fetch(address, { headers: BEARER })
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`)
  return (await answer.arrayBuffer()).byteLength
}

/** The first is not counted: it opens the home. */
async function times(runs: number, work: () => Promise<number>) {
  let bytes = await work()
  const taken: number[] = []
  for (let run = 0; run < runs; run += 1) {
    const started = performance.now()
    bytes = await work()
    taken.push(performance.now() - started)
  }
  return { ms: Math.round(median(taken) * 10) / 10, bytes }
}
