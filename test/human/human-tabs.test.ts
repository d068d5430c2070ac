import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import type { HumanPage } from '../../src/browser/human-page.ts'
import { enqueueAuth, resolveAuth } from '../../src/human/auth-queue.ts'
import type { Desktop, WindowedDesktop } from '../../src/human/desktop.ts'
import { createHumanTabs, type HumanTabsParts } from '../../src/human/human-tabs.ts'
import { raiseBrowserWindow } from '../../src/human/raise-window.ts'
import type { RunningProcess } from '../../src/human/run-process.ts'
import { showPage } from '../../src/human/show-page.ts'
import { openDeps } from './open-deps.ts'

const PAGE = 'https://www.library.example/login'
const SESSION = { cookies: [{ name: 'sid', value: 'earned' }], user_agent: 'Mozilla/5.0 (a person)' }
const LINUX = { DISPLAY: ':0' }

/**
 * Programs end with their code; one that is not listed is not installed. Commands that are read print their text.
 */
function desktop(
  platform: string,
  env: Record<string, string>,
  codes: Record<string, number>,
  texts: Readonly<Record<string, string>> | 'anything' = {},
) {
  const started: string[] = []
  const read: string[] = []
  const spawn: Desktop['spawn'] = (command, args) => {
    started.push([command, ...args].join(' '))
    const child = new EventEmitter() as EventEmitter & { kill(): void }
    child.kill = () => {}
    const code = codes[command]
    setImmediate(() => (code === undefined ? child.emit('error', new Error('ENOENT')) : child.emit('close', code)))
    return child as unknown as RunningProcess
  }
  const windowed: WindowedDesktop = {
    platform,
    env,
    spawn,
    read: async (command, args) => {
      read.push([command, ...args].join(' '))
      return texts === 'anything' ? '42\n' : (texts[read.at(-1) ?? ''] ?? null)
    },
    listeningProcess: async (port) => (port === 9222 ? 42 : null),
  }
  return { desktop: windowed, started, read }
}

function tabs(more: Partial<HumanTabsParts> = {}) {
  const opened: string[] = []
  const closed: string[] = []
  const open = async (endpoint: string, url: string): Promise<HumanPage> => {
    opened.push(`${endpoint} ${url}`)
    return {
      session: () => SESSION,
      window: { endpoint, title: async () => 'Sign in' },
      close: () => void closed.push(url),
    }
  }
  const parts = { endpoint: 'http://127.0.0.1:9222', driven: '', searching: () => false, open, ...more }
  return { tabs: createHumanTabs(parts), opened, closed }
}

/** wmctrl's list: a window of the searches first, then two of the person's browser, which is process 42. */
const LIST = [
  '0x00a00001  0 7      desk A result page - Chromium',
  '0x00b00001 -1 42     desk Other work - Chromium',
  '0x00b00002  0 42     desk Sign in - Chromium',
].join('\n')
const WINDOW = { endpoint: 'http://127.0.0.1:9222', title: async () => 'Sign in' }

test('REQ 3.6.1: in the browser the person named, then its window to the front, not that of the searches', async () => {
  const { tabs: mine, opened } = tabs()
  const { desktop: linux, read } = desktop('linux', LINUX, {}, { 'wmctrl -l -p': LIST, 'wmctrl -i -a 0x00b00002': '' })

  const shown = await showPage(PAGE, linux, mine.openTab)

  assert.deepEqual(shown, { ok: true, opened: true, by: 'devtools', raised_by: 'wmctrl', skipped: [] })
  assert.deepEqual(opened, [`http://127.0.0.1:9222 ${PAGE}`])
  assert.deepEqual(read, ['wmctrl -l -p', 'wmctrl -i -a 0x00b00002'])
})

test('REQ 3.6.1: what is not installed or finds no window is skipped by name, and no other window is raised', async () => {
  const none = desktop('linux', LINUX, {}, { 'xdotool search --onlyvisible --pid 42': '' })
  const others = desktop('linux', LINUX, {}, { 'wmctrl -l -p': LIST.split('\n')[0] ?? '' })

  assert.deepEqual(await raiseBrowserWindow(none.desktop, WINDOW), {
    by: null,
    skipped: ['wmctrl: not installed, or no window manager answers', 'xdotool: found no window of this browser'],
  })
  assert.equal((await raiseBrowserWindow(others.desktop, WINDOW)).by, null)
  assert.ok(!others.read.some((line) => line.includes('-a')))
})

test('REQ 3.6.1: xdotool finds the window by process and name', async () => {
  const x = desktop(
    'linux',
    LINUX,
    {},
    {
      'xdotool search --onlyvisible --pid 42': '11\n12\n',
      'xdotool getwindowname 11': 'Other work - Chromium\n',
      'xdotool getwindowname 12': 'Sign in - Chromium\n',
      'xdotool windowactivate 12': '',
    },
  )

  assert.equal((await raiseBrowserWindow(x.desktop, WINDOW)).by, 'xdotool')
})

test('REQ 3.6.1: Windows and macOS raise the process that listens at the endpoint', async () => {
  const windows = desktop('linux', { WSL_DISTRO_NAME: 'Ubuntu' }, {}, 'anything')
  const mac = desktop('darwin', {}, {}, 'anything')

  assert.equal((await raiseBrowserWindow(windows.desktop, WINDOW)).by, 'powershell.exe')
  assert.equal((await raiseBrowserWindow(mac.desktop, WINDOW)).by, 'osascript')

  const script = Buffer.from(windows.read[0]?.split(' ').at(-1) ?? '', 'base64').toString('utf16le')
  assert.match(script, /Get-NetTCPConnection -LocalPort 9222 -State Listen/)
  assert.match(script, /\[Lyra\.Window\]::SetForegroundWindow\(\$h\)/)
  assert.match(mac.read[1] ?? '', /whose unix id is 42\) to true/)
})

