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
import { graphWorld } from '../research/graph/graph-world.ts'
import { folderOf } from './bundle/bundle-world.ts'
import { archivedSource, claimFrom, fourParts } from './report-world.ts'

const LONG = 'The participants of the trial drank the tea for twelve weeks, kept a diary and came to the clinic. '

/** 00, 01, 02... */
const namesOf = (count: number) => Array.from({ length: count }, (_, n) => String(n).padStart(2, '0'))

/** A report with `more` supported findings beside the four parts, or one without any finding, opened in a browser. */
async function opened(t: TestContext, language: ReportLanguage, more: number): Promise<Page> {
  using world = more === 0 ? graphWorld() : fourParts()
  for (const [n, name] of namesOf(more).entries()) {
    const text = `Finding of trial ${name}: ${LONG.repeat(3)}`
    archivedSource(world, 10 + n, `trial${name}.example`, text)
    claimFrom(world, `trial_${name}`, 10 + n, { claim_text: text, confidence: 0.8, verification_status: 'verified' })
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
  const pdf = await getDocument({ data: new Uint8Array(await page.pdf({ format: 'A4', preferCSSPageSize: true })) })
    .promise
  const sheets = Array.from({ length: pdf.numPages }, async (_, index) => {
    const { items } = await (await pdf.getPage(index + 1)).getTextContent()
    return items
      .map((item) => ('str' in item ? item.str : ''))
      .join('')
      .replace(/\s+/gu, ' ')
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
  // A finding begins with its words; its identifier stands below them, on the same page.
  const told = namesOf(24).map((name) => {
    const begins = sheets.findIndex((words) => words.includes(`. Finding of trial ${name}: The participants`))
    const ends = sheets.findIndex((words) => words.includes(`· trial_${name}`))
    return { name, begins, ends }
  })
  assert.deepEqual(
    told.filter(({ begins, ends }) => begins < 1 || begins !== ends),
    [],
  )
  // A sum closes its finding; it starts no page.
  for (const words of sheets) assert.doesNotMatch(words, /^\s*(?:Sum|Why|Speaks of):/)
  // No heading stands alone at the end of a page.
  for (const words of sheets)
    assert.doesNotMatch(words, /(?:In dispute|Supported findings|Methods|Searches|Citations)\s*$/)
})

test('ADR 0033: a report without findings is printed on three pages: its outline, what was not found, what was done', async (t) => {
  const english = await printed(await opened(t, 'en', 0))
  const japanese = await printed(await opened(t, 'ja', 0))

  assert.deepEqual([english.length, japanese.length], [3, 3])
  assert.ok(english[1]?.startsWith('In dispute'), english[1]?.slice(0, 80))
})

test('ADR 0033: paper is white and links are ink, whatever the reader chose for the screen', async (t) => {
  const page = await opened(t, 'en', 1)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })

  const colours = await page.evaluate(`(() => {
    const of = (one) => getComputedStyle(document.querySelector(one))
    return [of('body').backgroundColor, of('body').color, of('sup a').color, of('section > ol > li').breakInside]
  })()`)

  assert.deepEqual(colours, ['rgb(255, 255, 255)', 'rgb(0, 0, 0)', 'rgb(0, 0, 0)', 'avoid'])
})
