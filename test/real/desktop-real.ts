import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, type TestContext, test } from 'node:test'
import { createBrowser } from '../../src/browser/browser.ts'
import { openPersonTab } from '../../src/browser/human-page.ts'
import { openBrowser } from '../../src/browser/launch.ts'
import { startPersonBrowser } from '../../src/browser/person-browser.ts'
import { silentLogger } from '../../src/domain/log.ts'
import { defaultSettings } from '../../src/domain/settings.ts'
import { enqueueAuth } from '../../src/human/auth-queue.ts'
import { systemDesktop } from '../../src/human/desktop.ts'
import { createHumanTabs } from '../../src/human/human-tabs.ts'
import { listeningProcess } from '../../src/human/listening-process.ts'
import { notifyUser } from '../../src/human/notify.ts'
import { showPage } from '../../src/human/show-page.ts'
import { browserParts } from '../browser/browser-parts.ts'
import { addTask, openDeps } from '../human/open-deps.ts'
import { ask, openWorld, serve, textOf } from '../net/loopback.ts'
import { type Display, eventually, openDisplay } from './display.ts'
import { programAt, skipWithout } from './programs.ts'

const html = { 'content-type': 'text/html; charset=utf-8' }
const DISPLAY_PARTS = ['Xvfb', 'openbox', 'dbus-daemon', 'dunst'] as const
const KEPT = ['DISPLAY', 'DBUS_SESSION_BUS_ADDRESS', 'XDG_RUNTIME_DIR', 'HOME', 'BROWSER', 'PATH'] as const

const installed = { ...defaultSettings.browser, executable: programAt('chromium') ?? '' }

/** The process of the window that has the focus, by X itself. */
function activeProcess(): number | null {
  try {
    return Number(execFileSync('xdotool', ['getactivewindow', 'getwindowpid'], { encoding: 'utf8' }).trim())
  } catch {
    return null
  }
}

const windowPids = () =>
  execFileSync('wmctrl', ['-l', '-p'], { encoding: 'utf8' })
    .split('\n')
    .map((line) => Number(line.split(/ +/)[2]))
    .filter((pid) => pid > 0)

function focusWindowOf(pid: number): void {
  const list = execFileSync('wmctrl', ['-l', '-p'], { encoding: 'utf8' }).split('\n')
  const id = list.find((line) => Number(line.split(/ +/)[2]) === pid)?.split(' ', 1)[0] ?? ''
  execFileSync('wmctrl', ['-i', '-a', id])
}

/** All programs of the system but the browsers. */
function folderWithoutBrowsers(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-programs-'))
  t.after(() => rmSync(folder, { recursive: true }))
  for (const name of readdirSync('/usr/bin'))
    if (!/browser|chrom|firefox|links|lynx|w3m/i.test(name)) symlinkSync(join('/usr/bin', name), join(folder, name))
  return folder
}

