/** A column that names a row of another table: a row goes where that row goes. */
export interface Reference {
  readonly column: string
  readonly table: string
  /** Of an edge: which table it is depends on this column. */
  readonly typeColumn?: string
}

export interface SliceTable {
  readonly name: string
  readonly key: readonly string[]
  /** Rows of a task: `:taskId`, and lists of ids as JSON, `:pages`, `:works`, `:domains`. */
  readonly where: string
  readonly references: readonly Reference[]
  /** Columns that belong to the home or to other tasks: not handed over; the reader gets their defaults. */
  readonly without?: readonly string[]
  /** Trust is what a home has learned by itself: shown with a bundle, never merged into another home. */
  readonly isTrust?: true
  /** Made anew by every home when it is asked for, and so not merged into one; a hub keeps it. */
  readonly isDerived?: true
}

const TASK = 'task_id = :taskId'
const QUERY = 'query_id IN (SELECT id FROM queries WHERE task_id = :taskId)'
const CLAIMS = '(SELECT id FROM claims WHERE task_id = :taskId)'
const FINDINGS = '(SELECT id FROM findings WHERE task_id = :taskId)'
const PAGES = '(SELECT value FROM json_each(:pages))'
const WORKS = '(SELECT value FROM json_each(:works))'
const DOMAINS = '(SELECT value FROM json_each(:domains))'
/** Spellings, and the things they name, as far as the pages of the slice show them: private ones stay at home. */
const SHOWN = `(SELECT name_id FROM entity_mentions WHERE task_id = :taskId AND page_id IN ${PAGES})`
const SHOWN_ENTITIES = `(SELECT e.id FROM entities e JOIN entity_names n ON n.entity_id = e.id AND n.name = e.name
  WHERE e.task_id = :taskId AND n.id IN ${SHOWN})`
const SHOWN_NAMES = `(SELECT id FROM entity_names WHERE id IN ${SHOWN}
  AND (entity_id IS NULL OR entity_id IN ${SHOWN_ENTITIES}))`
const FRAGMENTS = `(SELECT id FROM fragments WHERE page_id IN ${PAGES})`

const ref = (column: string, table: string): Reference => ({ column, table })

/**
 * What a bundle holds of the database: the tables that tell of research, each after those it refers to. What is not
 * named here stays at home: sessions, audit, questions, the queue of logins, jobs, caches and calibration samples.
 */
