import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Frame, Page } from 'playwright-core'
import { liveBrowser } from '../web/archived/live-browser.ts'
import { ROOT } from './demo-client.ts'

export interface DashboardWalk {
  readonly question: string
  readonly finding: string
  readonly status: string
  readonly reason: string
  /** The sentence against the finding, as the finding's page tells it, and what is marked in the archived page. */
  readonly sentence: string
  readonly site: string
  readonly marked: string
  /** Of the archived bytes, as the page tells them. */
  readonly record: string
  readonly digest: string
  /** Lines of the sum that the confidence is. */
  readonly weights: number
  /** Hosts that the browser asked, besides those of this machine. */
  readonly elsewhere: readonly string[]
  readonly seconds: number
}

/**
 * What a person does who has the link of `lyra serve` and nothing else, from the list of tasks to "why does it say
 * contested, and where on which page", by clicks alone.
 */
export async function walkDashboard(home: string): Promise<DashboardWalk> {
  const server = spawn(process.execPath, [join(ROOT, 'bin', 'lyra'), 'serve', '--home', home, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const browser = await liveBrowser()
  try {
    const link = await printedLink(server.stdout)
    const page = await browser.newPage({ locale: 'en', viewport: { width: 1280, height: 900 } })
    const hosts = new Set<string>()
    page.on('request', (request) => hosts.add(new URL(request.url()).hostname))
    const started = performance.now()
    await page.goto(link)
    const walked = await clickThrough(page)
    const seconds = (performance.now() - started) / 1000
    return {
      ...walked,
      elsewhere: [...hosts].filter((host) => !['127.0.0.1', 'localhost', ''].includes(host)),
      seconds,
    }
  } finally {
    await browser.close()
    const gone = once(server, 'exit')
    server.kill('SIGTERM')
    await gone
  }
}

async function clickThrough(page: Page) {
  await page.locator('#task-list a.words').first().click()
  const question = await page.locator('.question').innerText()
  await page.locator('.chips a', { hasText: 'contested' }).click()
  const card = page.locator('article', { has: page.locator('.side-against li') }).first()
  const finding = await card.locator('h2').innerText()
  await card.locator('h2 a').click()
  const status = await page.locator('.standing .status-contested').innerText()
  const reason = await page.locator('.standing .hint').first().innerText()
  const weights = await page.locator('#why ~ .scroll tbody tr').count()
  const against = page.locator('.side-against li').first()
  const sentence = await against.locator('blockquote').innerText()
  const site = await against.locator('.from a').innerText()
  await against.locator('.from a').click()
  await page.waitForURL(/\/archive\/page\//u)
  const marked = await markedWords(page)
  const told = await page.locator('main').innerText()
  const record = /urn:uuid:[\w-]+/.exec(told)?.[0] ?? ''
  const digest = /sha256:[0-9a-f]{64}/.exec(told)?.[0] ?? ''
  return { question, finding, status, reason, weights, sentence, site, marked, record, digest }
}

/** The page as it was is a frame of another origin; a text from an index of papers stands in the page itself. */
async function markedWords(page: Page): Promise<string> {
  const place: Page | Frame = page.frames()[1] ?? page
  await place.locator('mark').first().waitFor()
  return (await place.locator('mark').allInnerTexts()).join('')
}

async function printedLink(output: NodeJS.ReadableStream): Promise<string> {
  let said = ''
  for await (const chunk of output) {
    said += String(chunk)
    const link = /Dashboard: (\S+)\s/.exec(said)?.[1]
    if (link !== undefined) return link
  }
  throw new Error(`the server printed no link: ${said}`)
}
