import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endlessPdf, unpackingPdf } from '../../bench/hostile/pdf-bombs.ts'
import { defaultSettings } from '../../src/domain/settings.ts'
import { createExtract } from '../../src/extract/extract.ts'
import { createPdfReader } from '../../src/extract/pdf-reader.ts'
import { column, tinyPdf } from './tiny-pdf.ts'

/** Long enough to be known as English by its little words. */
const NEXT = 'The limit for lead in the water of the city was lowered in this year.'

test('PDF: a file that refers to itself costs its own reading only, is a typed failure, and the next file is read', async () => {
  const extract = createExtract({ ...defaultSettings.extract, pdf_seconds: 2 })
  const read = (body: Uint8Array) =>
    extract({ url: 'https://www.example.org/a.pdf', contentType: 'application/pdf', body })
  await read(tinyPdf([column(72, 700, ['The process that reads the PDFs of this test is there and is warm by now.'])]))
  let turns = 0
  const beat = setInterval(() => {
    turns += 1
  }, 20)
  const endless = await read(endlessPdf())
  clearInterval(beat)
  const next = await read(tinyPdf([column(72, 700, [NEXT])]))
  assert.deepEqual(endless, { ok: false, failure: 'too_costly', reason: 'The PDF took longer than 2 s to read' })
  assert.equal(turns > 20, true, `the process went on meanwhile, ${turns} turns`)
  assert.equal(next.ok && next.page.fragments[0]?.text_content, NEXT)
})

test('PDF: a file that unpacks to more than the memory of its reader is a typed failure, and the next file is read', async () => {
  const read = createPdfReader(defaultSettings.extract, { heapMb: 256, memoryMb: 400, idleMs: 1000 })
  const pdf = (body: Uint8Array) => read({ url: 'https://www.example.org/a.pdf', contentType: null, body })
  const bomb = await pdf(unpackingPdf(800))
  const next = await pdf(tinyPdf([column(72, 700, [NEXT])]))
  assert.deepEqual(bomb, { ok: false, failure: 'too_costly', reason: 'The PDF needs more than 400 MB to read' })
  assert.equal(next.ok && next.page.fragments[0]?.text_content, NEXT)
})
