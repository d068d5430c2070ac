import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultSettings } from '../../src/domain/settings.ts'
import { createExtract } from '../../src/extract/extract.ts'
import { column, tinyPdf } from './tiny-pdf.ts'

/** A form filled with a pattern that draws the form: a parser that follows it never ends and never pauses. */
function endlessPdf(): Uint8Array {
  const stream = (dictionary: string, text: string) =>
    `<< ${dictionary} /Length ${text.length} >>\nstream\n${text}\nendstream`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /XObject << /X 5 0 R >> >> >>',
    stream('', '/X Do'),
    stream(
      '/Type /XObject /Subtype /Form /BBox [0 0 90 90] /Resources << /Pattern << /P 6 0 R >> >>',
      '/Pattern cs /P scn 0 0 90 90 re f',
    ),
    stream(
      '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9 /Resources << /XObject << /X 5 0 R >> >>',
      '/X Do',
    ),
  ]
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('')
  return new TextEncoder().encode(`%PDF-1.4\n${body}trailer << /Root 1 0 R /Size 7 >>\n%%EOF`)
}

test('PDF: a file that refers to itself costs its own reading only, is a typed failure, and the next file is read', async () => {
  const extract = createExtract({ ...defaultSettings.extract, pdf_seconds: 2 })
  const read = (body: Uint8Array) =>
    extract({ url: 'https://www.example.org/a.pdf', contentType: 'application/pdf', body })
  await read(tinyPdf([column(72, 700, ['The thread that reads PDFs is warm now.'])]))
  let turns = 0
  const beat = setInterval(() => {
    turns += 1
  }, 20)
  const endless = await read(endlessPdf())
  clearInterval(beat)
  const next = await read(tinyPdf([column(72, 700, ['The limit for lead was lowered this year.'])]))
  assert.deepEqual(endless, { ok: false, failure: 'too_costly', reason: 'The PDF took longer than 2 s to read' })
  assert.equal(turns > 20, true, `the process went on meanwhile, ${turns} turns`)
  assert.equal(next.ok && next.page.fragments[0]?.text_content, 'The limit for lead was lowered this year.')
})
