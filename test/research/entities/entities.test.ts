import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { replayClock } from '../../../src/domain/clock.ts'
import { LyraError } from '../../../src/domain/errors.ts'
import { seededIds } from '../../../src/domain/ids.ts'
import { markScreened } from '../../../src/domain/screened.ts'
import { taskNetwork } from '../../../src/report/network.ts'
import { correctEntities } from '../../../src/research/entities/correct-entities.ts'
import { listEntities, showEntity } from '../../../src/research/entities/list-entities.ts'
import { readNames } from '../../../src/research/entities/read-names.ts'
import type { OpenedStore } from '../../../src/store/open-store.ts'
import { reader } from '../../sources/entities/reader.ts'
import { AT, claim, fragment, page, search, stance, task, testStore } from '../../store/graph-fixture.ts'

const TASK = 'task_1'
const ALL = { from: 0, limit: 50 }

/** Two pages and a record of Wikidata, as a search leaves them. */
function world() {
  const opened = testStore()
  const { store } = opened
  store.tasks.insert(task(TASK))
  store.searches.insert(search('s_1', TASK))
  say(store, 'one', 'Kagami Works, Inc. opened a plant in Kanazawa in March 2021. Dr. Jane Roe leads it.')
  say(store, 'two', '株式会社加賀見製作所は金沢市で製品「カガミX2」を発売した。 Roe said so.')
  store.pages.save(page('page_w', { url: 'https://www.wikidata.org/wiki/Q999', route: 'api' }))
  store.records.save(
    markScreened({
      ...{ id: 'rec_w', page_id: 'page_w', source: 'wikidata_identifiers', kind: 'thing', title: 'Kagami Works, Inc.' },
      ...{ licence: null, is_primary: false, published_at: null, entities: [], cause_id: 'cause_1', fetched_at: AT },
      identifiers: [{ type: 'wikidata', value: 'Q999' }],
      attributes: [
        { name: 'name_en', value: 'Kagami Works, Inc.', path: '/results/0/en' },
        { name: 'name_ja', value: '株式会社加賀見製作所', path: '/results/0/ja' },
      ],
      ...{ warc_file: 'sources.warc.gz', warc_record_id: 'urn:uuid:1' },
    }),
  )
  looked(store, 'https://www.wikidata.org/wiki/Q999', 'page_w')
  const parts = {
    store,
    nameReader: async () => reader,
    ids: seededIds('entities'),
    clock: replayClock(Date.parse(AT)),
  }
  return { ...opened, parts, [Symbol.dispose]: () => opened[Symbol.dispose]() }
}

function say(store: OpenedStore, name: string, text: string): void {
  store.pages.save(page(`page_${name}`, { warc_file: 'a.warc.gz', warc_record_id: `urn:${name}` }))
  store.fragments.saveAll([fragment(`frag_${name}`, `page_${name}`, { text_content: text })])
  store.claims.saveAll([claim(`claim_${name}`, TASK, `frag_${name}`, { claim_text: text })])
  store.edges.saveStance(stance(`frag_${name}`, `claim_${name}`, 'supports', 0.9))
  looked(store, `https://example.org/page_${name}`, `page_${name}`)
}

function looked(store: OpenedStore, url: string, pageId: string): void {
  store.searches.savePage({
    ...{ query_id: 's_1', url, page_id: pageId, found_by: 'test', outcome: 'ok', reason: null },
    ...{ attempts: [], counts_toward_budget: false, cause_id: 'cause_1' },
  })
}

async function names(parts: ReturnType<typeof world>['parts']): Promise<readonly string[]> {
  const { items } = await listEntities(parts, TASK, ALL)
  return items.map(({ kind, name, also }) => [kind, name, ...also].join(' | ')).sort()
}

test('REQ 3.1.2: names of claims are read, a record of Wikidata makes two spellings one, a family name of another page joins nobody', async () => {
  using home = world()
  assert.deepEqual(await names(home.parts), [
    'organisation | Kagami Works, Inc. | 株式会社加賀見製作所',
    'person | Jane Roe',
    'person | Roe',
    'place | Kanazawa',
    'place | 金沢市',
    'product | カガミX2',
  ])
  const [firm] = (await listEntities(home.parts, TASK, { ...ALL, words: 'kagami' })).items
  assert.equal(firm?.wikidata_id, 'Q999')
})

test('LYRA 6.1: names that were read are listed while another process writes, and the rest at a later call', async () => {
  using home = world()
  await names(home.parts)
  say(home.store, 'late', 'Sakura Motors, Inc. was founded in Osaka.')
  home.store.db.exec('PRAGMA busy_timeout = 20')
  using writer = new DatabaseSync(home.store.path)
  writer.exec('BEGIN IMMEDIATE')

  const meanwhile = await names(home.parts)
  writer.exec('ROLLBACK')
  const after = await names(home.parts)

  assert.equal(meanwhile.length, 6)
  assert.deepEqual(
    after.filter((one) => !meanwhile.includes(one)),
    ['organisation | Sakura Motors, Inc.', 'place | Osaka'],
  )
})

test('the scope of a claim is stored with it: places, products, organisations and when', async () => {
  using home = world()
  await readNames(home.parts, { taskId: TASK, causeId: 'cause_1' })
  assert.deepEqual(home.store.entities.scopeOf('claim_one'), {
    ...{ places: ['Kanazawa'], products: [], organisations: ['Kagami Works, Inc.'], period: ['2021-03'] },
  })
  assert.deepEqual(home.store.entities.scopeOf('claim_two')?.products, ['カガミX2'])
})

