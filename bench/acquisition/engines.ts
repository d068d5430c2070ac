import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Clock } from '../../src/domain/clock.ts'
import { silentLogger } from '../../src/domain/log.ts'
import { seededRandom } from '../../src/domain/random.ts'
import { defaultSettings } from '../../src/domain/settings.ts'
import { parseEngineTable } from '../../src/engines/engine-table.ts'
import { createWebSearch } from '../../src/engines/web-search.ts'
import { screenedSerpCache } from '../../src/intake/admit-results.ts'
import { openBenchWorld, share } from './world.ts'

const ENGINES = 12
const HOURS = 72
/** Requests fail now and then of a healthy engine, and mostly of a sick one. */
const HEALTHY_FAILS = 0.02
const SICK_FAILS = 0.9
const FAULTS = ['captcha', 'blocked', 'changed', 'error'] as const

interface Spell {
  readonly engine: string
  readonly from: number
  readonly to: number
  readonly fault: (typeof FAULTS)[number]
}

/**
 * Twelve engines on loopback over three simulated days, some sick for some hours in known spells. A report is an opened
 * circuit; it is right when the engine was sick then, and a spell is found when a report falls into it.
 */
export async function measureEngines(folder: string): Promise<Record<string, number>> {
  const random = seededRandom(5)
  let time = Date.parse('2026-05-12T00:00:00Z')
  const begin = time
  const clock: Clock = {
    now: () => time,
    sleep: async (ms) => {
      time += ms
    },
  }
  const names = Array.from({ length: ENGINES }, (_, index) => `engine-${index + 1}`)
  const spells = planSpells(names, begin, random)
  // Each engine draws for itself: the twelve requests of a query arrive in any order.
  const luck = new Map(names.map((name, index) => [name, seededRandom(100 + index)]))
  const sickNow = (engine: string) => spells.find((one) => one.engine === engine && one.from <= time && time < one.to)
  const server = createServer((request, response) => {
    const name = new URL(request.url ?? '/', 'http://x').pathname.slice(1)
    const spell = sickNow(name)
    const fails = (luck.get(name)?.next() ?? 1) < (spell === undefined ? HEALTHY_FAILS : SICK_FAILS)
    answer(response, fails ? (spell?.fault ?? 'error') : 'ok')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const hosts = names.map((name) => `www.${name}.example`)
  const world = openBenchWorld(
    folder,
    {
      allow_private: hosts.map((host) => `${host}:${port}`),
      cooldown_minutes: 0,
      domain_day_budget: 100_000,
      serp_timeout_seconds: 5,
    },
    { clock, resolve: async () => [{ address: '127.0.0.1', family: 4 }] },
  )
  const table = parseEngineTable(
    `engines:${names.map((name) => entry(name, `http://www.${name}.example:${port}/${name}?q={query}`)).join('')}`,
    'the bench table',
  )
  const web = createWebSearch({
    table,
    browser: { load: (request) => world.gateway.fetch(request) },
    health: world.store.engines,
    cache: screenedSerpCache(world.store.caches),
    events: world.store.events,
    settings: { ...defaultSettings.engines, default: names },
    serpTimeoutMs: 5000,
    clock,
    random: seededRandom(3),
    log: silentLogger,
  })
  const ask = (query: string) => web.search({ query, engines: names, taskId: 'task_bench', causeId: 'cause_bench' })
  try {
    // A query every ten minutes, and never the same twice: the cache is measured apart.
    for (let step = 0; time < begin + HOURS * 3_600_000; step += 1) {
      await ask(`受診率 ${step}`)
      time = Math.max(time, begin + (step + 1) * 600_000)
    }
    const opened = world.store.events
      .ofTask('task_bench', 1_000_000)
      .filter(({ kind, data }) => kind === 'engine.circuit' && data.to === 'open' && data.from === 'closed')
    const during = (engine: string | null, at: string) =>
      spells.find((one) => one.engine === engine && one.from <= Date.parse(at) && Date.parse(at) < one.to + 60_000)
    const right = opened.filter((event) => during(event.subject_id, event.at) !== undefined)
    const found = spells.filter((spell) => opened.some((event) => during(event.subject_id, event.at) === spell))
    return {
      engine_spells: spells.length,
      engine_reports: opened.length,
      engine_precision: share(right.length, opened.length),
      engine_recall: share(found.length, spells.length),
      serp_cache_share: await cacheShare(ask),
    }
  } finally {
    await world.close()
    server.closeAllConnections()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
}

/** The same twenty questions twice, the second time spelled a little differently. */
async function cacheShare(
  ask: (query: string) => Promise<readonly { readonly cached: boolean; readonly outcome: string }[]>,
): Promise<number> {
  const questions = Array.from({ length: 20 }, (_, index) => `大腸がん 検診 Trial ${index}`)
  for (const question of questions) await ask(question)
  const again = []
  for (const question of questions) again.push(...(await ask(`  ${question.replace('Trial', 'ｔｒｉａｌ')} `)))
  return share(again.filter(({ cached }) => cached).length, again.length)
}

function planSpells(names: readonly string[], begin: number, random: { next(): number }): readonly Spell[] {
  return names.flatMap((engine, index) =>
    index % 3 === 2
      ? []
      : [0, 1].map((half): Spell => {
          const from = begin + (half * 36 + 6 + random.next() * 16) * 3_600_000
          const fault = FAULTS[(index + half) % FAULTS.length] ?? 'error'
          return { engine, from, to: from + (3 + random.next() * 6) * 3_600_000, fault }
        }),
  )
}

function answer(response: import('node:http').ServerResponse, what: Spell['fault'] | 'ok'): void {
  const html = { 'content-type': 'text/html; charset=utf-8' }
  if (what === 'ok')
    response
      .writeHead(200, html)
      .end('<article><h1>大腸がん検診</h1><a href="https://www.kenshin.example/a">x</a></article>')
  else if (what === 'captcha') response.writeHead(200, html).end('<form class="captcha"></form>')
  else if (what === 'blocked') response.writeHead(403, html).end('<p>no</p>')
  else if (what === 'changed') response.writeHead(200, html).end('<section>another design altogether</section>')
  else response.writeHead(503, html).end('<p>later</p>')
}

const entry = (name: string, url: string) => `
  - name: ${name}
    url: ${url}
    layouts:
      - result: article
        title: { selector: h1, required: true }
        url: { selector: a, attribute: href, required: true }
    challenge: [.captcha]`
