import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atOnce } from '../../../src/domain/in-turns.ts'
import {
  type ReferenceFormat,
  readingReferences,
  referenceFormat,
} from '../../../src/report/bibliography/parse-references.ts'

const parseReferences = (list: string, format: ReferenceFormat) => atOnce(readingReferences(list, format))
const read = (list: string) => {
  const format = referenceFormat(list)
  return { format, items: parseReferences(list, format) }
}

test('BibTeX: braces, quotes, accents and several authors', () => {
  const { format, items } = read(
    `@comment{nothing} @article{muller2020, title = {The {DNA} of \\"{O}rlen, a bridge},
       author = "M{\\"u}ller, Karl and Lee, Ann",
       year = 2020, doi = {10.1000/ABC.1}, url={https://a.example/1}}
     @book{tamura, title={湖の話}, author={田村 一郎}, date={2022-03-01}, isbn = {978-4-00-000000-0}}`,
  )
  assert.equal(format, 'bibtex')
  assert.deepEqual(
    items.map(({ key, title, authors, year, identifiers }) => ({ key, title, authors, year, identifiers })),
    [
      {
        key: 'muller2020',
        title: 'The DNA of Örlen, a bridge',
        authors: ['Müller, Karl', 'Lee, Ann'],
        year: 2020,
        identifiers: [{ type: 'doi', value: '10.1000/abc.1' }],
      },
      {
        key: 'tamura',
        title: '湖の話',
        authors: ['田村 一郎'],
        year: 2022,
        identifiers: [{ type: 'isbn', value: '9784000000000' }],
      },
    ],
  )
})

test('RIS: tags, a title of two lines, two entries', () => {
  const { format, items } = read(
    'TY  - JOUR\nAU  - Lee, Ann\nTI  - A bridge\n  for Orlen\nPY  - 2020/03/01\nDO  - 10.1000/abc.1\n' +
      'ER  - \nTY  - BOOK\nTI  - Two\nER  - \n',
  )
  assert.equal(format, 'ris')
  assert.deepEqual(
    items.map(({ title, authors, year, identifiers }) => [title, authors, year, identifiers[0]?.value ?? null]),
    [
      ['A bridge for Orlen', ['Lee, Ann'], 2020, '10.1000/abc.1'],
      ['Two', [], null, null],
    ],
  )
})

test('CSL-JSON: one item or a list, and what is none is said', () => {
  const item = {
    id: 'x',
    title: 'A bridge',
    author: [{ family: 'Lee', given: 'Ann' }],
    issued: { 'date-parts': [[2020]] },
  }
  for (const json of [JSON.stringify(item), JSON.stringify([item])]) {
    const { format, items } = read(json)
    assert.equal(format, 'csl')
    assert.deepEqual(
      items.map(({ key, title, authors, year }) => [key, title, authors, year]),
      [['x', 'A bridge', ['Lee, Ann'], 2020]],
    )
  }
  assert.throws(() => parseReferences('{"broken', 'csl'), /begins like JSON and is none/u)
})

test('plain text: APA, Vancouver and Japanese entries of a section', () => {
  const { format, items } = read(
    [
      '# References',
      '',
      '- Lee, A., & Park, B. (2020). A bridge for Orlen. Journal of Bridges. https://doi.org/10.1000/abc.1',
      '- Drew P. The bolts of Orlen. J Bridges. 2019. PMID: 1234567',
      '- 田村一郎「湖の話」2022年 https://a.example/lake',
    ].join('\n'),
  )
  assert.equal(format, 'text')
  assert.deepEqual(
    items.map(({ title, year, identifiers, url }) => [title, year, identifiers.map(({ value }) => value), url]),
    [
      ['A bridge for Orlen', 2020, ['10.1000/abc.1'], null],
      ['The bolts of Orlen', 2019, ['1234567'], null],
      ['湖の話', 2022, [], 'https://a.example/lake'],
    ],
  )
})

test('a list that never closes its braces is read in time', () => {
  const started = performance.now()
  parseReferences(`@article{a, title = {${'{'.repeat(300_000)}`, 'bibtex')
  parseReferences('@a{'.repeat(100_000), 'bibtex')
  assert.ok(performance.now() - started < 8000)
})

test('BibTeX: a quoted value ends at its closing quote, whatever commas stand in it', () => {
  const { items } = read(
    '@book{a, title = "Bridges, ferries, and a history" , year = "2019", note = "",\n doi = "10.1000/b.2"}',
  )
  assert.equal(items[0]?.title, 'Bridges, ferries, and a history')
  assert.equal(items[0]?.year, 2019)
  assert.deepEqual(items[0]?.identifiers, [{ type: 'doi', value: '10.1000/b.2' }])
})

/** How often a reading rests: once a line or an entry, whatever stands there. */
function rests(list: string, format: ReferenceFormat): number {
  const steps = readingReferences(list, format)
  let count = 0
  while (steps.next().done !== true) count += 1
  return count
}

test('a list is read in steps that grow with it, in every format', () => {
  const lists: readonly (readonly [ReferenceFormat, (n: number) => string])[] = [
    ['text', (n) => `References\n\n${'Lee, A. (2020). A bridge for Orlen. Journal.\n'.repeat(n)}`],
    ['text', (n) => `References\n\nLee, A. (2020). A bridge.\n${'  and so on\n'.repeat(n)}`],
    ['text', (n) => 'one line of a paragraph without end\n'.repeat(n)],
    ['bibtex', (n) => '@article{a, title = {A bridge for Orlen}, year = 2020}\n'.repeat(n)],
    ['ris', (n) => 'TY  - JOUR\nTI  - A bridge for Orlen\nER  - \n'.repeat(n)],
    ['csl', (n) => `[${Array(n).fill('{"title":"A bridge for Orlen"}').join(',')}]`],
  ]
  for (const [format, list] of lists) {
    const [once, twice] = [rests(list(200), format), rests(list(400), format)]
    assert.ok(once >= 200, `${format} rests ${once} times in 200`)
    assert.ok(twice <= 2 * once + 10, `${format}: ${once}, ${twice}`)
  }
})
