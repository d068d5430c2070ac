import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import { buildBigGraph } from '../../bench/graph/big-graph.ts'
import type { HubConnection } from '../../src/hub/connection.ts'
import { globPattern } from '../../src/hub/hub-views.ts'
import { insertInto } from '../../src/store/statements.ts'
import { type TestStore, testStore, VIEW_FOLDER } from '../store/graph-fixture.ts'
import { folderFor, mergeSlice, newHub, writeSliceOf } from './hub-world.ts'
import { NO_POSTGRES, type Postgres, startPostgres } from './postgres.ts'

const VIEWS = readdirSync(VIEW_FOLDER).map((file) => file.replace(/\.sql$/u, ''))
const SIZE = { tasks: 6, claimsPerTask: 30, stancesPerClaim: 6, citations: 300, pagesPerTask: 30, fragmentsPerPage: 4 }

/** What the large graph lacks: findings in dispute, sources, records, papers, dates that are none, no confidence. */
const REST = `
  UPDATE pages SET year = NULL, published_at = 'undated' WHERE rowid % 11 = 0;
  UPDATE pages SET year = NULL, published_at = ' 1998?' WHERE rowid % 13 = 0;
  UPDATE pages SET is_retracted = 1 WHERE rowid % 17 = 0;
  UPDATE claims SET confidence = (rowid % 97) / 97.0;
  UPDATE edges SET nli_confidence = NULL WHERE rowid % 19 = 0 AND relation <> 'cites';
  UPDATE edges SET nli_confidence = 0.12345 WHERE rowid % 23 = 0 AND relation <> 'cites';
  UPDATE edges SET counted = 0 WHERE rowid % 7 = 0;
  INSERT INTO works (id, title, title_key, cited_by_count, created_at, updated_at, cause_id)
    SELECT 'work_' || rowid, 'Paper ' || rowid, 'paper', rowid * 31 % 400, '2026', '2026', 'c'
    FROM pages WHERE rowid % 5 = 0;
  UPDATE pages SET work_id = 'work_' || rowid WHERE rowid % 5 = 0;
  INSERT INTO findings (id, task_id, claim_id, confidence, verification_status, supporting_sources, refuting_sources,
      relevance, rank_score, cause_id)
    SELECT 'find_' || rowid, task_id, id, confidence, 'pending', rowid % 3, rowid % 2, 1.0 / (1 + rowid),
      rowid / 7.0, 'c'
    FROM claims WHERE rowid % 3 = 0;
  INSERT INTO finding_claims (claim_id, finding_id)
    SELECT c.id, 'find_' || (c.rowid / 3 * 3) FROM claims c JOIN findings f ON f.id = 'find_' || (c.rowid / 3 * 3)
      AND f.task_id = c.task_id;
  INSERT INTO finding_disputes (finding_id, opposing_finding_id)
    SELECT a.id, b.id FROM findings a JOIN findings b ON a.task_id = b.task_id AND abs(a.rowid - b.rowid) IN (1, 3);
  INSERT INTO primary_sources (page_id, url, fragment_id, cue, words, source_page_id, outcome, created_at, cause_id)
    SELECT f.page_id, 'https://source.example/' || f.rowid, f.id, 'citation', 'as told', p.id, 'read', '2026', 'c'
    FROM fragments f JOIN pages p ON p.rowid = f.rowid % 40 + 1 WHERE f.rowid % 3 = 0;
  INSERT INTO records (id, page_id, source, kind, title, is_primary, identifiers, entities, fetched_at, cause_id)
    SELECT 'rec_' || rowid, id, 'register', 'company', title, rowid % 2, '[]', '[]', '2026', 'c'
    FROM pages WHERE rowid % 9 = 0;
  INSERT INTO record_attributes (record_id, name, value, path)
    SELECT id, 'capital', '¥' || rowid, '$.capital' FROM records;
  INSERT INTO entities (id, task_id, kind, name, wikidata_id, mentions, pages, cause_id)
    SELECT 'ent_' || rowid, task_id, 'place', 'Place ' || rowid, NULL, 1, 1, 'c' FROM claims WHERE rowid % 4 = 0;
  INSERT INTO entity_names (id, task_id, kind, name, entity_id, joined_by, cause_id)
    SELECT 'name_' || rowid, task_id, kind, name, id, 'first', 'c' FROM entities;
  INSERT INTO entity_mentions (id, task_id, name_id, page_id, fragment_id, span_start, span_end, cause_id)
    SELECT 'mention_' || c.rowid, c.task_id, n.id, f.page_id, f.id, 0, 5, 'c' FROM claims c
    JOIN entity_names n ON n.entity_id = 'ent_' || c.rowid JOIN fragments f ON f.id = c.source_fragment_id;
  INSERT INTO record_attributes (record_id, name, value, path)
    SELECT id, 'incorporated', CASE rowid % 4 WHEN 0 THEN 'in 1998' WHEN 1 THEN '1998-04-01' WHEN 2 THEN '2001-12'
      ELSE '2001-12-31T10:00' END, '$.date' FROM records;
  UPDATE records SET entities =
    '[{"name": "Ana Aoki", "role": "officer"}, {"name": "Hoshi 株式会社", "role": "parent"}]'
    WHERE rowid % 2 = 0;
  INSERT OR IGNORE INTO search_pages (query_id, url, page_id, found_by, outcome, cause_id)
    SELECT (SELECT min(id) FROM queries WHERE task_id = c.task_id), p.url, p.id, 'engine', 'ok', 'c' FROM records r
    JOIN pages p ON p.id = r.page_id JOIN fragments f ON f.page_id = p.id JOIN claims c ON c.source_fragment_id = f.id;
  UPDATE fragments SET superseded_at = '2026-02-03T00:00:00.000Z' WHERE rowid % 29 = 0;
  UPDATE pages SET language = CASE rowid % 5 WHEN 0 THEN 'en' WHEN 1 THEN NULL ELSE 'ja-JP' END;
  UPDATE queries SET query = '緑茶 ' || query WHERE rowid % 2 = 0;
  UPDATE queries SET options = '{"pivot_from": "company:Hoshi"}' WHERE rowid % 3 = 0;
  INSERT INTO query_expansions (query_id, position, query, by, cause_id)
    SELECT id, 0, '緑茶の効果', 'given', 'c' FROM queries WHERE rowid % 3 = 0;
  INSERT INTO pivot_steps (query_id, position, ask, source, by, value, outcome, found, same_name, cause_id)
    SELECT id, 0, 'officers', 'register', 'name', NULL, 'ok', 3, 1, 'c' FROM queries;
  INSERT INTO finding_sources (finding_id, relation, page_id, origin)
    SELECT f.id, CASE (p.rowid + f.rowid) % 4 WHEN 0 THEN 'refutes' ELSE 'supports' END, p.id, p.domain
    FROM findings f JOIN claims c ON c.id = f.claim_id JOIN fragments g ON g.id = c.source_fragment_id
    JOIN pages p ON p.id = g.page_id;
  INSERT INTO review_items (task_id, place, kind, target_id, claim_id, fragment_id, finding_id, sentence, claim_text,
      domain, verdict, probability, score, changes, decides, copies)
    SELECT task_id, rowid, 'referent', id, id, source_fragment_id, NULL, claim_text, claim_text, 'a.example',
      NULL, 0.123456, rowid / 7.0, '[]', '', '["edge_1", "edge_2"]' FROM claims WHERE rowid % 6 = 0;`

