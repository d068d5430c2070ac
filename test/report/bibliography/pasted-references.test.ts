import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
import { z } from 'zod'
import { atOnce } from '../../../src/domain/in-turns.ts'
import { readingReferences } from '../../../src/report/bibliography/parse-references.ts'
import type { ReferenceItem } from '../../../src/report/bibliography/reference-item.ts'

const PASTED = z
  .array(
    z.strictObject({
      style: z.string().optional(),
      text: z.string(),
      authors: z.array(z.string()),
      year: z.number().nullable(),
      title: z.string().nullable(),
      /** `url ...` first, then identifiers as they are read: `doi ...`. */
      links: z.array(z.string()).default([]),
    }),
  )
  .parse(parse(readFileSync(join(import.meta.dirname, 'pasted-references.yaml'), 'utf8')))

const read = (list: string) => atOnce(readingReferences(list, 'text'))
const linksOf = ({ url, identifiers }: ReferenceItem) => [
  ...(url === null ? [] : [`url ${url}`]),
  ...identifiers.map(({ type, value }) => `${type} ${value}`),
]
const fields = (item: ReferenceItem) => [item.authors, item.year, item.title, linksOf(item)]

for (const { style, text, authors, year, title, links } of PASTED)
  test(`a pasted reference is read: ${style ?? text.slice(0, 60)}`, () => {
    assert.deepEqual(read(text).map(fields), [[authors, year, title, links]])
  })

test('references that were pasted in one list are read as they are alone, one a line or with bullets', () => {
  const titles = PASTED.map(({ title }) => title)
  const bulleted = read(PASTED.map(({ text }) => `- ${text.replace(/^\[\d+\] /u, '')}`).join('\n'))
  const apart = read(PASTED.map(({ text }) => text.replace(/^\[\d+\] /u, '')).join('\n\n'))
  assert.deepEqual(
    bulleted.map(({ title }) => title),
    titles,
  )
  assert.deepEqual(
    apart.map(({ title }) => title),
    titles,
  )
})

/** Titles, and in brackets why a line is none. */
const told = (list: string) => read(list).map(({ title, skipped, raw }) => (skipped ? `(${skipped}) ${raw}` : title))

test('a list without marks: one entry a line, or several lines of one width', () => {
  assert.deepEqual(
    told(
      [
        'Halloran, I. M., Wrenfield, T.-J., van der Berg, K., & O’Neill, P.',
        '(2019). Silverleaf tea: What do we know about its effects on blood',
        'pressure? Annals of Tea, 4, 1–9.',
        'Lee, A., & Park, B. (2020). A bridge for Orlen. Journal of Bridges,',
        '12(3), 34–56. https://doi.org/10.1000/',
        'abc.1',
      ].join('\n'),
    ),
    ['Silverleaf tea: What do we know about its effects on blood pressure?', 'A bridge for Orlen'],
  )
  assert.deepEqual(
    told(
      [
        'Lee, A. (2020). A bridge for Orlen. Journal of Bridges, 12(3), 34–56.',
        'Health Agency. (2022). Advice on herbal tea. https://agency.example/advice/herbal-tea',
        'Dose-dependent effect of silverleaf tea: a randomised study (2017)',
      ].join('\n'),
    ),
    ['A bridge for Orlen', 'Advice on herbal tea', 'Dose-dependent effect of silverleaf tea: a randomised study'],
  )
  assert.deepEqual(told('A bridge for Orlen\nThe tunnels under the harbour\nWhy do the trials disagree?'), [
    'A bridge for Orlen',
    'The tunnels under the harbour',
    'Why do the trials disagree?',
  ])
})

test('a title over its address, or under it, is one entry', () => {
  const items = read('A bridge for Orlen\nhttps://a.example/1\nThe tunnels\nhttps://a.example/2')
  assert.deepEqual(items.map(fields), [
    [[], null, 'A bridge for Orlen', ['url https://a.example/1']],
    [[], null, 'The tunnels', ['url https://a.example/2']],
  ])
  assert.deepEqual(
    read('https://a.example/1\nA bridge for Orlen\nhttps://a.example/2\nThe tunnels').map(fields),
    items.map(fields),
  )
})

