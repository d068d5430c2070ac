import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultExtract } from './default-extract.ts'
import { column, type PlacedText, type TinyPdfOptions, tinyPdf } from './tiny-pdf.ts'

const extract = defaultExtract()

async function read(pages: readonly (readonly PlacedText[])[], options: TinyPdfOptions = {}) {
  const body = tinyPdf(pages, options)
  const extraction = await extract({ url: 'https://www.example.org/t.pdf', contentType: 'application/pdf', body })
  assert.equal(extraction.ok, true, extraction.ok ? '' : extraction.reason)
  const { page } = extraction as Extract<typeof extraction, { ok: true }>
  return page.fragments.map((fragment) => [fragment.fragment_type, fragment.text_content] as const)
}

const cell = (x: number, y: number, text: string, size = 9) => ({ x, y, text, size })
const line = (x1: number, y1: number, x2: number, y2: number) => `${x1} ${y1} m ${x2} ${y2} l S`
const box = (x: number, y: number, width: number, height: number) => `${x} ${y} ${width} ${height} re S`

const BEFORE = column(72, 720, ['The table gives the limits that three countries set for', 'lead in drinking water.'])
const AFTER = column(72, 540, ['Denmark was the first of them to change its limit.'])

test('PDF (REQ 3.2): a ruled table is rows, with cells of several lines and empty cells in their places', async () => {
  const xs = [72, 172, 272, 432]
  const ys = [690, 670, 640, 610, 580]
  const drawn = [...ys.map((y) => line(72, y, 432, y)), ...xs.map((x) => line(x, 580, x, 690))].join('\n')
  const texts = [
    ...BEFORE,
    ...[cell(76, 676, 'Country'), cell(176, 676, 'Limit'), cell(276, 676, 'Note')],
    ...[
      cell(76, 656, 'Japan'),
      cell(176, 656, '10'),
      cell(276, 656, 'until 2003 fifty, then ten'),
      cell(276, 645, 'in all prefectures'),
    ],
    ...[cell(76, 626, 'Canada'), cell(176, 626, '5')],
    ...[cell(76, 596, 'Denmark'), cell(176, 596, '5'), cell(276, 596, 'from the tap')],
    ...AFTER,
  ]
  assert.deepEqual(await read([texts], { drawn: new Map([[0, drawn]]) }), [
    ['paragraph', 'The table gives the limits that three countries set for lead in drinking water.'],
    [
      'table',
      'Country | Limit | Note\nJapan | 10 | until 2003 fifty, then ten in all prefectures\nCanada | 5 | \nDenmark | 5 | from the tap',
    ],
    ['paragraph', 'Denmark was the first of them to change its limit.'],
  ])
})

test('PDF: a table of boxes, one a cell, and a heading over two columns', async () => {
  const drawn = [
    box(72, 660, 120, 20),
    box(192, 660, 240, 20),
    ...[640, 620].flatMap((y) => [72, 192, 312].map((x) => box(x, y, 120, 20))),
  ].join('\n')
  const texts = [
    ...[cell(76, 666, 'Group'), cell(280, 666, 'HbA1c')],
    ...[cell(76, 646, 'Drug'), cell(196, 646, '7.1'), cell(316, 646, '6.4')],
    ...[cell(76, 626, 'Placebo'), cell(196, 626, '7.2'), cell(316, 626, '7.0')],
    ...AFTER,
  ]
  assert.deepEqual((await read([texts], { drawn: new Map([[0, drawn]]) }))[0], [
    'table',
    'Group | HbA1c | \nDrug | 7.1 | 6.4\nPlacebo | 7.2 | 7.0',
  ])
})

test('PDF: a table as journals set it, with three level rules only, drawn as thin bars', async () => {
  const drawn = [690, 672, 620].map((y) => `72 ${y} 300 0.6 re f`).join('\n')
  const texts = [
    ...BEFORE,
    ...[cell(76, 677, 'Arm'), cell(180, 677, 'Patients'), cell(280, 677, 'Falls, %')],
    ...[cell(76, 658, 'Exercise'), cell(190, 658, '240'), cell(290, 658, '14.2')],
    ...[cell(76, 644, 'Usual care'), cell(190, 644, '238'), cell(290, 644, '21.0')],
    ...[cell(76, 630, 'Vitamin D'), cell(190, 630, '241'), cell(290, 630, '20.6')],
    ...AFTER,
  ]
  assert.deepEqual((await read([texts], { drawn: new Map([[0, drawn]]) }))[1], [
    'table',
    'Arm | Patients | Falls, %\nExercise | 240 | 14.2\nUsual care | 238 | 21.0\nVitamin D | 241 | 20.6',
  ])
})

