import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { WindowedDesktop } from '../../../src/human/desktop.ts'
import { showPage } from '../../../src/human/show-page.ts'
import type { TreeClient } from '../../answers/tree-client.ts'
import { type LoopbackHome, newTask, openLoopbackHome, searchToEnd } from '../loopback-home.ts'
import { type Figure, type Measure, type MeasureContext, shareFigure } from '../measure.ts'
import { cookiesOf, createWalledWeb, PERSON_AGENT, TASK_SITES, WALLED_SITES } from '../walled-sites.ts'

const NOTICES = 100
const WINDOWS = 40
const PAGES = ['/articles/first', '/articles/second']
const HALVES = ['even', 'odd']
const OPEN_SITES = ['www.open-1.example', 'www.open-2.example', 'www.open-3.example']

const SETTINGS = `engines: { default: [nearby], site_search: [], interval: 0, mirror: false }
explore: { enabled: false }
net:
  allow_private: [engine.example, ${[...WALLED_SITES, ...TASK_SITES]
    .map(({ host }) => host)
    .concat(OPEN_SITES)
    .join(', ')}]
  tor_proxy: ''
  domain_interval_min: 0
  domain_jitter_min: 0
  domain_jitter_max: 0
  first_visit_share: 0
`

/** REQ 7 (3, 9 to 11): walls of many kinds, a person who passes them as far as cookies can tell, and a desktop. */
export const measurePeople: Measure = async (context) => {
  const desktop = desktopDoubles(join(context.folder, 'desktop'))
  const walled = createWalledWeb()
  const world = await openLoopbackHome({
    root: context.root,
    folder: context.folder,
    hosts: OPEN_SITES,
    results: (query) => placesFor(query),
    answer: walled,
    settings: SETTINGS,
    env: { DISPLAY: ':99', WAYLAND_DISPLAY: '', PATH: `${desktop.folder}:${process.env.PATH}` },
  })
  try {
    const client = await world.client()
    const times = await effort(world, client)
    const passed = await passing(world, client, context)
    return {
      ...passed,
      ...times,
      'queue.notices': await notices(client, desktop),
      'queue.windows': await windows(world, desktop),
    }
  } finally {
    await world.close()
  }
}

/** An engine lists ten results: the sites come in two halves, and each has two pages. */
function placesFor(query: string): readonly (readonly [string, string])[] {
  if (query.includes('task')) {
    const sites = [...TASK_SITES.map(({ host }) => host), ...OPEN_SITES]
    return sites.map((host) => [host, query.includes('one') ? '/articles/one' : '/articles/two'] as const)
  }
  const half = WALLED_SITES.filter((_, index) => index % 2 === (query.includes('odd') ? 1 : 0))
  const path = query.includes('second') ? '/articles/second' : '/articles/first'
  return half.map(({ host }) => [host, path] as const)
}

/** What a person is asked for in one task: one step for each site, whatever waits there. */
async function effort(world: LoopbackHome, client: TreeClient): Promise<Record<string, Figure>> {
  const task = await newTask(client, 'Does silverleaf tea lower blood pressure?')
  await searchToEnd(client, task, 'silverleaf task one')
  await searchToEnd(client, task, 'silverleaf task two')
  const waiting = rows(
    world,
    'SELECT DISTINCT domain FROM auth_queue WHERE task_id = ? AND status = ?',
    task,
    'pending',
  )
  const pages = rows(world, 'SELECT DISTINCT url FROM auth_queue WHERE task_id = ?', task)
  for (const { domain } of waiting)
    await client.call('resolve_auth', { target: 'domain', data: { domain: String(domain), status: 'skipped' } })
  const how =
    `A task whose two searches meet ${TASK_SITES.length} sites with a wall among ` +
    `${TASK_SITES.length + OPEN_SITES.length}, ${pages.length} pages of which wait: ` +
    'one step a site settles all its pages. How many sites of a subject ' +
    'have walls is the subject’s; real minutes are told by the live check.'
  return { 'people.times': { value: waiting.length, shown: `${waiting.length} steps for ${pages.length} pages`, how } }
}

