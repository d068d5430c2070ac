import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultExtract } from './default-extract.ts'
import { column, type PlacedText, type TinyPdfOptions, tinyPdf } from './tiny-pdf.ts'

const extract = defaultExtract()

async function read(pages: readonly (readonly PlacedText[])[], options: TinyPdfOptions = {}) {
  const body = tinyPdf(pages, options)
  const extraction = await extract({ url: 'https://www.example.org/o.pdf', contentType: 'application/pdf', body })
  assert.equal(extraction.ok, true, extraction.ok ? '' : extraction.reason)
  const { page } = extraction as Extract<typeof extraction, { ok: true }>
  return page.fragments.map((fragment) => [fragment.fragment_type, fragment.text_content] as const)
}

const LINES = [
  'The council met in spring to hear what',
  'the engineers had found in the pipes of',
  'the old town, where lead had been used',
  'until the war and was never taken out',
  'although the law had asked for it since',
  'the year in which the bridge was built',
]

test('PDF (REQ 3.2): columns with a gutter as narrow as a letter are read one after the other', async () => {
  const right = LINES.map((line) => line.replace('the', 'every'))
  const fragments = await read([[...column(60, 700, LINES), ...column(249, 700, right)]])
  assert.deepEqual(
    fragments.map(([, text]) => text),
    [[...LINES, ...right].join(' ')],
  )
})

test('PDF (REQ 3.2): three columns under a title across the page are read from left to right', async () => {
  const parts = ['first', 'second', 'third'].map((name) => LINES.map((line) => `${name} ${line}`.slice(0, 32).trim()))
  const fragments = await read([
    [
      { x: 60, y: 740, text: 'What the engineers found under the streets of the town', size: 18 },
      ...parts.flatMap((lines, index) => column(50 + index * 175, 700, lines)),
    ],
  ])
  assert.deepEqual(fragments[0], ['heading', 'What the engineers found under the streets of the town'])
  assert.equal(
    fragments
      .map(([, text]) => text)
      .slice(1)
      .join(' '),
    parts.flat().join(' '),
  )
})

test('PDF: text set larger than the notes that fill most of the pages is text, not headings', async () => {
  const body = ['a.', ...LINES, ...LINES].map((line, index) => ({ x: 60, y: 720 - index * 14, text: line, size: 12 }))
  const notes = column(
    60,
    500,
    Array.from({ length: 40 }, (_, index) => `${LINES[index % 6]} (note ${index})`),
    8,
    9,
  )
  const fragments = await read([[...body, ...notes]])
  const text = fragments.map(([, one]) => one).join(' ')
  assert.equal(
    fragments.some(([kind]) => kind === 'heading'),
    false,
  )
  assert.equal(text.includes(LINES.join(' ')), true)
})

test('PDF: names under the title are no heading, captions are no table', async () => {
  const fragments = await read([
    [
      { x: 60, y: 740, text: 'Lead in the pipes of an old town', size: 18 },
      { x: 60, y: 715, text: 'Hanako Kato, Jane Q. Alvarez and Piet van der Berg', size: 13 },
      ...column(60, 690, LINES),
      { x: 60, y: 600, text: 'Figure 1.', size: 10 },
      { x: 160, y: 600, text: 'Lead in the river', size: 10 },
      { x: 60, y: 588, text: 'Figure 2.', size: 10 },
      { x: 160, y: 588, text: 'Lead in the taps', size: 10 },
      { x: 60, y: 576, text: 'Figure 3.', size: 10 },
      { x: 160, y: 576, text: 'Lead in the blood', size: 10 },
    ],
  ])
  assert.deepEqual(fragments, [
    ['heading', 'Lead in the pipes of an old town'],
    ['paragraph', 'Hanako Kato, Jane Q. Alvarez and Piet van der Berg'],
    ['paragraph', LINES.join(' ')],
    ['paragraph', 'Figure 1. Lead in the river'],
    ['paragraph', 'Figure 2. Lead in the taps'],
    ['paragraph', 'Figure 3. Lead in the blood'],
  ])
})

test('PDF (REQ 3.2): text that runs from right to left is read in its own order, numbers and Latin words in theirs', async () => {
  const written = 'נמדדה ברמה של 15 מיקרוגרם (עופרת) ב-Haifa'
  const visual = 'Haifa-ב (תרפוע) םרגורקימ 15 לש המרב הדדמנ'
  const codes = new Map<string, string>()
  const coded = [...visual].map((char) => {
    if (!/[א-ת]/.test(char)) return char
    const code = String.fromCharCode(0xa1 + (char.charCodeAt(0) - 0x5d0))
    codes.set(code, char)
    return code
  })
  const drawn = `BT /F1 11 Tf 100 700 Td (${coded.join('').replace(/([()])/g, '\\$1')}) Tj ET`
  const fragments = await read([[]], { drawn: new Map([[0, drawn]]), letters: codes })
  assert.deepEqual(fragments, [['paragraph', written]])
})

test('PDF: a page stored on its side, text set sideways on an upright page and a filled form are read', async () => {
  const sideways = LINES.map((line, index) => `BT /F1 10 Tf 0 1 -1 0 ${100 + index * 12} 80 Tm (${line}) Tj ET`)
  const drawn = new Map([[0, sideways.join('\n')]])
  const turned = await read([[]], { rotate: 90, drawn })
  const upright = await read([column(300, 700, ['This page has a table set on its side.'])], { drawn })
  const filled = await read([column(72, 700, ['Report of the inspection'])], {
    fields: new Map([[0, [['Place', 'Old well of the lower village'] as const]]]),
  })
  assert.deepEqual(turned, [['paragraph', LINES.join(' ')]])
  assert.deepEqual(upright, [
    ['paragraph', 'This page has a table set on its side.'],
    ['paragraph', LINES.join(' ')],
  ])
  assert.deepEqual(filled, [
    ['paragraph', 'Report of the inspection'],
    ['paragraph', 'Place: Old well of the lower village'],
  ])
})