test('every place of an entity walks back to its passage and its archived bytes', async () => {
  using home = world()
  const [firm] = (await listEntities(home.parts, TASK, { ...ALL, words: 'kagami' })).items
  const shown = await showEntity(home.parts, TASK, { entity_id: firm?.entity_id ?? '', limit: 20 })
  assert.deepEqual(
    shown.passages.map(({ name, fragment_id: id, warc_record_id: record }) => [name, id, record]),
    [
      ['Kagami Works, Inc.', 'frag_one', 'urn:one'],
      ['株式会社加賀見製作所', 'frag_two', 'urn:two'],
    ],
  )
  assert.deepEqual(
    shown.names.map((one) => one.joined_by),
    ['first', 'record'],
  )
})

test('reading again changes nothing, and a new claim is read alone', async () => {
  using home = world()
  const rows = () =>
    JSON.stringify([home.store.db.prepare('SELECT * FROM v_entity_mentions').all(), home.store.entities.names(TASK)])
  await names(home.parts)
  const before = rows()
  await readNames(home.parts, { taskId: TASK, causeId: 'cause_1' })
  assert.equal(rows(), before)
  say(home.store, 'three', 'Kagami Works sold its plant in Kanazawa.')
  assert.deepEqual(home.store.entities.unread(TASK), ['claim_three'])
  await names(home.parts)
  const [firm] = (await listEntities(home.parts, TASK, { ...ALL, words: 'kagami' })).items
  assert.deepEqual([firm?.mentions, firm?.pages], [3, 3])
})

test('merge and split are kept with the task, stand in its timeline, and are undone by their id', async () => {
  using home = world()
  const { parts } = home
  const before = await names(parts)
  const [roe, jane] = ['Roe', 'Jane Roe'].map((name) => ({ name }))
  const items = (await listEntities(parts, TASK, ALL)).items
  const idOf = (name: string | undefined) => items.find((one) => one.name === name)?.entity_id ?? ''
  const merged = await correctEntities(
    parts,
    { action: 'merge', task_id: TASK, entity_id: idOf(jane?.name), with: idOf(roe?.name) },
    'person',
  )
  assert.deepEqual(
    merged.entities.map(({ name, also }) => [name, ...also]),
    [['Jane Roe', 'Roe']],
  )
  assert.equal(home.store.events.ofTask(TASK, 10).at(-1)?.kind, 'feedback.merge_entities')
  // It holds for what is found later.
  say(home.store, 'four', 'Mrs. Jane Roe retired.')
  assert.equal((await names(parts)).includes('person | Jane Roe | Roe'), true)
  const spelling = home.store.entities.names(TASK).find(({ name }) => name === 'Roe')
  await correctEntities(parts, { action: 'split', task_id: TASK, name_id: spelling?.id ?? '' }, 'person')
  assert.deepEqual(await names(parts), before)
  const last = home.store.people.feedback.ofTask(TASK).at(-1)
  await correctEntities(parts, { action: 'undo', task_id: TASK, feedback_id: last?.id ?? '' }, 'person')
  assert.equal((await names(parts)).includes('person | Jane Roe | Roe'), true)
  await correctEntities(parts, { action: 'undo', task_id: TASK, feedback_id: merged.feedback_id }, 'person')
  assert.deepEqual(await names(parts), before)
})

test('what cannot be merged, split or undone is refused by name', async () => {
  using home = world()
  const { parts } = home
  const items = (await listEntities(parts, TASK, ALL)).items
  const id = (kind: string) => items.find((one) => one.kind === kind)?.entity_id ?? ''
  const refused = (decision: Parameters<typeof correctEntities>[1], code: string) =>
    assert.rejects(
      () => correctEntities(parts, decision, 'person'),
      (error) => error instanceof LyraError && error.code === code,
    )
  const merge = { action: 'merge', task_id: TASK } as const
  await refused({ ...merge, entity_id: id('person'), with: id('place') }, 'INVALID_PARAMS')
  await refused({ ...merge, entity_id: id('person'), with: id('person') }, 'INVALID_PARAMS')
  await refused({ ...merge, entity_id: 'ent_none', with: id('place') }, 'NOT_FOUND')
  await refused({ action: 'split', task_id: TASK, name_id: 'name_none' }, 'NOT_FOUND')
  await refused({ action: 'undo', task_id: TASK, feedback_id: 'fb_none' }, 'NOT_FOUND')
})

test('the picture of the graph shows what its passages name, by kind', async () => {
  using home = world()
  await names(home.parts)
  const { nodes, edges } = taskNetwork(home.store, TASK, 0, 100)
  const place = nodes.findIndex(({ kind, label }) => kind === 'organisation' && label === 'Kagami Works, Inc.')
  const ends = edges
    .filter(({ to, relation }) => to === place && relation === 'about')
    .map(({ from }) => nodes[from]?.id)
  assert.deepEqual(ends, ['frag_one', 'frag_two'])
  assert.equal(
    nodes.some(({ kind }) => kind === 'product'),
    true,
  )
})

test('entities go with their task', async () => {
  using home = world()
  await names(home.parts)
  const count = (table: string) => Number(home.store.db.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n)
  assert.ok(count('entities') > 0)
  home.store.cleanup.run({ taskId: TASK, hard: true, dryRun: false, ownFiles: [], at: AT, causeId: 'cause_2' })
  for (const table of ['entities', 'entity_names', 'entity_mentions', 'entity_corrections'])
    assert.equal(count(table), 0)
})
