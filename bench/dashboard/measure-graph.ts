import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'

export interface GraphFigures {
  /** From the request for the page to the first picture. */
  readonly firstPictureMs: number
  readonly laidOutMs: number
  /** Pictures a second while the graph is dragged. */
  readonly panFps: number
  /** Those of them before which the mouse had moved: the others show the same again. */
  readonly movedFps: number
  /** The slowest of twenty. */
  readonly slowFrameMs: number
  /** The same count on the same page while nothing moves: what the machine gives at most. */
  readonly idleFps: number
  /** Processor time of the whole browser for one picture while panning: what a busy machine does not change. */
  readonly cpuMsPerFrame: number
  /** What the tab's own process holds that no other shares, and the scripts' part of it. */
  readonly tabMb: number
  readonly heapMb: number
}

/** Loads the page of the graph in a new tab of a signed-in browser, and drags it. */
export async function measureGraph(browser: Browser, link: string, address: string): Promise<GraphFigures> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  try {
    const page = await context.newPage()
    await page.goto(link)
    await page.waitForURL(/\/tasks$/u)
    await page.goto(address)
    const firstPictureMs = await markOf(page, 'lyra-graph-drawn')
    const laidOutMs = await markOf(page, 'lyra-graph-laid-out')
    await page.waitForTimeout(500)
    const idle = await framesDuring(page, async () => page.waitForTimeout(2000))
    const before = browserCpuMs()
    const panned = await framesDuring(page, () => drag(page))
    const cpuMs = browserCpuMs() - before
    const session = await context.newCDPSession(page)
    await session.send('HeapProfiler.collectGarbage')
    const heap = await page.evaluate<number>('performance.memory.usedJSHeapSize')
    return {
      firstPictureMs,
      laidOutMs,
      panFps: panned.perSecond,
      movedFps: panned.movedPerSecond,
      slowFrameMs: panned.slowMs,
      idleFps: idle.perSecond,
      cpuMsPerFrame: cpuMs / Math.max(1, panned.count),
      tabMb: tabMemoryMb(),
      heapMb: heap / 1e6,
    }
  } finally {
    await context.close()
  }
}

async function markOf(page: Page, name: string): Promise<number> {
  const seen = `performance.getEntriesByName(${JSON.stringify(name)})[0]?.startTime ?? null`
  for (const ends = Date.now() + 120_000; Date.now() < ends; ) {
    const at = await page.evaluate<number | null>(seen)
    if (at !== null) return at
    await page.waitForTimeout(50)
  }
  throw new Error(`The page of the graph never came to ${name}`)
}

interface Frames {
  readonly count: number
  readonly perSecond: number
  readonly movedPerSecond: number
  readonly slowMs: number
}

/** Counts pictures where they are made: a frame that takes long delays the next. */
async function framesDuring(page: Page, work: () => Promise<void>): Promise<Frames> {
  await page.evaluate(`window.lyraFrames = []
    window.lyraMoved = 0
    let isMoved = false
    document.addEventListener('mousemove', () => { isMoved = true }, true)
    window.lyraCount = (at) => {
      window.lyraFrames.push(at)
      if (isMoved) window.lyraMoved += 1
      isMoved = false
      window.lyraNext = requestAnimationFrame(window.lyraCount)
    }
    window.lyraNext = requestAnimationFrame(window.lyraCount)`)
  await work()
  const times = await page.evaluate<number[]>('cancelAnimationFrame(window.lyraNext), window.lyraFrames')
  const gaps = times.slice(1).map((at, index) => at - (times[index] ?? at))
  const slow = gaps.toSorted((a, b) => b - a)[Math.floor(gaps.length / 20)] ?? 0
  const seconds = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000
  const moved = await page.evaluate<number>('window.lyraMoved')
  return { count: gaps.length, perSecond: gaps.length / seconds, movedPerSecond: moved / seconds, slowMs: slow }
}

async function drag(page: Page): Promise<void> {
  const box = await page.locator('#graph-picture').boundingBox()
  if (box === null) throw new Error('The graph is not on the page')
  const [x, y] = [box.x + box.width / 2, Math.min(box.y + box.height / 2, 800)]
  await page.mouse.move(x, y)
  await page.mouse.down()
  // A hand does not wait for the picture: neither do the moves.
  const moves: Promise<void>[] = []
  const ends = Date.now() + 3000
  for (let step = 0; Date.now() < ends; step += 1) {
    moves.push(page.mouse.move(x + 200 * Math.sin(step / 12), y + 60 * Math.cos(step / 9)))
    await setTimeout(8)
  }
  await Promise.all(moves)
  await page.mouse.up()
}

/** A tick of the kernel's clock. */
const TICK_MS = 10

/** Processor time of everything below this process so far. */
function browserCpuMs(): number {
  let ticks = 0
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/u.test(name) || Number(name) === process.pid) continue
    try {
      if (!isBelow(Number(name), process.pid)) continue
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8')
        .replace(/^.*\) /u, '')
        .split(' ')
      ticks += Number(fields[11]) + Number(fields[12])
    } catch {
      // It ended meanwhile.
    }
  }
  return ticks * TICK_MS
}

/** The largest renderer below this process; what it shares with others is not its own. */
function tabMemoryMb(): number {
  const sizes = readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/u.test(name)) return []
    try {
      if (!readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('--type=renderer')) return []
      if (!isBelow(Number(name), process.pid)) return []
      const rollup = readFileSync(`/proc/${name}/smaps_rollup`, 'utf8')
      const field = (key: string) => Number(new RegExp(`^${key}:\\s+(\\d+)`, 'mu').exec(rollup)?.[1] ?? 0)
      return [((field('Private_Clean') + field('Private_Dirty')) * 1024) / 1e6]
    } catch {
      // It ended meanwhile.
      return []
    }
  })
  return Math.max(0, ...sizes)
}

function isBelow(pid: number, ancestor: number): boolean {
  for (let at = pid; at > 1; ) {
    if (at === ancestor) return true
    at = Number(/^PPid:\s+(\d+)/mu.exec(readFileSync(`/proc/${at}/status`, 'utf8'))?.[1] ?? 0)
  }
  return false
}
