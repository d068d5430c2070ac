import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { queryWords } from '../../src/engines/query-words.ts'
import { loadThesaurus } from '../../src/engines/thesaurus.ts'
import { createEmbedder } from '../../src/models/embedder.ts'
import { expandQuery } from '../../src/research/stages/expand-query.ts'
import { queryVariants } from '../../src/research/stages/query-variants.ts'
import { openPaperRun } from './papers-run.ts'

const SHIPPED = join(import.meta.dirname, '../../config/thesaurus.yaml')
const thesaurus = loadThesaurus(SHIPPED)
/** No two words are alike. */
const apart = {
  embed: async (texts: readonly string[]) =>
    texts.map((_, at) => Float32Array.from({ length: texts.length }, (__, place) => (place === at ? 1 : 0))),
}

const queries = async (query: string, most = 2) =>
  (await expandQuery({ thesaurus, embedder: apart }, query, most)).map((one) => [
    one.query,
    one.by,
    one.term,
    one.synonym,
  ])

test('REQ 3.1.1: a word of the thesaurus is replaced by its synonyms, the first of each word before the second of any', async () => {
  assert.deepEqual(await queries('side effects of the drug in patients', 3), [
    ['adverse effect of the drug in patients', 'thesaurus', 'side effects', 'adverse effect'],
    ['side effects of the medicine in patients', 'thesaurus', 'drug', 'medicine'],
    ['side effects of the drug in sufferer', 'thesaurus', 'patients', 'sufferer'],
  ])
  assert.deepEqual(await queries('高齢者の副作用', 2), [
    ['お年寄りの副作用', 'thesaurus', '高齢者', 'お年寄り'],
    ['高齢者の有害事象', 'thesaurus', '副作用', '有害事象'],
  ])
})

test('REQ 3.1.1: phrases, exclusions and operators stay as they were written; a part of a longer word is no word', async () => {
  assert.deepEqual(await queries('"drug" -patient site:hospital.example'), [])
  assert.deepEqual(await queries('薬剤師会館'), [])
  assert.deepEqual(
    queryWords('drug "side effect" -x', 'en').map(({ text, fixed }) => [text, fixed]),
    [
      ['drug', false],
      ['"side effect"', true],
      ['-x', true],
    ],
  )
})

test('REQ 3.1.1: a word that the thesaurus lacks is replaced by the nearest of it, where its vector is near enough', async () => {
  const embedder = createEmbedder({ home: 'none', model: 'lyra-embed-mini', threads: 1 })
  const [found] = await expandQuery({ thesaurus, embedder }, 'physicians zzyzx', 2)
  assert.equal(found?.by, 'thesaurus')
  const near = await expandQuery({ thesaurus, embedder }, 'vaccinations qwertyuiop', 2)
  for (const { by, similarity } of near) if (by === 'embedding') assert.ok((similarity ?? 0) >= 0.75)
  const none = await expandQuery({ thesaurus, embedder }, 'qwertyuiop', 2)
  assert.deepEqual(none, [])
})

test('REQ 3.1.1: the user’s own groups come before the shipped ones; a broken file is named', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-thesaurus-'))
  const own = join(folder, 'thesaurus.yaml')
  try {
    writeFileSync(own, 'en:\n  - [drug, compound]\nja:\n  - [加賀見, カガミ]\n')
    const both = loadThesaurus(SHIPPED, own)
    assert.equal(both.synonyms('en', 'Drugs')[0], 'compound')
    assert.deepEqual(both.synonyms('ja', '加賀見'), ['カガミ'])
    writeFileSync(own, 'en:\n  - [alone]\n')
    assert.throws(() => loadThesaurus(SHIPPED, own), { code: 'INVALID_CONFIG', message: /thesaurus.yaml: en.0/ })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('REQ 3.1.1: the shipped thesaurus has no word twice in a group, and at least 400 words a language', () => {
  for (const language of ['en', 'ja'] as const) {
    const words = thesaurus.words(language)
    assert.ok(words.length >= 400, `${words.length}`)
    for (const word of words) assert.ok(!thesaurus.synonyms(language, word).includes(word), word)
  }
})

test('REQ 3.1.1: what is asked beside a query is kept with the search: the caller’s own words in the other language, synonyms', async () => {
  using opened = openPaperRun({ query: 'side effects of the drug' })
  const { deps, call } = opened.run

  const asked = await queryVariants({ ...deps, thesaurus }, call, { mirror: '薬の副作用', expand: true })

  assert.deepEqual(asked.mirrors, ['薬の副作用'])
  assert.deepEqual(asked.synonyms, ['adverse effect of the drug', 'side effects of the medicine'])
  assert.deepEqual(
    opened.store.trails.expansionsOf(call.searchId).map(({ by, term, synonym }) => [by, term, synonym]),
    [
      ['given', null, null],
      ['thesaurus', 'side effects', 'adverse effect'],
      ['thesaurus', 'drug', 'medicine'],
    ],
  )
  const same = await queryVariants({ ...deps, thesaurus }, call, { mirror: 'drug harms' })
  assert.deepEqual(same.warnings, ['mirror: it is in the language of the query'])
})