test('PDF: a Japanese ruled table is rows too', async () => {
  const drawn = [690, 670, 650].map((y) => line(72, y, 312, y)).join('\n')
  const sides = [72, 192, 312].map((x) => line(x, 650, x, 690)).join('\n')
  const texts = [
    cell(76, 676, '地域'),
    cell(196, 676, '基準値'),
    cell(76, 656, '大阪府'),
    cell(196, 656, '十マイクログラム'),
  ]
  assert.deepEqual((await read([[...texts, ...AFTER]], { drawn: new Map([[0, `${drawn}\n${sides}`]]) }))[0], [
    'table',
    '地域 | 基準値\n大阪府 | 十マイクログラム',
  ])
})

test('PDF: a box round a text, rules over and under the page and the grid of a chart are no tables', async () => {
  const boxed = [line(60, 750, 552, 750), line(60, 60, 552, 60), box(66, 640, 400, 60)].join('\n')
  const chart = Array.from({ length: 6 }, (_, index) => [
    line(100, 300 + index * 20, 300, 300 + index * 20),
    line(100 + index * 40, 300, 100 + index * 40, 400),
  ])
  const texts = [
    ...column(72, 690, [
      'Key point: the committee lowered the limit for lead',
      'to five micrograms per litre of drinking water.',
    ]),
    ...column(72, 600, ['The figure shows the level of lead over ten years.']),
    ...['0', '10', '20'].map((text, index) => cell(86, 298 + index * 40, text)),
  ]
  const kinds = (await read([texts], { drawn: new Map([[0, `${boxed}\n${chart.flat().join('\n')}`]]) })).map(
    ([kind]) => kind,
  )
  assert.deepEqual(kinds, ['paragraph', 'paragraph'])
})

test('PDF: bold lines of the body’s size are headings, a bold paragraph is not', async () => {
  const body = (y: number, text: string) =>
    column(72, y, [
      text,
      'and this was done in the same way in all nine of the hospitals',
      'that took part, four of them in towns and five in the country.',
    ])
  const fragments = await read([
    [
      { x: 72, y: 740, text: 'Setting and patients', bold: true },
      ...body(725, 'Adults over sixty were asked whether they wished to join'),
      { x: 72, y: 680, text: 'Statistical analysis', bold: true },
      ...body(665, 'The groups were compared as they had been drawn by lot'),
      ...[
        'This article is open to all readers under the',
        'licence that is named on the first page and',
        'may be copied',
      ].map((text, index) => ({ x: 72, y: 610 - index * 12, text, bold: true })),
    ],
  ])
  assert.deepEqual(
    fragments.filter(([kind]) => kind === 'heading').map(([, text]) => text),
    ['Setting and patients', 'Statistical analysis'],
  )
})

test('PDF: bookmarks make headings of lines that look like any other, at the bookmark’s level', async () => {
  const body = tinyPdf(
    [
      [
        ...column(72, 700, ['Scope of the notice']),
        ...column(72, 676, ['This notice applies to all pipes laid before 1965.']),
        ...column(72, 650, ['Exceptions for farms']),
        ...column(72, 626, ['Wells used for watering animals are left out of it.']),
      ],
    ],
    { outline: ['Scope of the notice', ' Exceptions for farms'] },
  )
  const extraction = await extract({ url: 'https://www.example.org/n.pdf', contentType: 'application/pdf', body })
  assert.equal(extraction.ok, true)
  const { page } = extraction as Extract<typeof extraction, { ok: true }>
  assert.deepEqual(page.fragments.at(-1)?.heading_hierarchy, [
    { level: 1, text: 'Scope of the notice' },
    { level: 2, text: 'Exceptions for farms' },
  ])
})
