import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { chromium, type Page } from 'playwright-core'
import { defaultSettings } from '../../src/domain/settings.ts'
import { buildDocument } from '../../src/report/document/build-document.ts'
import type { ReportLanguage } from '../../src/report/document/document.ts'
import { htmlReport } from '../../src/report/html/html.ts'
import { collectReportData } from '../../src/report/report-data.ts'
import { realBrowser } from '../browser/real-browser.ts'
import { folderOf } from './bundle/bundle-world.ts'
import { archivedSource, claimFrom, fourParts } from './report-world.ts'

const LONG = 'The participants of the trial drank the tea for twelve weeks, kept a diary and came to the clinic. '

/** A report with `more` supported findings beside the four parts, opened in a browser. */
async function opened(t: TestContext, language: ReportLanguage, more: number): Promise<Page> {
  using world = fourParts()
  for (let n = 0; n < more; n++) {
    const text = `Finding of trial ${n}: ${LONG.repeat(3)}`
    archivedSource(world, 10 + n, `trial${n}.example`, text)
    claimFrom(world, `trial_${n}`, 10 + n, { claim_text: text, confidence: 0.8, verification_status: 'verified' })
  }
  const data = collectReportData(world, 'task_1', defaultSettings.report)
  const file = join(folderOf(t), 'report.html')
  writeFileSync(file, htmlReport(buildDocument(data, { blocked: [], language })))
  const browser = await chromium.connectOverCDP(`http://${await realBrowser(t)}`)
  t.after(() => browser.close())
  const page = await browser.newPage()
  await page.goto(pathToFileURL(file).href)
  return page
}

/** The words of each printed page. */
async function printed(page: Page): Promise<readonly string[]> {
  const pdf = await getDocument({ data: new Uint8Array(await page.pdf({ format: 'A4', preferCSSPageSize: true })) }).promise
  const sheets = Array.from({ length: pdf.numPages }, async (_, index) => {
    const { items } = await (await pdf.getPage(index + 1)).getTextContent()
    return items.map((item) => ('str' in item ? item.str : '')).join('').replace(/\s+/gu, ' ')
  })
  return Promise.all(sheets)
}

test('ADR 0033: printed, the outline has a page of its own and no finding is cut by the end of a page', async (t) => {
  const page = await opened(t, 'en', 24)

  const sheets = await printed(page)

  assert.ok(sheets[0]?.includes('Evidence report'))
  assert.ok(sheets[0]?.includes('Outline'))
  assert.equal(sheets[0]?.includes('statuses'), false)
  assert.ok(sheets[1]?.startsWith('In dispute'), sheets[1]?.slice(0, 80))
  // Each finding begins with its words and ends with its identifier and its sum: on one page.
  const cut = Array.from({ length: 24 }, (_, n) => n).filter((n) => {
    const begins = sheets.findIndex((words) => words.includes(`Finding of trial ${n}: The participants`))
    const ends = sheets.findIndex((words) => words.includes(`claim: trial_${n}`) || words.includes(`· trial_${n}`))
    return begins === -1 || begins !== ends
  })
  assert.deepEqual(cut, [])
  // No heading stands alone at the end of a page.
  for (const words of sheets) assert.doesNotMatch(words, /(?:In dispute|Supported findings|Methods|Searches|Citations)\s*$/)
})

test('ADR 0033: a short report is printed on three pages, in Japanese as in English', async (t) => {
  const english = await printed(await opened(t, 'en', 0))
  const japanese = await printed(await opened(t, 'ja', 0))

  assert.deepEqual([english.length, japanese.length], [3, 3])
  assert.ok(japanese[0]?.includes('目次'))
})

test('ADR 0033: paper is white and links are ink, whatever the reader chose for the screen', async (t) => {
  const page = await opened(t, 'en', 0)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })

  const colours = await page.evaluate(`(() => {
    const of = (one) => getComputedStyle(document.querySelector(one))
    return [of('body').backgroundColor, of('body').color, of('sup a').color, of('section > ol > li').breakInside]
  })()`)

  assert.deepEqual(colours, ['rgb(255, 255, 255)', 'rgb(0, 0, 0)', 'rgb(0, 0, 0)', 'avoid'])
})
