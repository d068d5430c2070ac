import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atOnce } from '../../../src/domain/in-turns.ts'
import { readingParts } from '../../../src/report/check/draft-parts.ts'
import { readingStatements } from '../../../src/report/check/draft-statements.ts'
import { markText } from '../../../src/report/check/mark-text.ts'

const draftParts = (draft: string) => atOnce(readingParts(draft))
const read = (draft: string) =>
  atOnce(readingStatements(draftParts(draft).blocks)).map(({ text, line, marks }) => [
    line,
    text,
    ...marks.map(markText),
  ])

test('a draft is cut into sentences, each with the marks that stand in it or right behind it', () => {
  assert.deepEqual(read('# Title\n\nIt rose [1]. It fell. [2](https://a.example)\nIt stayed.'), [
    [3, 'It rose.', '[1]'],
    [3, 'It fell.', 'https://a.example'],
    [4, 'It stayed.'],
  ])
  assert.deepEqual(read('増えた。[1] 減った（田村, 2022）。'), [
    [1, '増えた。', '[1]'],
    [1, '減った。', '田村, 2022'],
  ])
})

test('the words of a link stay in the sentence, its address does not', () => {
  assert.deepEqual(read('The [council paid](https://a.example) for it.'), [
    [1, 'The council paid for it.', 'https://a.example'],
  ])
})

test('a name before a year in brackets is cited and stays', () => {
  assert.deepEqual(read('Nagy (2024) counted 62 stalls.'), [[1, 'Nagy counted 62 stalls.', 'Nagy, 2024']])
})

test('code, headings, front matter and the list of sources are no statements', () => {
  const draft =
    '---\ntitle: x\n---\n# Heading\n\n```\ncode here.\n```\n\nIt rose [1].\n\n' +
    '## References\n\n[1] Smith. A title. https://a.example/1\n2. Lee 2019\n'
  assert.deepEqual(read(draft), [[10, 'It rose.', '[1]']])
  assert.deepEqual(
    draftParts(draft).references.map(({ key, line }) => [key, line]),
    [
      ['1', 14],
      ['2', 15],
    ],
  )
})

test('definitions of footnotes are entries wherever they stand', () => {
  const { references } = draftParts('It rose.[^a]\n\n[^a]: See https://a.example/1\n')
  assert.deepEqual(
    references.map(({ key, marks }) => [key, ...marks.map(markText)]),
    [['a', 'https://a.example/1']],
  )
})

test('a Japanese list of sources is one', () => {
  const { references } = draftParts('増えた【1】。\n\n参考文献\n\n【1】田村「湖の話」2022年 https://a.example/1\n')
  assert.deepEqual(
    references.map(({ key }) => key),
    ['1'],
  )
})

test('parts of a sentence that have sources of their own are statements of their own', () => {
  assert.deepEqual(read('The bridge was opened in 2019 [1], and the ferry was closed in 2020 [2].'), [
    [1, 'The bridge was opened in 2019', '[1]'],
    [1, 'the ferry was closed in 2020.', '[2]'],
  ])
  assert.deepEqual(read('The bridge, which is red [1], was opened in 2019.'), [
    [1, 'The bridge, which is red, was opened in 2019.', '[1]'],
  ])
})
