import assert from 'node:assert/strict'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readStatement, whyNotOneSelect } from '../../src/store/sql-text.ts'
import { openAt, temporaryFolder, VIEW_COUNT, VIEW_FOLDER } from './graph-fixture.ts'

/** EXPLORE 4.2.3, with the task_id of LYRA 1.11. */
const COLUMNS: Readonly<Record<string, string>> = {
  v_citation_age_gap: 'task_id citing_year cited_year age_gap frequency',
  v_citation_clusters: 'task_id cluster_id page_ids internal_citations cluster_size',
  v_citation_flow: 'task_id citing_page_id cited_page_id citation_source hop_distance',
  v_claim_evidence_summary:
    'task_id claim_id claim_text support_count refute_count neutral_count uncounted_count bayesian_confidence is_controversial',
  v_claim_temporal_support: 'task_id claim_id earliest_year latest_year year_span temporal_consistency',
  v_contradictions: 'task_id claim_id claim_text supporting_fragments refuting_fragments controversy_score',
  v_controversy_by_era: 'task_id decade controversial_claims consensus_claims shift_detected',
  v_emerging_consensus: 'task_id claim_id claim_text support_trend years_observed',
  v_entities: 'task_id entity_id kind name names wikidata_id mentions pages claims attributes',
  v_entity_mentions:
    'task_id entity_id kind name spelling joined_by fragment_id span_start span_end role record_id claim_ids ' +
    'url page_id warc_file warc_record_id',
  v_evidence_chain: 'task_id source_fragment_id intermediate_claim_id derived_claim_id chain_confidence',
  v_evidence_freshness: 'task_id claim_id claim_text avg_evidence_age has_recent_support has_recent_refutation',
  v_evidence_timeline: 'task_id year fragment_count claim_count avg_confidence',
  v_findings:
    'task_id finding_id finding_text verification_status confidence supporting_sources refuting_sources ' +
    'claims relevance rank_score in_dispute_with claim_ids',
  v_hub_pages: 'task_id page_id title domain claims_supported citation_count',
  v_language_gaps:
    'task_id gap finding_id finding_text verification_status language sources other_language queries_in_other ' +
    'pages_in_other opposing_finding_id opposing_text',
  v_orphan_sources: 'task_id page_id title domain claims_supported',
  v_outdated_evidence: 'task_id claim_id claim_text newest_evidence_year years_since_update',
  v_pivots: 'task_id search_id pivot_from position ask source by value outcome found same_name reason',
  v_primary_sources:
    'task_id claim_id claim_text told_by cue named_url primary_source_url primary_source_title outcome source_says',
  v_record_attributes:
    'task_id source kind title url name value is_primary published_at licence path warc_file ' +
    'warc_record_id page_id',
  v_review:
    'task_id place kind target_id claim_id fragment_id finding_id sentence claim_text domain verdict ' +
    'probability score changes decides copies',
  v_source_authority: 'task_id page_id title authority_score citation_count cited_by_count year',
  v_timeline: 'task_id subject_type subject_id subject at event detail page_id warc_file warc_record_id',
  v_unsupported_claims: 'task_id claim_id claim_text evidence_count uncertainty',
}

function folders() {
  const folder = temporaryFolder()
  const user = join(folder.path, 'views')
  mkdirSync(user)
  const db = join(folder.path, 'lyra.db')
  return {
    user,
    write: (name: string, text: string) => writeFileSync(join(user, name), text),
    open: () => openAt(db, [VIEW_FOLDER, user, join(folder.path, 'no-such-folder')]),
    remove: folder.remove,
  }
}

test('EXPLORE 4.2.3: the catalogue lists the views with their columns and a purpose each', (t) => {
  const home = folders()
  t.after(home.remove)
  const store = home.open()
  t.after(() => store.close())

  const views = store.views()

  assert.deepEqual(Object.fromEntries(views.map(({ name, columns }) => [name, columns.join(' ')])), COLUMNS)
  assert.equal(
    views.find(({ name }) => name === 'v_contradictions')?.purpose,
    'Claims that some fragments support and others refute',
  )
  assert.deepEqual(
    views.filter(({ purpose }) => purpose === '').map(({ name }) => name),
    [],
  )
})

