import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'
import { defaultSettings } from '../../src/domain/settings.ts'
import { buildDocument } from '../../src/report/document/build-document.ts'
import { htmlReport } from '../../src/report/html/html.ts'
import { collectReportData } from '../../src/report/report-data.ts'
import { realBrowser } from '../browser/real-browser.ts'
import { folderOf } from './bundle/bundle-world.ts'
import { archivedSource, claimFrom, fourParts } from './report-world.ts'

const HOSTILE = 'Tea <img src="https://evil.example/x.png"><script>document.title = "taken"</script> helps.'

test('ADR 0033: a browser opens the HTML report in light and in dark, asks nobody for anything and finds its policy kept', async (t) => {
  using world = fourParts()
  archivedSource(world, 5, 'evil.example', HOSTILE)
  claimFrom(world, 'hostile', 5, { claim_text: HOSTILE, confidence: 0.9, span_end: HOSTILE.length })
  const data = collectReportData(world, 'task_1', defaultSettings.report)
  const file = join(folderOf(t), 'report.html')
  writeFileSync(file, htmlReport(buildDocument(data, { blocked: [], language: 'en' })))
  const browser = await chromium.connectOverCDP(`http://${await realBrowser(t)}`)
  const page = await browser.newPage()
  const [asked, said]: [string[], string[]] = [[], []]
  page.on('request', (request) => asked.push(request.url()))
  page.on('console', (message) => said.push(message.text()))
  const address = pathToFileURL(file).href

  const colours: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.goto(address)
    colours.push(String(await page.evaluate('getComputedStyle(document.body).backgroundColor')))
  }
  await page.click('sup a')
  const target = String(await page.evaluate("document.querySelector(':target')?.textContent"))
  const title = await page.title()
  await browser.close()

  assert.deepEqual([...new Set(asked)], [address])
  assert.deepEqual(said, [])
  assert.deepEqual(colours, ['rgb(255, 255, 255)', 'rgb(20, 24, 28)'])
  assert.match(title, /^Evidence report/)
  assert.match(target, /^\[1\] /)
})
