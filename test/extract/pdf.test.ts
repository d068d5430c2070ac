import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultExtract } from './default-extract.ts'
import { column, tinyPdf } from './tiny-pdf.ts'

const extract = defaultExtract()
const url = 'https://www.example.org/files/trial.pdf'

async function pageOf(body: Uint8Array) {
  const extraction = await extract({ url, contentType: 'application/pdf', body })
  assert.equal(extraction.ok, true)
  return (extraction as Extract<typeof extraction, { ok: true }>).page
}

const LEFT = [
  'Metformin is the first drug given to most',
  'patients with type 2 diabetes. We asked whe-',
  'ther adding a DPP-4 inhibitor lowers glucose',
  'further in adults over sixty years of age.',
]
const LEFT_SECOND = [
  'A total of 512 patients were randomised at',
  'nine hospitals in Japan and followed for one',
  'year. The primary endpoint was the change in',
  'HbA1c from baseline, which in the treatment',
]
const RIGHT = [
  'group fell by 0.74 points and in the control',
  'group by 0.21 points (p < 0.001). Hypoglycae-',
  'mia was rare in both groups.',
]
const RIGHT_SECOND = [
  'The combination was well tolerated, and no',
  'patient stopped the treatment because of an',
  'adverse event (doi:10.1001/jama.2020.1585).',
]

function twoColumnPaper(): Uint8Array {
  const page = (number: number, body: ReturnType<typeof column>) => [
    { x: 72, y: 760, text: `Journal of Clinical Trials ${number}`, size: 8 },
    ...body,
    { x: 300, y: 30, text: String(number), size: 8 },
  ]
  return tinyPdf([
    page(1, [
      { x: 72, y: 720, text: 'Adding a DPP-4 inhibitor to metformin', size: 18 },
      { x: 60, y: 690, text: 'Introduction', size: 13 },
      ...column(60, 670, LEFT),
      { x: 60, y: 600, text: 'Methods', size: 13 },
      ...column(60, 580, LEFT_SECOND),
      ...column(330, 690, RIGHT),
      { x: 330, y: 630, text: 'Discussion', size: 13 },
      ...column(330, 610, RIGHT_SECOND),
    ]),
    page(2, column(60, 700, ['Funding was provided by a public grant.'])),
  ])
}

test('PDF (REQ 3.2): two columns are read left first and the paragraph goes on in the right one', async () => {
  const page = await pageOf(twoColumnPaper())
  assert.deepEqual(
    page.fragments.map((fragment) => [fragment.fragment_type, fragment.text_content]),
    [
      ['heading', 'Adding a DPP-4 inhibitor to metformin'],
      ['heading', 'Introduction'],
      [
        'paragraph',
        'Metformin is the first drug given to most patients with type 2 diabetes. We asked whether adding a DPP-4 inhibitor lowers glucose further in adults over sixty years of age.',
      ],
      ['heading', 'Methods'],
      [
        'paragraph',
        'A total of 512 patients were randomised at nine hospitals in Japan and followed for one year. The primary endpoint was the change in HbA1c from baseline, which in the treatment group fell by 0.74 points and in the control group by 0.21 points (p < 0.001). Hypoglycaemia was rare in both groups.',
      ],
      ['heading', 'Discussion'],
      [
        'paragraph',
        'The combination was well tolerated, and no patient stopped the treatment because of an adverse event (doi:10.1001/jama.2020.1585).',
      ],
      ['paragraph', 'Funding was provided by a public grant.'],
    ],
  )
})

test('PDF (REQ 5.1.2): headings by size, page numbers kept, running heads and page numbers dropped', async () => {
  const page = await pageOf(twoColumnPaper())
  const methods = page.fragments[4]
  assert.deepEqual(methods?.heading_hierarchy, [
    { level: 1, text: 'Adding a DPP-4 inhibitor to metformin' },
    { level: 2, text: 'Methods' },
  ])
  assert.deepEqual(
    page.fragments.map((fragment) => fragment.page_number),
    [1, 1, 1, 1, 1, 1, 1, 2],
  )
  assert.equal(page.fragments.at(-1)?.extraction_method, 'pdf')
  assert.equal(page.title, 'Adding a DPP-4 inhibitor to metformin')
  assert.equal(page.pageType, 'pdf')
  assert.deepEqual(page.identifiers, [{ type: 'doi', value: '10.1001/jama.2020.1585' }])
})

test('PDF: offsets point into the joined text of the fragments', async () => {
  const page = await pageOf(twoColumnPaper())
  const joined = page.fragments.map((fragment) => fragment.text_content).join('\n\n')
  assert.deepEqual(
    page.fragments.map((fragment) => joined.slice(fragment.char_start, fragment.char_end)),
    page.fragments.map((fragment) => fragment.text_content),
  )
})

test('PDF: Japanese text in a font that is not embedded is read through the character maps', async () => {
  const lines = ['厚生労働省は令和六年三月五日、新しい治療指針を', '公表した。対象は全国の医療機関である。']
  const page = await pageOf(tinyPdf([column(60, 700, lines, 11, 16)]))
  assert.equal(page.language, 'ja')
  assert.deepEqual(
    page.fragments.map((fragment) => fragment.text_content),
    ['厚生労働省は令和六年三月五日、新しい治療指針を公表した。対象は全国の医療機関である。'],
  )
})

test('PDF: paragraphs of one column are parted by wider space', async () => {
  const page = await pageOf(
    tinyPdf([
      [
        ...column(72, 700, ['The committee met in March and heard three', 'experts on drinking water safety.']),
        ...column(72, 650, ['It decided to lower the limit for lead to', '5 micrograms per litre.']),
      ],
    ]),
  )
  assert.deepEqual(
    page.fragments.map((fragment) => fragment.text_content),
    [
      'The committee met in March and heard three experts on drinking water safety.',
      'It decided to lower the limit for lead to 5 micrograms per litre.',
    ],
  )
})