suite('a desktop of real parts', { skip: skipWithout(...DISPLAY_PARTS) }, () => {
  const saved = Object.fromEntries(KEPT.map((name) => [name, process.env[name]]))
  let display: Display

  before(async () => {
    display = await openDisplay()
    Object.assign(process.env, display.env)
  })
  after(async () => {
    await display.close()
    for (const [name, value] of Object.entries(saved))
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
  })

  /** The Chrome that searches drive, with a window and a page in it: the older one. */
  async function drivenBrowser(t: TestContext) {
    const opened = await openBrowser({
      settings: { ...installed, headful: true },
      log: silentLogger,
      replaying: true,
      mode: 'headful',
      proxy: 'http://127.0.0.1:9',
      stateFile: null,
      profileFolder: null,
      note: () => {},
    })
    t.after(() => opened.context.browser()?.close())
    const page = await opened.context.newPage()
    await page.setContent('<title>Sign in</title><p>driven</p>')
    return eventually('a window of the driven browser', () => windowPids()[0] ?? null)
  }

  async function personTabs(t: TestContext) {
    const profile = mkdtempSync(join(tmpdir(), 'lyra-person-'))
    let endpoint = ''
    const tabs = createHumanTabs({
      endpoint: '',
      driven: '',
      searching: () => false,
      open: openPersonTab,
      startOwn: async () => {
        const browser = await startPersonBrowser({ settings: installed, profile, timeoutMs: 30_000 })
        t.after(async () => {
          await browser.close()
          rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
        })
        endpoint = browser.endpoint
        return browser
      },
    })
    return { tabs, process: async () => listeningProcess(Number(new URL(endpoint).port)) }
  }

  const notices = { skip: skipWithout('notify-send') }
  test(
    'REQ 3.6.3: a notice arrives at the notification daemon, with its words and without a token',
    notices,
    async (t) => {
      const { deps } = openDeps(t)
      const payload = { message: 'A login at https://library.example/a?sid=1 & <b>waits</b>\ntoken=abc' }

      const answer = await notifyUser(deps, 'auth_required', payload, await systemDesktop())

      assert.equal(answer.shown, true)
      const printed = await eventually('the notice', () =>
        display.notices().includes('needs you') ? display.notices() : null,
      )
      assert.match(printed, /A login at https:\/\/library\.example\/a &/)
      assert.doesNotMatch(printed, /sid=1|abc/)
    },
  )

  test('REQ 3.6.1: one waiting page is told as well', notices, async (t) => {
    const { deps } = openDeps(t)
    addTask(deps)
    const request = {
      taskId: 'task_1',
      searchId: null,
      url: 'https://alone.example/page',
      challenge: 'captcha',
    } as const

    const queued = enqueueAuth(deps, { ...request, priority: 'normal', causeId: 'cause_1' })
    await notifyUser(deps, 'auth_required', { message: queued?.newAlert ?? '' }, await systemDesktop())

    await eventually('the notice', () => (display.notices().includes('https://alone.example/page') ? true : null))
  })

  const windows = { skip: skipWithout('chromium', 'wmctrl', 'xdotool') }
  test(
    "REQ 4.3: the route with a window loads a page in Debian's Chromium, on the screen and under its own name",
    windows,
    async (t) => {
      const { host } = await serve(t, async (_request, response) => {
        await eventually('a window while the page loads', () => windowPids()[0] ?? null)
        response
          .writeHead(200, html)
          .end('<title>A</title><body><script>document.body.textContent = navigator.userAgent</script>')
      })
      const world = await openWorld(t, { allow_private: [host] })
      const browser = createBrowser({ ...browserParts(world), settings: installed, mode: 'headful' })
      t.after(() => browser.close())

      assert.equal(await browser.unavailable(), null)
      const loaded = await browser.load(ask(`http://${host}/`))

      assert.equal(loaded.outcome, 'ok')
      assert.match(textOf(loaded), /Chrome\/\d+/)
      assert.doesNotMatch(textOf(loaded), /Headless/)
    },
  )

  test(
    'REQ 3.6.1: the page for a person is raised, not the older window of the searches, also when both bear one title',
    windows,
    async (t) => {
      const { host } = await serve(t, (_request, response) =>
        response.writeHead(200, html).end('<title>Sign in</title><p>for a person</p>'),
      )
      const driven = await drivenBrowser(t)
      const { tabs, process: person } = await personTabs(t)
      const desktop = await systemDesktop()

      const shown = await showPage(`http://${host}/login`, desktop, tabs.openTab)
      const pid = await person()

      assert.deepEqual([shown.by, shown.raised_by, shown.skipped], ['devtools', 'wmctrl', []])
      assert.notEqual(pid, driven)
      await eventually('the window of the person in front', () => (activeProcess() === pid ? true : null))

      focusWindowOf(driven)
      await eventually('the driven window in front', () => (activeProcess() === driven ? true : null))
      await showPage(`http://${host}/again`, desktop, tabs.openTab)
      await eventually('the window of the person in front again', () => (activeProcess() === pid ? true : null))

      const byOther = {
        ...desktop,
        read: async (command: string, args: readonly string[]) =>
          command === 'wmctrl' ? null : desktop.read(command, args),
      }
      focusWindowOf(driven)
      await eventually('the driven window in front', () => (activeProcess() === driven ? true : null))
      assert.equal((await showPage(`http://${host}/third`, byOther, tabs.openTab)).raised_by, 'xdotool')
      await eventually('the window of the person in front by xdotool', () => (activeProcess() === pid ? true : null))
    },
  )

  test('REQ 3.6.1: xdg-open on a system without a browser refuses, and says why', {
    skip: skipWithout('xdg-open'),
  }, async (t) => {
    const kept = process.env.PATH
    t.after(() => Object.assign(process.env, { PATH: kept }))
    process.env.PATH = folderWithoutBrowsers(t)
    const open = async () => showPage('http://127.0.0.1:9/', await systemDesktop())

    const none = await open()
    process.env.BROWSER = '/nowhere/browser'
    const failing = await open()
    delete process.env.BROWSER

    assert.deepEqual([none.opened, none.by, none.raised_by], [false, 'xdg-open', null])
    assert.deepEqual(none.skipped, ['xdg-open: no program of this system opened the page (exit 4)'])
    assert.deepEqual(failing.skipped, ['xdg-open: no program of this system opened the page (exit 4)'])
  })
})
