import { join } from 'node:path'
import { silentLogger } from '../../../src/domain/log.ts'
import { seededRandom } from '../../../src/domain/random.ts'
import { defaultSettings } from '../../../src/domain/settings.ts'
import { parseEngineTable } from '../../../src/engines/engine-table.ts'
import { createWebSearch } from '../../../src/engines/web-search.ts'
import { screenedSerpCache } from '../../../src/intake/admit-results.ts'
import type { NetResult } from '../../../src/net/types.ts'
import { openBenchWorld } from '../../acquisition/world.ts'
import { type Measure, shareFigure } from '../measure.ts'

const ENGINES = 6
const QUERIES = 400
const NAMES = Array.from({ length: ENGINES }, (_, index) => `engine-${index + 1}`)

/** REQ 7 (24): each change of a circuit as the health table has it, and whether the log tells the same one. */
export const measureCircuits: Measure = async ({ folder }) => {
  const random = seededRandom(24)
  let time = Date.parse('2026-05-12T00:00:00Z')
  const clock = {
    now: () => time,
    sleep: async (ms: number) => {
      time += ms
    },
  }
  const sick = new Map(NAMES.map((name) => [name, false]))
  const world = openBenchWorld(join(folder, 'home'), {}, { clock, resolve: async () => [] })
  const changes: string[] = []
  const states = new Map(NAMES.map((name) => [name, 'closed']))
  const health = {
    get: (name: string) => world.store.engines.get(name),
    all: () => world.store.engines.all(),
    save: (...row: Parameters<typeof world.store.engines.save>) => {
      const [{ engine, state }] = row
      if (states.get(engine) !== state) changes.push(`${engine}: ${states.get(engine)} -> ${state}`)
      states.set(engine, state)
      return world.store.engines.save(...row)
    },
  }
  const web = createWebSearch({
    table: parseEngineTable(`engines:${NAMES.map(entry).join('')}`, 'the bench table'),
    browser: { load: async ({ url }) => answer(sick.get(new URL(url).hostname.split('.')[1] ?? '') === true, url) },
    health,
    cache: screenedSerpCache(world.store.caches),
    events: world.store.events,
    settings: { ...defaultSettings.engines, default: NAMES },
    serpTimeoutMs: 5000,
    clock,
    random: seededRandom(3),
    log: silentLogger,
  })
  try {
    for (let step = 0; step < QUERIES; step += 1) {
      for (const name of NAMES) if (random.next() < 0.03) sick.set(name, sick.get(name) !== true)
      await web.search({ query: `受診率 ${step}`, engines: NAMES, taskId: 'task_bench', causeId: 'cause_bench' })
      time += 600_000
    }
    const logged = world.store.events
      .about(NAMES)
      .filter(({ kind }) => kind === 'engine.circuit')
      .map(({ subject_id: engine, data }) => `${engine}: ${data.from} -> ${data.to}`)
    const kinds = [...new Set(changes.map((line) => line.replace(/^[^:]+: /, '')))].sort()
    const how =
      `${ENGINES} engines, ${QUERIES} queries over three simulated ` +
      'days, engines that fall ill and recover at random: ' +
      'changes of the stored state that the event log tells with ' +
      `the same states, in the same order (${kinds.join(', ')}).`
    return { 'engines.log': shareFigure(inOrder(changes, logged), changes.length, how) }
  } finally {
    await world.close()
  }
}

/** How many of the wanted lines stand in the list, each engine's in their order. */
function inOrder(wanted: readonly string[], list: readonly string[]): number {
  const engineOf = (line: string) => line.split(':', 1)[0]
  return [...Map.groupBy(wanted, engineOf)].reduce((sum, [engine, lines]) => {
    const told = list.filter((line) => engineOf(line) === engine)
    return sum + lines.filter((line, at) => told[at] === line).length
  }, 0)
}

function answer(fails: boolean, url: string): NetResult {
  const passed = { route: 'browser', archive: null, elapsedMs: 5 } as const
  if (fails) return { outcome: 'blocked', reason: 'The server answered 403', ...passed }
  const html = '<article><h1>大腸がん検診</h1><a href="https://www.kenshin.example/a">x</a></article>'
  const response = { status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from(html), finalUrl: url }
  return { outcome: 'ok', response, ...passed }
}

const entry = (name: string) => `
  - name: ${name}
    url: http://www.${name}.example/${name}?q={query}
    layouts:
      - result: article
        title: { selector: h1, required: true }
        url: { selector: a, attribute: href, required: true }`