async function passing(
  world: LoopbackHome,
  client: TreeClient,
  { say }: MeasureContext,
): Promise<Record<string, Figure>> {
  const task = await newTask(client, 'What do the walled sites say of silverleaf tea?')
  for (const half of HALVES) await searchToEnd(client, task, `silverleaf first ${half}`)
  const waiting = new Set(
    rows(world, 'SELECT url FROM auth_queue WHERE task_id = ?', task).map(({ url }) => String(url)),
  )
  const met = WALLED_SITES.filter(({ host }) => waiting.has(world.at(host, PAGES[0] ?? ''))).length
  for (const site of WALLED_SITES) {
    const domain = site.host.replace(/^www\./, '')
    const session = { cookies: cookiesOf(site, Date.now()), user_agent: PERSON_AGENT }
    await client.call('resolve_auth', { target: 'domain', data: { domain, status: 'resolved', session_data: session } })
  }
  // Found again by another search, and further pages of the same sites.
  for (const half of HALVES) {
    await searchToEnd(client, task, `silverleaf first again ${half}`)
    await searchToEnd(client, task, `silverleaf second ${half}`)
  }
  const outcomes = new Map(
    rows(
      world,
      'SELECT p.url, p.outcome FROM search_pages p JOIN queries q ON q.id ' +
        '= p.query_id WHERE q.task_id = ? ORDER BY q.started_at, q.rowid',
      task,
    ).map(({ url, outcome }) => [String(url), String(outcome)]),
  )
  const served = WALLED_SITES.filter(({ host }) =>
    PAGES.every((path) => ['ok', 'not_modified'].includes(outcomes.get(world.at(host, path)) ?? '')),
  )
  for (const site of WALLED_SITES.filter((one) => !served.includes(one)))
    say(
      `not passed: ${site.wall}, ${site.knows}: ` +
        `${PAGES.map((path) => outcomes.get(world.at(site.host, path)) ?? 'not asked').join(', ')}`,
    )
  const kinds = WALLED_SITES.filter((one) => !served.includes(one)).map(({ knows }) => knows)
  return {
    'captcha.handed_over': shareFigure(
      met,
      WALLED_SITES.length,
      `${WALLED_SITES.length} loopback sites with a challenge or a ` +
        'login, found by one search: those whose page waits in the queue.',
    ),
    'people.passed': shareFigure(
      served.length,
      WALLED_SITES.length,
      'The same sites after a person passed them and handed the session over (cookies and browser name): ' +
        `two pages of each served. Each knows its visitor in another way; not passed: ${kinds.join('; ') || 'none'}.`,
    ),
  }
}

function rows(world: LoopbackHome, sql: string, ...values: readonly string[]): readonly Record<string, unknown>[] {
  const db = new DatabaseSync(join(world.home, 'lyra.db'), { readOnly: true })
  try {
    return db.prepare(sql).all(...values)
  } finally {
    db.close()
  }
}

interface DesktopDoubles {
  readonly folder: string
  calls(program: string): number
}

/** Programs of a Linux desktop that note how they were called. */
function desktopDoubles(folder: string): DesktopDoubles {
  mkdirSync(folder, { recursive: true })
  const log = (program: string) => join(folder, `${program}.log`)
  for (const program of ['notify-send', 'wmctrl', 'xdotool', 'xdg-open']) {
    const file = join(folder, program)
    // One line a call; appending so little is atomic.
    writeFileSync(file, `#!/bin/sh\nprintf 'call %s\\n' "$#" >> '${log(program)}'\n`)
    chmodSync(file, 0o755)
  }
  return {
    folder,
    calls: (program) => (existsSync(log(program)) ? readFileSync(log(program), 'utf8').trim().split('\n').length : 0),
  }
}

async function notices(client: TreeClient, desktop: DesktopDoubles): Promise<Figure> {
  const before = desktop.calls('notify-send')
  const texts = [
    '認証が必要なページがあります',
    'A page needs you: https://www.walled-1.example/?token=abc',
    '長い通知'.repeat(100),
    '-- --urgency=low <b>',
  ]
  let shown = 0
  for (let round = 0; round < NOTICES / 10; round += 1) {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        client.call('notify_user', {
          event: 'auth_required',
          payload: { message: `${round}.${index} ${texts[index % texts.length]}` },
        }),
      ),
    )
    shown += answers.filter(({ data }) => data.shown === true).length
  }
  const arrived = desktop.calls('notify-send') - before
  const how =
    `${NOTICES} notices, ten at a time, through the tool to a ` +
    `double of notify-send; \`shown\` was said ${shown} times. ` +
    `The queue of the two tasks sent ${before} by itself. A real desktop: the live check.`
  return shareFigure(Math.min(arrived, shown), NOTICES, how)
}

async function windows(world: LoopbackHome, { folder, calls }: DesktopDoubles): Promise<Figure> {
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` }
  const browser = 42
  const desktop: WindowedDesktop = {
    platform: 'linux',
    env: { DISPLAY: ':99' },
    spawn: (command, args) => spawn(command, args, { stdio: 'ignore', env }),
    listeningProcess: async () => browser,
    read: async (command, args) => {
      if (args.includes('-l')) return `0x1 0 ${browser} host page`
      return spawnSync(command, [...args], { stdio: 'ignore', env }).status === 0 ? '' : null
    },
  }
  let raised = 0
  for (let turn = 0; turn < WINDOWS; turn += 1) {
    // Every other one in a tab of the person's own browser, which wmctrl brings to the front.
    const window = { endpoint: 'http://127.0.0.1:9222', title: async () => 'page' }
    const tab = turn % 2 === 0 ? null : async () => ({ session: () => null, close: () => {}, window }) as never
    const { raised_by: by } = await showPage(
      world.at(WALLED_SITES[turn % WALLED_SITES.length]?.host ?? '', '/'),
      desktop,
      tab,
    )
    raised += Number(by !== null)
  }
  const how =
    `${WINDOWS} pages opened by doubles of xdg-open and wmctrl, which were ` +
    `called ${calls('xdg-open')} and ${calls('wmctrl')} times: that the right ` +
    'program is called, not that a window manager obeys. A real desktop: the live check.'
  return shareFigure(raised, WINDOWS, how)
}
