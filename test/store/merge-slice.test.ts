import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { AT, claim, fragment, lookAt, page, search, task, testStore, work } from './graph-fixture.ts'

const keepAll = (_table: string, row: Record<string, string | number | bigint | null | Uint8Array>) => row

/** A task with one page of a paper. */
function withPaper() {
  const made = testStore()
  const { store } = made
  store.tasks.insert(task('task_1'))
  store.searches.insert(search('s_1', 'task_1'))
  const paper = store.works.merge(work({ authors: ['山田 太郎', 'Jennifer B. Green'] }), AT, 'cause_test')
  const read = page('page_1', { work_id: paper.id })
  store.pages.save(read)
  lookAt(store, 's_1', [read])
  store.fragments.saveAll([fragment('frag_1', 'page_1')])
  store.claims.saveAll([claim('claim_1', 'task_1', 'frag_1')])
  store.vectors.save('claim', 'claim_1', 'test-embedder', new Float32Array([0.6, 0.8]), AT)
  return made
}

test('ADR 0029: a work that the home knows by the same DOI under another id stays one work, with its authors once', () => {
  using from = withPaper()
  using home = testStore()
  const path = join(from.folder, 'slice.sqlite')
  const known = home.store.works.merge(work({ authors: ['山田 太郎', 'Jennifer B. Green'] }), AT, 'cause_test')
  home.store.db.exec(`PRAGMA foreign_keys = OFF; UPDATE works SET id = 'work_home';
    UPDATE authors SET work_id = 'work_home'; UPDATE identifiers SET work_id = 'work_home'; PRAGMA foreign_keys = ON`)
  from.store.slices.write({ taskId: 'task_1', path, withheld: [], hosts: [], secrets: [], placeOf: () => null })

  const merged = home.store.slices.merge({ path, taskId: 'task_1', isolated: false, dryRun: false, screen: keepAll })

  assert.notEqual(known.id, 'work_home')
  assert.deepEqual(merged.conflicts, [])
  assert.deepEqual([merged.same.works, merged.same.authors, merged.added.works], [1, 2, undefined])
  assert.equal(home.store.pages.get('page_1')?.work_id, 'work_home')
  assert.deepEqual(home.store.works.get('work_home')?.authors, ['山田 太郎', 'Jennifer B. Green'])
})

test('ADR 0029: vectors come along, and what the task did not reach stays at home', () => {
  using from = withPaper()
  using home = testStore()
  const path = join(from.folder, 'slice.sqlite')
  from.store.tasks.insert(task('task_2'))
  from.store.pages.save(page('page_2', { url: 'https://example.org/other' }))
  from.store.fragments.saveAll([fragment('frag_2', 'page_2')])
  const written = from.store.slices.write({
    ...{ taskId: 'task_1', path, withheld: [], hosts: [], secrets: [] },
    placeOf: () => null,
  })

  home.store.slices.merge({ path, taskId: 'task_1', isolated: false, dryRun: false, screen: keepAll })

  assert.deepEqual([written.rows.tasks, written.rows.pages, written.rows.embeddings], [1, 1, 1])
  assert.deepEqual([home.store.tasks.get('task_2'), home.store.pages.get('page_2')], [null, null])
  assert.equal(home.store.claims.get('claim_1')?.claim_text, 'claim text of claim_1')
})