test('numbers of a list are told from figures at the start of a wrapped line', () => {
  const items = read(
    [
      '(1) Lee, A. (2020). A bridge for Orlen. Journal of Bridges, 12',
      '(3), 34–56.',
      '(2) Nguyen T, Roy S. Screening for hepatitis B. J Liver. 2015;6:',
      '11. pp. 11-19.',
      '',
      '3）田村一郎（2021）「湖の水質」『湖沼学雑誌』45巻2号,',
      '12–20頁.',
    ].join('\n'),
  )
  assert.deepEqual(
    items.map(({ key, title, raw }) => [key, title, raw.slice(-9)]),
    [
      ['1', 'A bridge for Orlen', '), 34–56.'],
      ['2', 'Screening for hepatitis B', 'p. 11-19.'],
      ['3', '湖の水質', ', 12–20頁.'],
    ],
  )
})

test('what is no reference is named with the reason: headings, notes, running text, code', () => {
  assert.deepEqual(
    told(
      [
        '# Reading list',
        '',
        '- Lee, A. (2020). *A bridge for Orlen*. **Harbour Press**.',
        '  - I found this one doubtful.',
        '',
        '## Articles',
        '',
        '1. Drew P. The bolts of Orlen. J Bridges. 2019.',
        '   https://bolts.example/1',
        '',
        'Note: gathered in March 2024.',
        '',
        'Thanks to Ann for the list. It is not complete.',
        '',
        '```',
        'cat list.md',
        '```',
      ].join('\n'),
    ),
    [
      'A bridge for Orlen',
      '(a note on the entry above) I found this one doubtful.',
      '(a heading) Articles',
      'The bolts of Orlen',
      '(a note) Note: gathered in March 2024.',
      '(running text) Thanks to Ann for the list. It is not complete.',
      '(code) cat list.md',
    ],
  )
})

test('items of a list in a list are its entries, or the details of the one above', () => {
  assert.deepEqual(
    told(
      [
        '- Books',
        '  - Lee, A. (2020). A bridge for Orlen. Harbour Press.',
        '  - Park, B. (2021). A ferry. Ferries, 1.',
      ].join('\n'),
    ),
    ['(a heading) Books', 'A bridge for Orlen', 'A ferry'],
  )
  assert.deepEqual(told('- A bridge for Orlen\n  - I found this one doubtful.'), [
    'A bridge for Orlen',
    '(a note on the entry above) I found this one doubtful.',
  ])
  assert.deepEqual(read('- A bridge for Orlen\n  - Lee, A.\n  - 2020\n  - https://a.example/b').map(fields), [
    [[], 2020, 'A bridge for Orlen', ['url https://a.example/b']],
  ])
})

test('a table of titles, years and addresses is a list', () => {
  const rows = '| A bridge for Orlen | 2020 | https://a.example/b |\n| The tunnels | 2019 | https://a.example/t |'
  assert.deepEqual(read(`| Title | Year | Link |\n|---|---|---|\n${rows}`).map(fields), [
    [[], 2020, 'A bridge for Orlen', ['url https://a.example/b']],
    [[], 2019, 'The tunnels', ['url https://a.example/t']],
  ])
})

test('of a draft only its numbered sources, its notes or its section of references are read', () => {
  const prose = '# On tea\n\nTea was tested in 2020 [1].\n\nSome say so (Halloran, 2019).\n\n'
  const sources = '[1] Lee, A. (2020). A bridge. Bridges, 1.\n[2] Park, B. (2021). A ferry. https://a.example/2'
  assert.deepEqual(told(prose + sources), ['A bridge', 'A ferry'])
  assert.deepEqual(told(`${prose}[^1]: Lee, A. (2020). A bridge. https://a.example/1\n\nMore in 2021.`), ['A bridge'])
  assert.deepEqual(told(`${prose}## References\n\n### Books\n\n- Lee, A. (2020). A bridge.\n\n## Thanks\n\nTo 2020.`), [
    'A bridge',
  ])
})

/** Seconds that a reading takes, at most, whatever a line of that length holds. */
const ENOUGH = 8

test('entries made to take long are read in time', () => {
  const started = performance.now()
  for (const piece of ['Lee, A., ', 'Ann Lee, ', 'A. ', '(2019 ', '“', '「', ' - B', ' why? B', '湖、', '*_', '['])
    read(`- ${piece.repeat(18_000 / piece.length)}\n`.repeat(20))
  read(`- a\n${'  - b 2019\n'.repeat(20_000)}`)
  assert.ok(performance.now() - started < ENOUGH * 1000)
})