test('REQ 3.6.1: a browser that does not answer is named, and the system opens the page', async () => {
  const { tabs: mine } = tabs({
    open: async () => {
      throw new Error('fetch failed')
    },
  })
  const { desktop: linux, started } = desktop('linux', LINUX, { 'xdg-open': 0 })

  const shown = await showPage(PAGE, linux, mine.openTab)

  assert.deepEqual(shown, {
    ok: true,
    opened: true,
    by: 'xdg-open',
    raised_by: 'xdg-open',
    skipped: ['devtools: fetch failed'],
  })
  assert.deepEqual(started, [`xdg-open ${PAGE}`])
})

test('REQ 3.6.1: a browser that a search is driving gets no page for a person; an idle one does', async () => {
  const driven = { driven: 'http://127.0.0.1:9222/' }
  const busy = tabs({ ...driven, searching: () => true })
  const idle = tabs({ ...driven, searching: () => false })

  assert.equal(await busy.tabs.openTab?.(PAGE), 'a search is driving this browser')
  await idle.tabs.openTab?.(PAGE)

  assert.deepEqual(busy.opened, [])
  assert.equal(idle.opened.length, 1)
})

test('L1: the endpoint must be on this machine or its private network; without one there is no such way', async () => {
  const far = tabs({ endpoint: 'http://devtools.example:9222' })

  assert.equal(
    await far.tabs.openTab?.(PAGE),
    'the DevTools endpoint must be on this machine or a private network (L1)',
  )
  assert.deepEqual(far.opened, [])
  assert.equal(tabs({ endpoint: '' }).tabs.openTab, null)
})

test('REQ 3.6.1: when the person is done, the session the browser was seen using is stored and reused', async (t) => {
  const { deps } = openDeps(t)
  const { tabs: mine, closed } = tabs()
  enqueueAuth(deps, {
    taskId: null,
    searchId: null,
    url: PAGE,
    challenge: 'login',
    priority: 'high',
    causeId: 'cause_1',
  })
  await mine.openTab?.(PAGE)

  const answer = resolveAuth(
    deps,
    { target: 'domain', data: { domain: 'library.example', status: 'resolved' } },
    () => {},
    mine.session,
  )
  mine.close()

  assert.deepEqual(answer, {
    ok: true,
    domain: 'library.example',
    resolved_count: 1,
    affected_tasks: [],
    session_stored: true,
  })
  const stored = deps.store.people.sessions.forSite('library.example', '2026-01-01T00:00:00.000Z')
  assert.deepEqual([stored?.cookies, stored?.user_agent], [SESSION.cookies, SESSION.user_agent])
  assert.deepEqual(closed, [PAGE])
})

test('REQ 3.6.1: a site that was skipped leaves no session, whatever was seen', async (t) => {
  const { deps } = openDeps(t)
  const { tabs: mine } = tabs()
  enqueueAuth(deps, {
    taskId: null,
    searchId: null,
    url: PAGE,
    challenge: 'login',
    priority: 'high',
    causeId: 'cause_1',
  })
  await mine.openTab?.(PAGE)

  resolveAuth(
    deps,
    { target: 'domain', data: { domain: 'library.example', status: 'skipped' } },
    () => {},
    mine.session,
  )

  assert.equal(deps.store.people.sessions.forSite('library.example', '2026-01-01T00:00:00.000Z'), null)
})

test('REQ 3.6.1: where no browser is named, one window of our own serves all pages', async () => {
  let started = 0
  const startOwn = async () => {
    started += 1
    return { endpoint: `http://127.0.0.1:${9000 + started}`, close: async () => {} }
  }
  const gone = new Set<string>()
  const opened: string[] = []
  const open = async (endpoint: string, url: string): Promise<HumanPage> => {
    if (gone.has(endpoint)) throw new Error('nobody listens')
    opened.push(`${endpoint} ${new URL(url).pathname}`)
    return { session: () => SESSION, window: { endpoint, title: async () => null }, close: () => {} }
  }
  const { tabs: own } = tabs({ endpoint: '', startOwn, open })

  await own.openTab?.('https://library.example/a')
  await own.openTab?.('https://library.example/b')
  gone.add('http://127.0.0.1:9001')
  await own.openTab?.('https://library.example/c')

  assert.deepEqual(opened, ['http://127.0.0.1:9001 /a', 'http://127.0.0.1:9001 /b', 'http://127.0.0.1:9002 /c'])
  assert.deepEqual(own.session('library.example'), SESSION)
})

test('REQ 3.6.1: a machine without a window says why, and the page goes to the system’s opener', async () => {
  const { desktop: linux } = desktop('linux', LINUX, { 'xdg-open': 0 })
  const startOwn = () => Promise.reject(new Error('there is no display'))
  const { tabs: own } = tabs({ endpoint: '', startOwn })

  const shown = await showPage(PAGE, linux, own.openTab)

  assert.deepEqual([shown.opened, shown.by, shown.skipped], [true, 'xdg-open', ['devtools: there is no display']])
})