let postgres: Postgres
let hub: HubConnection
let merged: TestStore

before(async () => {
  if (NO_POSTGRES) return
  const cleaning: (() => void)[] = []
  const folder = folderFor({ after: (work) => cleaning.push(work) })
  postgres = await startPostgres()
  hub = await newHub(await postgres.database())
  merged = testStore()
  using made = testStore()
  const { taskIds } = buildBigGraph(made.store.db, SIZE)
  made.store.db.exec(REST)
  for (const taskId of taskIds) {
    const path = writeSliceOf(made.store, taskId, folder)
    const screen = (_: string, row: Record<string, string | number | bigint | null | Uint8Array>) => row
    merged.store.slices.merge({ path, taskId, isolated: false, dryRun: false, screen })
    await mergeSlice(hub, path, taskId)
  }
  // A home makes this list anew instead of taking it over.
  for (const row of made.store.db.prepare('SELECT * FROM review_items').all())
    merged.store.db.prepare(insertInto('review_items', Object.keys(row))).run(row)
  for (const clean of cleaning) clean()
})

after(async () => {
  if (NO_POSTGRES) return
  merged[Symbol.dispose]()
  await hub.close()
  await postgres[Symbol.asyncDispose]()
})

/** Rows as a set, in an order of their own. */
function sorted(rows: readonly object[]): readonly object[] {
  const text = (row: object) => JSON.stringify(Object.values(row))
  return rows.map((row) => ({ ...row })).sort((a, b) => (text(a) < text(b) ? -1 : 1))
}

for (const view of VIEWS)
  test(`the hub: ${view} gives the rows on PostgreSQL that it gives on SQLite`, { skip: NO_POSTGRES }, async () => {
    const there = await hub.rows(z.looseObject({}), `SELECT * FROM lyra.${view}`)
    const here = merged.store.db.prepare(`SELECT * FROM ${view}`).all()

    assert.notEqual(here.length, 0)
    assert.deepEqual(sorted(there), sorted(here))
  })

test('the hub: a pattern of GLOB is the same pattern as a regular expression', () => {
  assert.equal(globPattern('[12][0-9]-*'), '^[12][0-9]-.*$')
  assert.equal(globPattern('*[ぁ-ヿ]*'), '^.*[ぁ-ヿ].*$')
  assert.equal(globPattern('a.b?(c)'), '^a\\.b.\\(c\\)$')
})

test('the hub: a list that is none breaks no view for the others', { skip: NO_POSTGRES }, async () => {
  const timeline = 'SELECT count(*) AS n FROM lyra.v_timeline'
  const counted = async () => (await hub.rows(z.object({ n: z.number() }), timeline))[0]?.n ?? 0
  const before = await counted()
  await hub.run(`UPDATE lyra.records SET entities = 'no list' WHERE id = (SELECT min(id) FROM lyra.records)`)
  const after = await counted()
  assert.ok(after > 0 && after < before, `${before} ${after}`)
})
