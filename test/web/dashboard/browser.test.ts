import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { AxeResults } from 'axe-core'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { createLyra } from '../../../src/app/create-lyra.ts'
import { openLyra } from '../../../src/app/open-lyra.ts'
import { silentLogger } from '../../../src/domain/log.ts'
import { defaultSettings } from '../../../src/domain/settings.ts'
import { type HttpServer, startHttpServer } from '../../../src/web/serve.ts'
import type { GraphWorld } from '../../research/graph/graph-world.ts'
import { liveBrowser } from '../archived/live-browser.ts'
import { PATHS } from './paths.ts'
import { seededWorld, TASK, TOKEN } from './seeded-home.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const NARROW = { width: 400, height: 800 }
const WIDE = { width: 1280, height: 900 }

/** A real browser over a real server: what it asks for, what it runs, what a reader with a keyboard can do. */
describe('the dashboard in a browser', () => {
  let world: GraphWorld
  let server: HttpServer
  let browser: Browser
  let finding = ''
  const lyra = createLyra(() => openLyra({ home: dirname(world.archive), mode: 'cli', flags: {} }))

  before(async () => {
    world = seededWorld()
    finding = world.store.findings.byClaim(TASK).get('claim_0') ?? ''
    const settings = { ...defaultSettings.server, port: 0, token: TOKEN }
    server = await startHttpServer(lyra, settings, { version: '0.0.0-test', log: silentLogger })
    browser = await liveBrowser()
  })
  after(async () => {
    await browser?.close()
    await server?.close()
    await lyra.close()
    world?.[Symbol.dispose]()
  })

  async function signedIn(options: Parameters<Browser['newContext']>[0]) {
    const context = await browser.newContext(options)
    const elsewhere: string[] = []
    const broken: string[] = []
    context.on('request', (request) => {
      if (!request.url().startsWith(`${server.url}/`) && !request.url().startsWith('data:'))
        elsewhere.push(request.url())
    })
    const page = await context.newPage()
    page.on('console', (message) => {
      if (message.type() === 'error') broken.push(message.text())
    })
    page.on('pageerror', (error) => broken.push(error.message))
    page.on('dialog', (dialog) => broken.push(`dialog: ${dialog.message()}`))
    await page.goto(`${server.url}/tasks?token=${TOKEN}`)
    await page.waitForURL(`${server.url}/tasks`)
    return { context, page, elsewhere, broken }
  }

  /** Serious faults; `rules` names those that can differ from what was looked at before. */
  async function serious(page: Page, rules: readonly string[] | null): Promise<readonly string[]> {
    // Through the protocol: the policy of the page lets no script of ours in.
    await page.evaluate(AXE)
    const found = await page.evaluate(
      (values) =>
        (globalThis as unknown as { axe: { run(options: object): Promise<AxeResults> } }).axe.run(
          values === null ? {} : { runOnly: { type: 'rule', values } },
        ),
      rules === null ? null : [...rules],
    )
    assert.ok(found.passes.length > 0, 'axe has looked')
    return found.violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`)
  }

  for (const [language, colorScheme, viewport, rules] of [
    ['en', 'light', WIDE, null],
    ['ja', 'dark', NARROW, ['color-contrast', 'html-has-lang', 'scrollable-region-focusable', 'target-size']],
  ] as const)
    test(`every page, ${language}, ${colorScheme}, ${viewport.width} px: no fault of axe, nothing wider than the window, no request elsewhere`, async () => {
      const options = { locale: language, colorScheme, viewport }
      const { context, page, elsewhere, broken } = await signedIn(options)
      const faults: string[] = []
      for (const path of PATHS) {
        const answer = await page.goto(`${server.url}${path.replace(':finding', finding)}`)
        assert.equal(answer?.status(), 200, path)
        assert.equal(await page.locator('html').getAttribute('lang'), language, path)
        for (const fault of await serious(page, rules)) faults.push(`${path} ${fault}`)
        const width = await page.evaluate<number>('document.documentElement.scrollWidth')
        if (width > viewport.width) faults.push(`${path} is ${width} px wide`)
      }
      await context.close()

      assert.deepEqual(faults, [])
      assert.deepEqual(elsewhere, [])
      assert.deepEqual(broken, [])
    })

  test('the keyboard reaches the content first by the skip link, and judges a verdict with one key', async () => {
    const { context, page, broken } = await signedIn({ locale: 'en', viewport: WIDE })
    await page.goto(`${server.url}/tasks/${TASK}/review`)
    await page.keyboard.press('Tab')
    const first = await page.evaluate<string>('document.activeElement.textContent')
    await page.keyboard.press('Enter')
    const main = await page.evaluate<string>('document.activeElement.id')
    const asked = await page.locator('[data-key="n"]').count()
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('n')])
    const rows = world.store.people.feedback.ofTask(TASK)
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('u')])
    await context.close()

    assert.deepEqual([first, main, asked], ['Skip to the content', 'main', 1])
    assert.deepEqual([rows.length, rows[0]?.actor], [1, 'person'])
    assert.notEqual(world.store.people.feedback.get(rows[0]?.id ?? '')?.undone_at ?? null, null)
    assert.deepEqual(broken, [])
  })

  test('an open page follows the task: a new search appears without a reload', async () => {
    const { context, page } = await signedIn({ locale: 'en', viewport: WIDE })
    await page.goto(`${server.url}/tasks/${TASK}`)
    const before = await page.locator('#task-summary').innerText()
    const opened = await page.evaluate(() => performance.timeOrigin)
    // The page has looked once before anything changes.
    await page.waitForTimeout(1800)
    world.store.tasks.setStatus(TASK, 'paused', '2025-02-01T00:00:00.000Z')
    await page.locator('#task-summary', { hasText: 'paused' }).waitFor({ timeout: 10_000 })
    const same = await page.evaluate(() => performance.timeOrigin)
    await context.close()

    assert.match(before, /^created/)
    assert.equal(same, opened)
  })

  test('the cookie of the session is kept from scripts and from other sites', async () => {
    const { context } = await signedIn({})
    const kept = sessionCookie(context, server.url)

    assert.deepEqual(await kept, { httpOnly: true, sameSite: 'Strict' })
    await context.close()
  })
})

async function sessionCookie(context: BrowserContext, url: string) {
  const cookie = (await context.cookies(url)).find(({ name }) => name.startsWith('lyra_') && name !== 'lyra_language')
  return { httpOnly: cookie?.httpOnly, sameSite: cookie?.sameSite }
}