test('PDF: the document information gives title and authors; the day the file was made is not its publication', async () => {
  const info = { Title: 'Water quality report', Author: 'Kato Hanako; John Smith', CreationDate: 'D:20240305101500' }
  const page = await pageOf(tinyPdf([column(72, 700, ['The limit for lead was lowered this year.'])], { info }))
  assert.equal(page.title, 'Water quality report')
  assert.deepEqual(page.authors, ['Kato Hanako', 'John Smith'])
  assert.equal(page.publishedAt, null)
})

test('PDF: a password, a broken file and a page without text are typed failures', async () => {
  const locked = await extract({ url, contentType: 'application/pdf', body: tinyPdf([[]], { locked: true }) })
  const broken = await extract({
    url,
    contentType: 'application/pdf',
    body: new TextEncoder().encode('%PDF-1.7 nothing'),
  })
  const empty = await extract({ url, contentType: 'application/pdf', body: tinyPdf([[]]) })
  assert.equal(locked.ok === false && locked.failure, 'password_pdf')
  assert.equal(broken.ok === false && broken.failure, 'broken_pdf')
  assert.equal(empty.ok === false && empty.failure, 'empty')
})

test('PDF (REQ 3.2): lines whose pieces stand in columns are the rows of a table', async () => {
  const row = (y: number, cells: readonly string[]) =>
    cells.map((text, index) => ({ x: 72 + index * 150, y, text, size: 10 }))
  const page = await pageOf(
    tinyPdf([
      [
        ...column(72, 700, [
          'The table gives the limits of three countries in',
          'micrograms per litre of drinking water.',
        ]),
        ...row(660, ['Country', 'Limit', 'Since']),
        ...row(646, ['Japan', '10', '2003']),
        ...row(632, ['Canada', '5', '2019']),
        ...row(618, ['Denmark', '5', '2017']),
      ],
    ]),
  )
  assert.deepEqual(
    page.fragments.map((fragment) => [fragment.fragment_type, fragment.text_content]),
    [
      ['paragraph', 'The table gives the limits of three countries in micrograms per litre of drinking water.'],
      ['table', 'Country | Limit | Since\nJapan | 10 | 2003\nCanada | 5 | 2019\nDenmark | 5 | 2017'],
    ],
  )
})

test('PDF: each entry of the reference list is a fragment of its own, under its heading', async () => {
  const page = await pageOf(
    tinyPdf([
      [
        ...column(72, 720, ['The effect was strongest in old houses, as two', 'earlier studies had found.']),
        { x: 72, y: 680, text: 'References', size: 13 },
        ...column(72, 660, [
          '[1] Alvarez J. Lead in tap water. J Water 2019;',
          '12:45-50. doi:10.1289/ehp.1234567',
          '[2] Kato H. Pipes and people. Water Res 2021;',
          '8:1-9.',
        ]),
      ],
    ]),
  )
  assert.deepEqual(
    page.fragments
      .slice(2)
      .map((fragment) => [fragment.fragment_type, fragment.heading_context, fragment.text_content]),
    [
      ['list', 'References', '[1] Alvarez J. Lead in tap water. J Water 2019; 12:45-50. doi:10.1289/ehp.1234567'],
      ['list', 'References', '[2] Kato H. Pipes and people. Water Res 2021; 8:1-9.'],
    ],
  )
  assert.deepEqual(page.identifiers, [{ type: 'doi', value: '10.1289/ehp.1234567' }])
})

test('PDF: Japanese set in vertical lines is read from right to left', async () => {
  const vertical = (x: number, text: string) => ({ x, y: 700, text, size: 12, vertical: true })
  const page = await pageOf(
    tinyPdf([
      [
        vertical(500, '祖母の家の裏には、深さ九間の井戸があった。夏の朝、桶を引'),
        vertical(480, 'き上げると、冷たい水がのぼってきた。'),
      ],
    ]),
  )
  assert.deepEqual(
    page.fragments.map((fragment) => fragment.text_content),
    ['祖母の家の裏には、深さ九間の井戸があった。夏の朝、桶を引き上げると、冷たい水がのぼってきた。'],
  )
})

test('PDF: pages beyond the three hundredth are left out, and the page says so', async () => {
  const page = await pageOf(
    tinyPdf(
      Array.from({ length: 302 }, (_, index) =>
        column(72, 700, [`This is what page ${index + 1} of the report says.`]),
      ),
    ),
  )
  assert.equal(page.fragments.at(-1)?.page_number, 300)
  assert.equal(page.qualityFlags.includes('truncated'), true)
})

test('PDF: a heading over two lines is one, also where the second begins with a figure; a numbered one stands alone', async () => {
  const page = await pageOf(
    tinyPdf([
      [
        ...column(72, 720, ['Stature and weight reference curves,', '1990 to 2020'], 14, 17),
        ...column(72, 675, ['2. Results'], 12, 17),
        ...column(72, 650, [
          'The curves of 1990 were drawn from seven sources',
          'and hold for children up to twenty years.',
        ]),
      ],
    ]),
  )
  assert.deepEqual(page.fragments[0]?.heading_hierarchy, [])
  assert.deepEqual(
    page.fragments.map((fragment) => fragment.text_content),
    [
      'Stature and weight reference curves, 1990 to 2020',
      '2. Results',
      'The curves of 1990 were drawn from seven sources and hold for children up to twenty years.',
    ],
  )
})