export const SLICE_TABLES: readonly SliceTable[] = [
  { name: 'tasks', key: ['id'], where: 'id = :taskId', references: [] },
  { name: 'queries', key: ['id'], where: TASK, references: [ref('task_id', 'tasks')] },
  { name: 'works', key: ['id'], where: `id IN ${WORKS}`, references: [] },
  {
    name: 'authors',
    key: ['work_id', 'position'],
    where: `work_id IN ${WORKS}`,
    references: [ref('work_id', 'works')],
  },
  {
    name: 'identifiers',
    key: ['type', 'value'],
    where: `work_id IN ${WORKS}`,
    references: [ref('work_id', 'works')],
  },
  {
    name: 'work_updates',
    key: ['doi', 'type', 'notice'],
    where: `doi IN (SELECT value FROM identifiers WHERE type = 'doi' AND work_id IN ${WORKS})`,
    references: [],
  },
  // That an index named a page as a paper's copy lifts its trust: a stranger's file must not say so.
  { name: 'pages', key: ['id'], where: `id IN ${PAGES}`, references: [], without: ['full_text_of'] },
  { name: 'fragments', key: ['id'], where: `page_id IN ${PAGES}`, references: [ref('page_id', 'pages')] },
  { name: 'records', key: ['id'], where: `page_id IN ${PAGES}`, references: [ref('page_id', 'pages')] },
  {
    name: 'record_attributes',
    key: ['record_id', 'name'],
    where: `record_id IN (SELECT id FROM records WHERE page_id IN ${PAGES})`,
    references: [ref('record_id', 'records')],
  },
  {
    name: 'page_statements',
    key: ['page_id', 'position'],
    where: `page_id IN ${PAGES} AND (claim_id IS NULL OR claim_id IN ${CLAIMS})`,
    references: [ref('page_id', 'pages')],
  },
  {
    name: 'claims',
    key: ['id'],
    where: TASK,
    references: [ref('task_id', 'tasks'), ref('source_fragment_id', 'fragments')],
  },
  { name: 'entities', key: ['id'], where: `id IN ${SHOWN_ENTITIES}`, references: [ref('task_id', 'tasks')] },
  {
    name: 'entity_names',
    key: ['id'],
    where: `id IN ${SHOWN_NAMES}`,
    references: [ref('task_id', 'tasks'), ref('entity_id', 'entities')],
  },
  {
    name: 'entity_mentions',
    key: ['id'],
    where: `${TASK} AND page_id IN ${PAGES} AND name_id IN ${SHOWN_NAMES}`,
    references: [
      ref('name_id', 'entity_names'),
      ref('page_id', 'pages'),
      ref('fragment_id', 'fragments'),
      ref('record_id', 'records'),
    ],
  },
  {
    name: 'entity_corrections',
    key: ['first_name_id', 'second_name_id'],
    where: `${TASK} AND first_name_id IN ${SHOWN_NAMES} AND second_name_id IN ${SHOWN_NAMES}`,
    references: [ref('first_name_id', 'entity_names'), ref('second_name_id', 'entity_names')],
  },
  {
    name: 'edges',
    key: ['id'],
    where:
      `(target_type = 'claim' AND target_id IN ${CLAIMS}) OR (source_type = 'claim' AND source_id IN ${CLAIMS}) ` +
      `OR (source_type = 'page' AND target_type = 'page' AND source_id IN ${PAGES} AND target_id IN ${PAGES})`,
    references: [
      { column: 'source_id', table: '', typeColumn: 'source_type' },
      { column: 'target_id', table: '', typeColumn: 'target_type' },
    ],
  },
  {
    name: 'contradictions',
    key: ['id'],
    where: TASK,
    references: [
      ref('claim_id', 'claims'),
      ref('opposing_fragment_id', 'fragments'),
      ref('opposing_claim_id', 'claims'),
    ],
  },
  { name: 'findings', key: ['id'], where: TASK, references: [ref('claim_id', 'claims')] },
  {
    name: 'finding_claims',
    key: ['claim_id'],
    where: `finding_id IN ${FINDINGS}`,
    references: [ref('finding_id', 'findings'), ref('claim_id', 'claims')],
  },
  {
    name: 'finding_sources',
    key: ['finding_id', 'relation', 'page_id'],
    where: `finding_id IN ${FINDINGS}`,
    references: [ref('finding_id', 'findings'), ref('page_id', 'pages')],
  },
  {
    name: 'finding_disputes',
    key: ['finding_id', 'opposing_finding_id'],
    where: `finding_id IN ${FINDINGS}`,
    references: [ref('finding_id', 'findings'), ref('opposing_finding_id', 'findings')],
  },
  {
    name: 'claim_links',
    key: ['first_claim_id', 'second_claim_id'],
    where: TASK,
    references: [ref('first_claim_id', 'claims'), ref('second_claim_id', 'claims')],
  },
  {
    name: 'claim_link_corrections',
    key: ['first_claim_id', 'second_claim_id'],
    where: TASK,
    references: [ref('first_claim_id', 'claims'), ref('second_claim_id', 'claims')],
  },
  {
    name: 'primary_sources',
    key: ['page_id', 'url'],
    where: `page_id IN ${PAGES} AND (source_page_id IS NULL OR source_page_id IN ${PAGES})`,
    references: [ref('page_id', 'pages'), ref('fragment_id', 'fragments'), ref('source_page_id', 'pages')],
  },
  {
    name: 'full_texts',
    key: ['task_id', 'work_id'],
    where: TASK,
    references: [ref('task_id', 'tasks'), ref('work_id', 'works'), ref('page_id', 'pages')],
  },
  { name: 'citation_candidates', key: ['task_id', 'id'], where: TASK, references: [ref('page_id', 'pages')] },
  { name: 'citation_communities', key: ['task_id', 'page_id'], where: TASK, references: [ref('page_id', 'pages')] },
  { name: 'serp_items', key: ['id'], where: QUERY, references: [ref('query_id', 'queries'), ref('page_id', 'pages')] },
  {
    name: 'search_pages',
    key: ['query_id', 'url'],
    where: QUERY,
    references: [ref('query_id', 'queries'), ref('page_id', 'pages')],
  },
  {
    name: 'search_targets',
    key: ['query_id', 'position'],
    where: QUERY,
    references: [ref('query_id', 'queries'), ref('page_id', 'pages')],
  },
  { name: 'pivot_steps', key: ['query_id', 'position'], where: QUERY, references: [ref('query_id', 'queries')] },
  { name: 'query_expansions', key: ['query_id', 'position'], where: QUERY, references: [ref('query_id', 'queries')] },
  {
    name: 'search_fragments',
    key: ['query_id', 'fragment_id'],
    where: QUERY,
    references: [ref('query_id', 'queries'), ref('fragment_id', 'fragments')],
  },
  {
    name: 'resource_index',
    key: ['identifier_type', 'identifier_value'],
    where: `page_id IN ${PAGES}`,
    references: [ref('page_id', 'pages')],
  },
  {
    name: 'embeddings',
    key: ['id'],
    where:
      `(target_type = 'claim' AND target_id IN ${CLAIMS}) ` +
      `OR (target_type = 'fragment' AND target_id IN ${FRAGMENTS})`,
    references: [{ column: 'target_id', table: '', typeColumn: 'target_type' }],
  },
  {
    name: 'review_items',
    key: ['task_id', 'place'],
    where: TASK,
    references: [ref('claim_id', 'claims'), ref('fragment_id', 'fragments'), ref('finding_id', 'findings')],
    isDerived: true,
  },
  { name: 'task_updates', key: ['id'], where: TASK, references: [ref('task_id', 'tasks')] },
  { name: 'task_metrics', key: ['task_id', 'name'], where: TASK, references: [] },
  { name: 'events', key: ['id'], where: TASK, references: [] },
  { name: 'decisions', key: ['id'], where: TASK, references: [] },
  { name: 'feedback', key: ['id'], where: TASK, references: [] },
  {
    name: 'domains',
    key: ['domain'],
    where: `domain IN ${DOMAINS}`,
    references: [],
    isTrust: true,
    without: [
      ...['contradicting_claims', 'block_score', 'block_score_long', 'cooldown_until', 'failures', 'headful_ratio'],
      ...['headful_failures', 'tor_success_rate', 'tor_usage_ratio', 'referer_match_rate', 'last_captcha_at'],
      ...['captcha_type_last_seen', 'captcha_rate', 'requests_today', 'requests_day', 'last_request_at'],
    ],
  },
  {
    name: 'domain_blocks',
    key: ['id'],
    where: `domain IN ${DOMAINS}`,
    references: [],
    isTrust: true,
    without: ['evidence'],
  },
  { name: 'trust_overrides', key: ['domain'], where: `domain IN ${DOMAINS}`, references: [], isTrust: true },
]

/** When and by which call a row was written, and where its bytes lie: another home has its own. */
export const OF_THE_HOME: ReadonlySet<string> = new Set([
  ...['cause_id', 'created_at', 'updated_at', 'fetched_at', 'checked_at', 'applied_at', 'at', 'seq'],
  ...['warc_file', 'warc_record_id', 'screenshot_path'],
])
