import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultExtract } from './default-extract.ts'
import { column, tinyPdf } from './tiny-pdf.ts'

const extract = defaultExtract()

async function pageOf(body: Uint8Array) {
  const url = 'https://www.example.org/files/trial.pdf'
  const extraction = await extract({ url, contentType: 'application/pdf', body })
  assert.equal(extraction.ok, true)
  return (extraction as Extract<typeof extraction, { ok: true }>).page
}

test('PDF (REQ 3.2): patents and laws are named, as on a web page', async () => {
  const lines = ['The filter of US 9,123,456 B2 meets the limits', 'set by 42 U.S.C. 300g and Directive 98/83/EC.']
  const page = await pageOf(tinyPdf([column(72, 700, lines)]))
  assert.deepEqual(page.documents, [
    { type: 'patent', value: 'US9123456B2' },
    { type: 'law', value: '42 U.S.C. 300g' },
    { type: 'law', value: 'EU 98/83' },
  ])
})

test('PDF (REQ 3.3.3): the score of a PDF has its reasons in words', async () => {
  const again = Array.from({ length: 30 }, () => 'The limit for lead in tap water was lowered.')
  const page = await pageOf(tinyPdf([column(72, 700, again)]))
  assert.deepEqual(page.qualityFlags, ['repetitive', 'uniform_sentences'])
  assert.deepEqual(page.qualityReasons, ['97 % of the phrases were already said', 'Sentences of nearly one length'])
})

test('PDF (REQ 3.2): web links of the pages are read once each, and identifiers in them', async () => {
  const links = new Map([
    [0, ['https://doi.org/10.1016/S0140-6736(20)30183-5', 'mailto:kato@example.org', 'report.html']],
    [1, ['https://patents.google.com/patent/US9123456B2/en', 'https://doi.org/10.1016/S0140-6736(20)30183-5#top']],
  ])
  const text = column(72, 700, ['The limit for lead was lowered this year.'])
  const page = await pageOf(tinyPdf([text, column(72, 700, ['It holds for wells as well.'])], { links }))
  assert.deepEqual(page.links, [
    'https://doi.org/10.1016/S0140-6736(20)30183-5',
    'https://patents.google.com/patent/US9123456B2/en',
  ])
  assert.deepEqual(page.identifiers, [{ type: 'doi', value: '10.1016/s0140-6736(20)30183-5' }])
  assert.deepEqual(page.documents, [{ type: 'patent', value: 'US9123456B2' }])
})

test('PDF: a file of a thousand links gives the first five hundred', async () => {
  const many = Array.from({ length: 1000 }, (_, index) => `https://www.example.com/${index}`)
  const page = await pageOf(
    tinyPdf([column(72, 700, ['The limit for lead was lowered.'])], { links: new Map([[0, many]]) }),
  )
  assert.deepEqual([page.links.length, page.links.at(-1)], [500, 'https://www.example.com/499'])
})
