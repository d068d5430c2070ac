import { dirname } from 'node:path'
import type { TestContext } from 'node:test'
import { Hono } from 'hono'
import { createLyra } from '../../../src/app/create-lyra.ts'
import { openLyra } from '../../../src/app/open-lyra.ts'
import { silentLogger } from '../../../src/domain/log.ts'
import { markScreened } from '../../../src/domain/screened.ts'
import { recomputeTask } from '../../../src/research/graph/recompute.ts'
import type { DashboardParts } from '../../../src/web/dashboard/answer.ts'
import { readAssets } from '../../../src/web/dashboard/assets.ts'
import { mountDashboard } from '../../../src/web/dashboard/mount.ts'
import { createSessions } from '../../../src/web/dashboard/session.ts'
import { type GraphWorld, graphWorld } from '../../research/graph/graph-world.ts'
import { AT, task } from '../../store/graph-fixture.ts'

export const TASK = 'task_1'
export const TOKEN = 'a-token-of-28-characters-xyz'
/** What a page of the web would like to be taken for. */
export const HOSTILE = '</script><script>alert(1)</script><img src=x onerror=alert(2)>'

const SITES = ['heart.example', 'clinic.example', 'tea.example', 'news.example', 'trial.example'] as const

/**
 * A small task with everything a page can show: findings in dispute, a hostile page, one that could not be read, a
 * question, a login, a block, samples; and 99 tasks beside it.
 */
export function seededWorld(): GraphWorld {
  const world = graphWorld()
  const { store } = world
  world.overrides(`user_overrides:
${SITES.slice(0, 3)
  .map((domain) => `  - { domain: ${domain}, trust_level: TRUSTED, reason: known to us }`)
  .join('\n')}
`)
  const says = [
    'Silverleaf tea lowered systolic blood pressure by 6.2 mmHg in the trial.',
    'Silverleaf tea did not lower systolic blood pressure in the trial.',
    `Silverleaf tea is safe for most adults. ${HOSTILE}`,
    'Two cups of silverleaf tea a day were drunk in the trial.',
    'Silverleaf tea lowered systolic blood pressure by 6.2 mmHg, the trial found.',
  ]
  for (const [n, domain] of SITES.entries()) {
    const text = says[n] ?? ''
    const title = n === 2 ? `Tea ${HOSTILE}` : `Report ${n} on silverleaf tea`
    world.source(`page_${n}`, domain, { page: { title, year: 2019 + n }, fragment: { text_content: text } })
    world.claim(`claim_${n}`, `page_${n}`, { claim_text: text, span_start: 0, span_end: text.length })
  }
  world.stance('page_4', 'claim_0', 'supports', 0.95)
  world.stance('page_3', 'claim_0', 'supports', 0.8)
  world.stance('page_1', 'claim_0', 'refutes', 0.97)
  world.stance('page_0', 'claim_1', 'refutes', 0.96)
  world.stance('page_0', 'claim_3', 'neutral', 0.45)
  recomputeTask(world, TASK, 'cause_test')
  seedSearch(world)
  seedPeople(world)
  for (let n = 0; n < 99; n += 1) {
    const id = `task_${String(n).padStart(16, '0')}`
    store.tasks.insert(
      task(id, { query: `Question ${n}`, created_at: `2024-01-01T00:00:${String(n % 60).padStart(2, '0')}.000Z` }),
    )
  }
  return world
}

function seedSearch({ store }: GraphWorld): void {
  const item = (url: string, rank: number, engine: string) =>
    markScreened({ engine, rank, url, title: 'A result', snippet: 'words', date: null, source_tag: 'web' as const })
  store.searches.addSerpItems(
    's_1',
    [
      item('https://heart.example/page_0', 1, 'duckduckgo'),
      item('https://heart.example/page_0', 1, 'mojeek'),
      item('https://never.example/tried', 2, 'mojeek'),
    ],
    'cause_test',
  )
  store.searches.savePage({
    query_id: 's_1',
    url: 'https://closed.example/paper',
    page_id: null,
    found_by: 'duckduckgo',
    outcome: 'login_wall',
    reason: 'The page asks for a login',
    attempts: [
      { route: 'http', outcome: 'login_wall', reason: null },
      { route: 'browser', outcome: 'login_wall', reason: null },
    ],
    counts_toward_budget: true,
    cause_id: 'cause_test',
  })
}

function seedPeople({ store }: GraphWorld): void {
  store.people.auth.enqueue({
    id: 'auth_1',
    task_id: TASK,
    search_id: 's_1',
    domain: 'closed.example',
    url: 'https://closed.example/paper',
    auth_type: 'login',
    priority: 'high',
    queued_at: AT,
    cause_id: 'cause_test',
  })
  store.people.questions.ask({
    id: 'ask_1',
    prompt: `Which trial? ${HOSTILE}`,
    choices: ['the first', 'the second'],
    askedAt: AT,
    expiresAt: '2099-01-01T00:00:00.000Z',
    causeId: 'cause_test',
  })
  for (let n = 0; n < 20; n += 1)
    store.people.calibration.addSample({
      id: `sample_${n}`,
      source: 'nli_judge',
      prediction: (n % 10) / 10 + 0.05,
      actual: n % 3 === 0 ? 1 : 0,
      context: null,
      subject: null,
      at: AT,
      causeId: 'cause_test',
    })
  store.domains.saveBlock({
    id: 'block_1',
    domain: 'wrong.example',
    kind: 'contradictions',
    reason: 'three of its claims were contradicted by sources of much higher trust',
    evidence: ['claim_1'],
    original_trust_level: 'UNVERIFIED',
    blocked_at: AT,
    expires_at: null,
    lifted_at: AT,
    lifted_reason: 'its evidence is gone',
    cause_id: 'cause_test',
  })
}

/** The dashboard over a home, without a socket. */
export function dashboard(t: TestContext, world: GraphWorld, changes: Partial<DashboardParts> = {}) {
  const lyra = createLyra(() => openLyra({ home: dirname(world.archive), mode: 'cli', flags: {} }))
  const app = new Hono()
  const sessions = createSessions({ token: TOKEN, now: () => 0 })
  const parts: DashboardParts = {
    lyra,
    sessions,
    isProgram: (c) => c.req.header('authorization') === `Bearer ${TOKEN}`,
    version: '0.0.0-test',
    now: () => 0,
    assets: readAssets(),
    archivedFrame: () => {
      throw new Error('no archived page is shown here')
    },
    log: silentLogger,
    ...changes,
  }
  mountDashboard(app, parts)
  t.after(async () => {
    await lyra.close()
    world[Symbol.dispose]()
  })
  const cookie = `${sessions.cookieName}=${sessions.signIn(TOKEN)}`
  return {
    app,
    lyra,
    sessions,
    get: (path: string, headers: Record<string, string> = {}) => app.request(path, { headers: { cookie, ...headers } }),
    post: (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
      app.request(path, {
        method: 'POST',
        body: new URLSearchParams({ form_token: sessions.formToken, ...fields }),
        headers: { cookie, ...headers },
      }),
  }
}
