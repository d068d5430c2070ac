import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isStruckOut } from '../../src/domain/revision.ts'
import { readRevisions } from '../../src/extract/revisions.ts'
import { defaultExtract } from './default-extract.ts'

const extract = defaultExtract()

async function fragmentsOf(body: string) {
  const html = `<html><head><title>Rents</title></head><body><article><h1>Rents</h1>${body}</article></body></html>`
  const extraction = await extract({
    url: 'https://www.example.org/news/rents',
    contentType: 'text/html; charset=utf-8',
    body: new TextEncoder().encode(html),
  })
  assert.equal(extraction.ok, true, JSON.stringify(extraction))
  return (extraction as Extract<typeof extraction, { ok: true }>).page.fragments
}

const AFTER = '<p>The council publishes its figures every spring, and tenants may read them at the town hall.</p>'

test('LYRA 2.9: struck words are left out of the text and kept beside it', async () => {
  const [first] = await fragmentsOf(
    `<p>Rents in the city rose by <s>12 %</s> 9 % in 2023, the council said in its yearly report.</p>${AFTER}`,
  )

  assert.equal(first?.text_content, 'Rents in the city rose by 9 % in 2023, the council said in its yearly report.')
  assert.deepEqual(first?.revisions, [{ kind: 'struck', start: 26, text: '12 %' }])
  // L2 reads them too (REQ 4.4.1).
  assert.equal(first?.as_written?.includes('rose by 12 % 9 %'), true)
})

test('LYRA 2.9: a paragraph struck out whole stays, and says so', async () => {
  const struck = 'The mayor had promised in March that no rent would rise by more than five per cent.'
  const [first] = await fragmentsOf(`<del><p>${struck}</p></del>${AFTER}`)

  assert.equal(first?.text_content, struck)
  assert.deepEqual(first?.revisions, [{ kind: 'struck', start: 0, text: struck }])
  assert.equal(isStruckOut(first?.revisions ?? [], struck), true)
})

const NOTES: readonly (readonly [text: string, heading: string | null, kind: string | null, label: string | null])[] = [
  ['Update (3 May): the council has new figures.', null, 'update', 'Update (3 May):'],
  ['UPDATED 5 June 2024: the vote was put off.', null, 'update', 'UPDATED 5 June 2024:'],
  ['Correction: the report is of 2023.', null, 'correction', 'Correction:'],
  ['【追記】市は新しい数字を公表した。', null, 'update', '【追記】'],
  ['訂正：報告書は2023年のものでした。', null, 'correction', '訂正：'],
  ['年が誤っていました。訂正しておわびします。', null, 'correction', '訂正しておわび'],
  ['An earlier version of this article gave the wrong year.', null, 'correction', 'An earlier version of this article'],
  ['報告書は2023年のものでした。', '訂正', 'correction', '報告書は2023年のものでした。'],
  ['Update on rents: what we know of the plan.', null, null, null],
  ['The corrected total was adjusted for age.', null, null, null],
]

for (const [text, heading, kind, label] of NOTES)
  test(`LYRA 2.9: ${kind ?? 'no note'} by its words: ${text}`, () => {
    const [note] = readRevisions(text, heading).revisions

    assert.deepEqual([note?.kind ?? null, note?.text ?? null], [kind, label])
  })