test("EXPLORE 4.2.3: a user's view is added, may read other views, replaces one of the same name and goes with its file", (t) => {
  const home = folders()
  t.after(home.remove)
  home.write(
    'v_a_disputes.sql',
    '-- purpose: 論争の数\nSELECT task_id, count(*) AS n FROM v_contradictions GROUP BY task_id;\n',
  )
  home.write('v_hub_pages.sql', '-- purpose: my hubs\nSELECT id AS page_id FROM pages -- all of them\n;\n')

  const first = home.open()
  const added = first.views().filter(({ name }) => ['v_a_disputes', 'v_hub_pages'].includes(name))
  first.close()
  rmSync(join(home.user, 'v_a_disputes.sql'))
  rmSync(join(home.user, 'v_hub_pages.sql'))
  const second = home.open()
  const left = second.views().filter(({ name }) => ['v_a_disputes', 'v_hub_pages'].includes(name))
  second.close()

  assert.deepEqual(added, [
    { name: 'v_a_disputes', purpose: '論争の数', columns: ['task_id', 'n'] },
    { name: 'v_hub_pages', purpose: 'my hubs', columns: ['page_id'] },
  ])
  assert.deepEqual(
    left.map(({ name, columns }) => [name, columns.length]),
    [['v_hub_pages', 6]],
  )
})

test('EXPLORE 4.2.3: a broken view is reported by name and message and stops nothing', (t) => {
  const home = folders()
  t.after(home.remove)
  home.write('v_bad_column.sql', '-- purpose: wrong\nSELECT nonsense FROM claims')
  home.write('v_bad_syntax.sql', '-- purpose: wrong\nSELECT FROM WHERE')
  home.write('v_two.sql', '-- purpose: wrong\nSELECT 1; DROP TABLE claims')
  home.write('v_write.sql', '-- purpose: wrong\nDELETE FROM claims')
  home.write('v_nothing.sql', 'SELECT 1 AS one')
  home.write('My View.sql', '-- purpose: wrong name\nSELECT 1 AS one')

  const store = home.open()
  t.after(() => store.close())

  assert.deepEqual(
    store.viewProblems.map(({ name, message }) => [name, message]),
    [
      ['My View', 'a view file is named v_<words>.sql in small letters'],
      ['v_nothing', 'the first line must be a comment: -- purpose: what the view is for'],
      ['v_two', 'only one statement is allowed'],
      ['v_write', 'only SELECT, WITH and VALUES are allowed, not DELETE'],
      ['v_bad_syntax', 'near "FROM": syntax error'],
      ['v_bad_column', 'no such column: nonsense'],
    ],
  )
  assert.equal(store.views().length, VIEW_COUNT)
  assert.deepEqual(store.claims.ofTask('task_1'), [])
})

test('opening again writes nothing when the views are as they should be', (t) => {
  const home = folders()
  t.after(home.remove)
  const first = home.open()
  t.after(() => first.close())
  const version = () => first.db.prepare('PRAGMA data_version').get()?.data_version
  const before = version()

  home.open().close()
  const same = version()
  home.write('v_new.sql', '-- purpose: new\nSELECT 1 AS one')
  home.open().close()

  assert.equal(same, before)
  assert.notEqual(version(), before)
})

test('a text is read as SQLite reads it: quotes, brackets and comments hide semicolons', () => {
  assert.deepEqual(readStatement(' /* a;b */ select \';\' , "x;", [y;], `z;` -- ;\n ; -- end'), {
    statement: 'select \';\' , "x;", [y;], `z;`',
    firstWord: 'SELECT',
    more: false,
  })
  assert.equal(readStatement("SELECT 'it''s; fine'; SELECT 2").more, true)
  assert.equal(readStatement("SELECT 'it''s; fine'").more, false)
  assert.equal(readStatement(';;SELECT 1').statement, 'SELECT 1')
  assert.equal(whyNotOneSelect(readStatement('  -- nothing')), 'there is no statement in it')
  assert.equal(whyNotOneSelect(readStatement('(SELECT 1)')), 'only SELECT, WITH and VALUES are allowed, not this')
  assert.equal(whyNotOneSelect(readStatement('with a as (select 1) select * from a')), null)
})
