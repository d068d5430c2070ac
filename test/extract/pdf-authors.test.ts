import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pdfAuthors } from '../../src/extract/pdf-authors.ts'
import { defaultExtract } from './default-extract.ts'
import { column, tinyPdf } from './tiny-pdf.ts'

test('PDF authors: a list is one name each, whichever sign parts them', () => {
  const lists = [
    'Kato Hanako; John Smith',
    'Hanako Kato, John Smith and Maria García-López',
    'Kato, H.; Smith, J.',
    'Kato, H., Smith, J. A.',
    'Kato, Hanako',
    '加藤花子、佐藤次郎',
  ].map(pdfAuthors)
  assert.deepEqual(lists, [
    ['Kato Hanako', 'John Smith'],
    ['Hanako Kato', 'John Smith', 'Maria García-López'],
    ['Kato, H.', 'Smith, J.'],
    ['Kato, H.', 'Smith, J. A.'],
    ['Kato, Hanako'],
    ['加藤花子', '佐藤次郎'],
  ])
})

test('PDF authors: names of accounts and programs are none, short names of organisations are', () => {
  const names = ['hkato01', 'Administrator', 'Microsoft Office User', 'CORP\\jsmith', 'jsmith', 'user', 'WHO'].flatMap(
    pdfAuthors,
  )
  assert.deepEqual(names, ['WHO'])
})

test('PDF dates (REQ 3.2): the day a document says it was published, not the day its file was made', async () => {
  const extract = defaultExtract()
  const dateOf = async (lines: readonly string[]) => {
    const info = { CreationDate: 'D:20240305101500', ModDate: 'D:20240306101500' }
    const body = tinyPdf([column(72, 700, lines)], { info })
    const read = await extract({ url: 'https://www.example.org/r.pdf', contentType: 'application/pdf', body })
    return read.ok ? [read.page.publishedAt, read.page.updatedAt] : []
  }
  const received = 'Received 3 May 2019; accepted 9 June 2019; published online 2 July 2019.'
  assert.deepEqual(await dateOf(['The limit for lead was lowered this year.']), [null, '2024-03-06'])
  assert.deepEqual(await dateOf([received, 'The limit for lead was lowered.']), ['2019-07-02', '2024-03-06'])
  assert.deepEqual(await dateOf(['14 March 2018', 'The limit for lead was lowered.']), ['2018-03-14', '2024-03-06'])
})
