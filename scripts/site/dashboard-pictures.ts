import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { drawingBrowser } from '../../test/web/drawing-browser.ts'

/**
 * `npx node scripts/site/dashboard-pictures.ts <home of a demo run> [<name>...]`: docs/img/dashboard-*.png, as a
 * browser shows the demo. English alone: the bundled Chromium has no font for Japanese.
 */
const [home, ...only] = process.argv.slice(2)
if (home === undefined) throw new Error('Which home? E.g. npx node scripts/site/dashboard-pictures.ts .demo')
const root = join(import.meta.dirname, '..', '..')
const MOST_BYTES = 150_000

interface Picture {
  readonly name: string
  readonly height: number
  readonly width?: number
  /** Brings the page to what is shown, from the list of tasks. */
  go(page: Page): Promise<unknown>
}

const openTask = (page: Page) => page.locator('#task-list a.words').first().click()
const openTab = async (page: Page, name: string) => {
  await openTask(page)
  await page.locator('.tabs a', { hasText: name }).click()
}
const openContested = async (page: Page) => {
  await openTask(page)
  await page.locator('.chips a', { hasText: 'contested' }).click()
}

const PICTURES: readonly Picture[] = [
  { name: 'findings', height: 680, go: openContested },
  {
    name: 'why',
    height: 560,
    go: async (page) => {
      await openContested(page)
      await page.locator('article h2 a').first().click()
      await page.locator('#why').evaluate((title) => title.scrollIntoView())
    },
  },
  {
    name: 'archived',
    height: 620,
    go: async (page) => {
      await openContested(page)
      await page.locator('.side-against li .from a').first().click()
      await page.frames()[1]?.locator('mark').first().waitFor()
    },
  },
  { name: 'disputes', height: 640, go: (page) => openTab(page, 'Disputes') },
  {
    name: 'graph',
    height: 560,
    width: 820,
    go: async (page) => {
      await openTab(page, 'Graph')
      await page.locator('#graph-status', { hasNotText: /./u }).waitFor({ state: 'attached' })
      await page.locator('#graph-controls').evaluate((controls) => controls.scrollIntoView())
      // A picture is drawn a while after the layout has ended.
      await page.waitForTimeout(1000)
    },
  },
  { name: 'flow', height: 800, width: 900, go: (page) => openTab(page, 'Flow') },
  { name: 'waiting', height: 600, width: 900, go: (page) => page.locator('.menu a', { hasText: 'Waiting' }).click() },
]

const lyra = join(root, 'bin', 'lyra')
const server = spawn(process.execPath, [lyra, 'serve', '--port', '0', '--json', '--home', home], {
  env: { ...process.env, LYRA_HUMAN__NOTIFY: 'false' },
})
const [first] = await once(server.stdout, 'data')
const { dashboard, token_file: file }: { dashboard: string; token_file: string } = JSON.parse(String(first))
const { browser, close } = await drawingBrowser()
try {
  for (const { name, height, width = 1180, go } of PICTURES) {
    if (only.length > 0 && !only.includes(name)) continue
    const context = await browser.newContext({ viewport: { width, height }, locale: 'en' })
    const page = await context.newPage()
    await page.goto(`${dashboard}/tasks?token=${readFileSync(file, 'utf8').trim()}`)
    await page.waitForURL(`${dashboard}/tasks`)
    await go(page)
    await page.waitForLoadState('load')
    // The link to the other language would be boxes in this browser.
    await page.locator('.language').evaluate((link) => link.remove())
    const path = join(root, 'docs', 'img', `dashboard-${name}.png`)
    await page.screenshot({ path })
    await context.close()
    const { size } = statSync(path)
    process.stdout.write(`docs/img/dashboard-${name}.png ${Math.round(size / 1000)} KB\n`)
    if (size > MOST_BYTES) throw new Error(`${path} is larger than ${MOST_BYTES} bytes`)
  }
} finally {
  await close()
  const gone = once(server, 'exit')
  server.kill('SIGTERM')
  await gone
}
