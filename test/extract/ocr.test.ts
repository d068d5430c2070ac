import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { defaultSettings } from '../../src/domain/settings.ts'
import { createExtract } from '../../src/extract/extract.ts'
import { characterErrors, SCANNED } from './scanned-text.ts'
import { column, tinyPdf } from './tiny-pdf.ts'

const folder = join(import.meta.dirname, 'scans')
const scan = (name: string) => readFileSync(join(folder, `${name}.png`))
const english = scan('english')
const japanese = scan('japanese')
/** The pictures have 150 dots an inch; drawing them larger shows no more. */
const limits = { ...defaultSettings.extract, ocr_pixels: 2_100_000 }

async function pageOf(body: Uint8Array, settings = limits) {
  const extraction = await createExtract(settings)(document(body))
  assert.equal(extraction.ok, true, extraction.ok ? '' : extraction.reason)
  return (extraction as Extract<typeof extraction, { ok: true }>).page
}

function document(body: Uint8Array) {
  return { url: 'https://www.city.example/files/water.pdf', contentType: 'application/pdf', body }
}

const WRITTEN = column(72, 700, [
  'The committee met in March and heard three experts on the safety of drinking',
  'water. Its report stands on the next page, as it was sent in.',
])

test('OCR (REQ 5.1): a scanned page between written ones is read in its place, with its page number and heading, the same twice', async () => {
  const body = tinyPdf([WRITTEN, [], []], {
    scans: new Map([
      [1, english],
      [2, japanese],
    ]),
  })
  const page = await pageOf(body)
  assert.deepEqual(
    page.fragments.map((fragment) => [fragment.page_number, fragment.extraction_method, fragment.fragment_type]),
    [
      [1, 'pdf', 'paragraph'],
      [2, 'ocr', 'heading'],
      [2, 'ocr', 'paragraph'],
      [2, 'ocr', 'paragraph'],
      [3, 'ocr', 'heading'],
      [3, 'ocr', 'paragraph'],
      [3, 'ocr', 'paragraph'],
    ],
  )
  const read = (number: number) =>
    page.fragments.filter((fragment) => fragment.page_number === number).map((fragment) => fragment.text_content)
  assert.deepEqual(read(2), SCANNED.english)
  assert.equal(characterErrors(read(3).join('\n'), SCANNED.japanese.join('\n')) <= 0.02, true, read(3).join('\n'))
  assert.equal(page.fragments[5]?.heading_context, read(3)[0])
  const again = await pageOf(body)
  assert.deepEqual(again, page)
})

test('OCR: letters of a font without a map are no text; the page is read as a picture, and how surely is kept', async () => {
  const garbage = column(72, 60, ['\ue010\ue011\ue012\ue013 \ue014\ue015\ue016', '\ue017\ue018\ue019'], 6, 8)
  const page = await pageOf(tinyPdf([garbage], { scans: new Map([[0, english]]) }))
  assert.deepEqual(
    page.fragments.map((fragment) => fragment.text_content),
    SCANNED.english,
  )
  assert.deepEqual(
    page.fragments.map((fragment) => (fragment.confidence ?? 0).toFixed(2)),
    ['0.96', '0.96', '0.96'],
  )
  assert.deepEqual(
    page.qualityFlags.filter((flag) => flag.startsWith('ocr')),
    ['ocr', 'ocr_confidence_96'],
  )
})

test('OCR: a scan with a stamp in its text layer is read; a written page with a picture is not read twice', async () => {
  const stamped = await pageOf(
    tinyPdf([[{ x: 72, y: 20, text: 'Downloaded on 3 May 2024', size: 7 }]], { scans: new Map([[0, english]]) }),
  )
  const written = await pageOf(tinyPdf([WRITTEN], { scans: new Map([[0, english]]) }))
  assert.deepEqual(
    stamped.fragments.map((fragment) => fragment.text_content),
    [...SCANNED.english, 'Downloaded on 3 May 2024'],
  )
  assert.deepEqual(
    written.fragments.map((fragment) => fragment.extraction_method),
    ['pdf'],
  )
})

test('OCR: its limits are kept and named: pages of a document, seconds of a page, pixels, sureness, off', async () => {
  const two = tinyPdf([[], []], {
    scans: new Map([
      [0, english],
      [1, english],
    ]),
  })
  const one = await pageOf(two, { ...limits, ocr_pages: 1 })
  assert.deepEqual([...new Set(one.fragments.map((fragment) => fragment.page_number))], [1])
  assert.equal(one.qualityFlags.includes('ocr_truncated'), true)
  const single = tinyPdf([[]], { scans: new Map([[0, english]]) })
  const failureOf = async (settings: Partial<typeof limits>) => {
    const extraction = await createExtract({ ...limits, ...settings })(document(single))
    return extraction.ok ? null : [extraction.failure, extraction.reason]
  }
  assert.deepEqual(await failureOf({ ocr: false }), [
    'ocr_failed',
    'The text of this PDF cannot be read and OCR is off',
  ])
  assert.deepEqual(await failureOf({ ocr_confidence: 1 }), [
    'ocr_failed',
    'The scan holds no line that can be read surely enough',
  ])
})

test('OCR: a page that takes too long is given up, with its number, and leaves no process behind', async () => {
  const before = childProcesses()
  const body = tinyPdf([[]], { scans: new Map([[0, english]]) })
  const { createOcr } = await import('../../src/extract/ocr.ts')
  const reading = await createOcr(
    { ...limits, ocr_page_seconds: 0.001 },
    { startSeconds: 0.2 },
  )({
    body,
    pages: [1],
    doubtful: [],
  })
  assert.deepEqual(reading.pages, [])
  assert.deepEqual(
    reading.failed.map(({ number }) => number),
    [1],
  )
  assert.match(reading.failed[0]?.reason ?? '', /^took longer than 0\.2/)
  const late = await createOcr({ ...limits, ocr_seconds: 0.1 })({ body, pages: [1, 2], doubtful: [] })
  assert.deepEqual(late.failed, [
    { number: 1, reason: 'the time for the document was over' },
    { number: 2, reason: 'given up: earlier pages took too long' },
  ])
  // The reader of PDFs of an earlier test may be gone by now.
  assert.deepEqual(
    childProcesses().filter((one) => !before.includes(one)),
    [],
  )
})

function childProcesses(): readonly string[] {
  const task = '/proc/self/task'
  return readdirSync(task).flatMap((id) =>
    readFileSync(join(task, id, 'children'), 'utf8')
      .split(' ')
      .filter((one) => one !== ''),
  )
}
