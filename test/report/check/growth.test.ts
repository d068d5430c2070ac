import assert from 'node:assert/strict'
import { test } from 'node:test'
import { manyMarks } from '../../../bench/hostile/drafts.ts'
import { atOnce, type Steps } from '../../../src/domain/in-turns.ts'
import { Needles } from '../../../src/domain/needles.ts'
import type { ReferenceEntry } from '../../../src/report/check/draft-parts.ts'
import { readingParts } from '../../../src/report/check/draft-parts.ts'
import { readingStatements } from '../../../src/report/check/draft-statements.ts'
import { findSources } from '../../../src/report/check/resolve-sources.ts'
import { graphWorld } from '../../research/graph/graph-world.ts'

test('needles: every word is found in one reading, also within others and where it begins like them', () => {
  const needles = new Needles(['nagy', 'nagyova', 'l', '田村', 'lee'])
  assert.deepEqual([...needles.foundIn('drnagyova2020 田村一郎')].sort(), ['nagy', 'nagyova', '田村'])
  assert.deepEqual([...needles.foundIn('')], [])
  assert.deepEqual([...needles.foundIn('l')], ['l'])
})

test('needles: what is cut out of a text grows with the text, not with the number of words', () => {
  const compared = (words: number) => {
    const needles = new Needles(Array.from({ length: words }, (_, at) => `name${1000 + at}`))
    needles.foundIn('name1001 and name2999 of the harbour. '.repeat(100))
    return needles.compared
  }
  assert.equal(compared(10), 200)
  assert.equal(compared(2000), 200)
})

interface Work {
  /** How often the text of an entry, and of a page, was read. */
  readonly entries: number
  readonly pages: number
  readonly rests: number
}

function counted<T>(steps: Steps<T>): { readonly value: T; readonly rests: number } {
  for (let rests = 0; ; rests += 1) {
    const step = steps.next()
    if (step.done === true) return { value: step.value, rests }
  }
}

/** A draft that cites `sources` authors twice each, and lists them. */
function resolved(sources: number): Work {
  using world = graphWorld()
  for (const id of ['bridge', 'ferry']) world.source(id, `${id}.example`, { page: { title: `The ${id} of Orlen` } })
  const { blocks, references } = atOnce(readingParts(manyMarks(sources)))
  const marks = atOnce(readingStatements(blocks)).flatMap((one) => one.marks)
  let [entries, pages] = [0, 0]
  const watched = references.map(
    (entry): ReferenceEntry => ({
      ...entry,
      get text() {
        entries += 1
        return entry.text
      },
    }),
  )
  const asked = { gathered: world.store.pages.ofTask('task_1'), references: watched, marks }
  const textOf = () => {
    pages += 1
    return 'the tram came late'
  }
  const texts = { headOf: () => '', datesOf: () => '', textOf }
  const { value, rests } = counted(findSources(world.store, asked, texts))
  assert.equal(marks.length, 2 * sources)
  assert.equal(value.resolve({ kind: 'author-year', authors: 'Authora', year: 2001 }).pages.length, 0)
  return { entries, pages, rests }
}

test('the marks of a draft are resolved in work that grows with it: each entry and each page is read once', () => {
  const [few, many] = [resolved(50), resolved(200)]
  assert.ok(few.entries <= 3 * 50, `${few.entries} readings of 50 entries`)
  assert.ok(many.entries <= 3 * 200, `${many.entries} readings of 200 entries`)
  assert.deepEqual([few.pages, many.pages], [2, 2])
  assert.ok(many.rests <= 4 * few.rests + 10, `rests: ${few.rests}, ${many.rests}`)
})

test('a paragraph of many lines and marks is cut into statements in steps that grow with it', () => {
  const work = (lines: number) => {
    const draft = 'The ferry carried passengers (Lee, 2020).\nIt was late [1].\n'.repeat(lines)
    const parts = counted(readingParts(draft))
    const { value, rests } = counted(readingStatements(parts.value.blocks))
    return { statements: value.length, last: value.at(-1), rests: parts.rests + rests }
  }
  const [few, many] = [work(100), work(400)]
  assert.deepEqual([few.statements, many.statements], [200, 800])
  assert.deepEqual(many.last, { text: 'It was late.', line: 800, marks: [{ kind: 'number', key: '1' }] })
  assert.ok(many.rests <= 4 * few.rests + 10, `rests: ${few.rests}, ${many.rests}`)
})
