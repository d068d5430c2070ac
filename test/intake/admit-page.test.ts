import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { systemClock } from '../../src/domain/clock.ts'
import { defaultSettings } from '../../src/domain/settings.ts'
import { createExtract } from '../../src/extract/extract.ts'
import type { ExtractionFailure } from '../../src/extract/types.ts'
import { admitPage } from '../../src/intake/admit-page.ts'
import { defaultExtract } from '../extract/default-extract.ts'
import { column, tinyPdf } from '../extract/tiny-pdf.ts'
import { testStore } from '../store/graph-fixture.ts'

const URL = 'https://www.example.org/files/trial.pdf'
const opened = testStore()
after(() => opened[Symbol.dispose]())

async function saved(contentType: string, body: Uint8Array, extract = defaultExtract()) {
  const response = { status: 200, headers: { 'content-type': contentType }, body, finalUrl: URL }
  const fetched = { result: { outcome: 'ok', route: 'http', response }, attempts: [], screenshot: null }
  const intake = { store: opened.store, extract, clock: systemClock }
  return admitPage(intake, { url: URL, fetched: fetched as never }, 'cause_test')
}

const bytes = (text: string) => new TextEncoder().encode(text)
const documents: readonly [name: string, type: string, body: Uint8Array, outcome: string][] = [
  ['a PDF behind a password', 'application/pdf', tinyPdf([[]], { locked: true }), 'password_protected'],
  ['a broken PDF', 'application/pdf', bytes('%PDF-1.7 nothing'), 'broken_document'],
  ['a PDF without text', 'application/pdf', tinyPdf([[]]), 'empty'],
  ['a page without text', 'text/html', bytes('<html><body></body></html>'), 'empty'],
  ['a picture', 'image/png', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0]), 'unsupported_type'],
]
for (const [name, type, body, outcome] of documents) {
  test(`admit page (REQ 3.5): ${name} ends as ${outcome}, and nothing is saved`, async () => {
    const { page, outcome: came, reason } = await saved(type, body)
    assert.deepEqual([page, came, reason === null], [null, outcome, false])
    assert.equal(opened.store.pages.byUrl(URL), null)
  })
}

test('admit page (REQ 3.5): every failure of the extraction keeps its name and its reason', async () => {
  const failures: readonly ExtractionFailure[] = ['ocr_failed', 'too_costly', 'login_wall']
  const ends = await Promise.all(
    failures.map((failure) => saved('text/html', bytes('x'), async () => ({ ok: false, failure, reason: failure }))),
  )
  assert.deepEqual(
    ends.map(({ outcome, reason }) => [reason, outcome]),
    [
      ['ocr_failed', 'unreadable_scan'],
      ['too_costly', 'timeout'],
      ['login_wall', 'login_wall'],
    ],
  )
})

test('admit page (REQ 3.5): a PDF of letters that are no letters, with OCR off, is an unreadable scan', async () => {
  const extract = createExtract({ ...defaultSettings.extract, ocr: false })
  const body = tinyPdf([column(72, 700, ['\ue001\ue002\ue003\ue004\ue005\ue006'])])
  const { outcome, reason } = await saved('application/pdf', body, extract)
  assert.deepEqual([outcome, reason], ['unreadable_scan', 'The text of this PDF cannot be read and OCR is off'])
})
