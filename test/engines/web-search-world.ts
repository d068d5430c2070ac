import type { Clock } from '../../src/domain/clock.ts'
import { silentLogger } from '../../src/domain/log.ts'
import { defaultSettings, type Settings } from '../../src/domain/settings.ts'
import type { SerpItem } from '../../src/domain/task.ts'
import { parseEngineTable } from '../../src/engines/engine-table.ts'
import { createWebSearch } from '../../src/engines/web-search.ts'
import type { NetRequest, NetResult } from '../../src/net/types.ts'
import type { EngineHealth, EventInput, SerpEntry } from '../../src/store/types.ts'

const entry = (name: string, extra: string) => `
  - name: ${name}
    url: http://127.0.0.1/${name}?q={query}
    ${extra}
    layouts:
      - result: article
        title: { selector: h1, required: true }
        url: { selector: a, attribute: href, required: true }
    no_results: [.none]
    challenge: [.captcha]`

export const table = parseEngineTable(
  `engines:${entry('alpha', 'weight: 1')}${entry('beta', 'weight: 0.5')}${entry('gamma', 'weight: 0.8')}${entry('scarce', 'daily_limit: 2')}`,
  'a test table',
)

export const RESULTS =
  '<article><h1>高血圧治療ガイドライン</h1><a href="https://www.jpnsh.example/guide">x</a></article>'
export const NOTHING = '<p class="none">一致する結果はありません</p>'
export const CAPTCHA = '<form class="captcha"></form>'
export const CHANGED = '<section><h2>new design</h2></section>'

export function page(html: string): NetResult {
  return {
    outcome: 'ok',
    route: 'browser',
    response: {
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body: new TextEncoder().encode(html),
      finalUrl: 'http://127.0.0.1/found',
    },
    archive: null,
    elapsedMs: 5,
  }
}

export function failure(outcome: 'timeout' | 'replay_miss' | 'blocked' | 'offline', reason: string): NetResult {
  return { outcome, route: 'browser', reason, archive: null, elapsedMs: 5 }
}

/** The stores in memory, a clock that moves only when told or slept, and a browser that answers from a script. */
export function world(
  answers: Record<string, readonly (NetResult | Error)[]>,
  changes: Partial<Settings['engines']> = {},
) {
  const left = new Map(Object.entries(answers).map(([name, list]) => [name, [...list]]))
  const rows = new Map<string, EngineHealth>()
  const cached = new Map<string, SerpEntry<SerpItem>>()
  const events: EventInput[] = []
  const requests: NetRequest[] = []
  const sleeps: number[] = []
  let time = Date.parse('2026-05-10T00:00:00Z')
  const clock: Clock = {
    now: () => time,
    sleep: async (ms, signal) => {
      signal?.throwIfAborted()
      sleeps.push(ms)
      time += ms
    },
  }
  const settings = { ...defaultSettings.engines, default: ['alpha', 'beta'], ...changes }
  const web = createWebSearch({
    table,
    browser: {
      load: async (request) => {
        requests.push(request)
        const name = new URL(request.url).pathname.slice(1)
        const answer = left.get(name)?.shift()
        if (answer === undefined) throw new Error(`the script has no answer for ${name}`)
        if (answer instanceof Error) throw answer
        return answer
      },
    },
    health: {
      get: (name) => rows.get(name) ?? null,
      save: (row) => void rows.set(row.engine, row),
      all: () => [...rows.values()],
    },
    cache: {
      serp: (key, now) => {
        const hit = cached.get(key)
        return hit !== undefined && hit.expiresAt > now ? { items: hit.items, outcome: hit.outcome } : null
      },
      saveSerp: (saved) => void cached.set(saved.key, saved),
    },
    events: {
      append: (event) => {
        events.push(event)
        return `event_${events.length}`
      },
    },
    settings,
    serpTimeoutMs: 30_000,
    clock,
    random: { next: () => 0 },
    log: silentLogger,
  })
  return {
    passed: (domain: string) => web.challengePassed?.(domain, 'cause_passed'),
    ask: (query: string, engines?: readonly string[], signal?: AbortSignal) =>
      web.search({ query, engines, taskId: 'task_1', causeId: 'cause_1', ...(signal === undefined ? {} : { signal }) }),
    cycle: () => web.cycle?.(),
    rows,
    events,
    requests,
    sleeps,
    pass: (ms: number) => {
      time += ms
    },
  }
}
