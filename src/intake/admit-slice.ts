import { LyraError } from '../domain/errors.ts'
import { withoutInvisible } from '../domain/invisible.ts'
import { screenFields } from '../guard/l2-page-screen.ts'
import type { MergeOrder } from '../store/slice/merge-slice.ts'
import type { SliceRow } from '../store/slice/row-filter.ts'

/** What stands for a text that gave orders: nothing, another value, or the whole row stays out. */
type Instead = 'drop' | 'reject' | { readonly value: string | null }

const drop: Instead = 'drop'
const nothing: Instead = { value: null }
const emptyList: Instead = { value: '[]' }

/** Columns with words of pages, indexes or people, by table; everything else is an id, a number or a fixed word. */
const TEXTS: Readonly<Record<string, Readonly<Record<string, Instead>>>> = {
  tasks: { query: 'reject', priority_domains: emptyList, scope: { value: '{}' }, stop_reason: nothing },
  queries: { query: drop, options: drop, warnings: emptyList, error: nothing },
  works: {
    title: { value: '[title kept out]' },
    title_key: { value: '' },
    abstract: nothing,
    venue: nothing,
    licence: nothing,
    retraction_notice: nothing,
  },
  authors: { name: drop },
  identifiers: { value: drop },
  work_updates: { notice: drop, type: drop },
  pages: {
    url: drop,
    final_url: nothing,
    canonical_url: nothing,
    title: nothing,
    authors: emptyList,
    paper_metadata: nothing,
    licence: nothing,
    quality_reasons: emptyList,
    identifiers: emptyList,
  },
  fragments: {
    text_content: drop,
    heading_context: nothing,
    heading_hierarchy: emptyList,
    post_author: nothing,
    revisions: emptyList,
  },
  records: { title: drop, licence: nothing, identifiers: emptyList, entities: emptyList },
  record_attributes: { value: drop },
  claims: {
    claim_text: drop,
    context: nothing,
    not_adopted_reason: nothing,
    status_reason: nothing,
    scope_places: emptyList,
    scope_products: emptyList,
    scope_organisations: emptyList,
    scope_period: emptyList,
  },
  entities: { name: drop, wikidata_id: nothing },
  entity_names: { name: drop },
  entity_mentions: { role: nothing },
  page_statements: { was: drop, now: nothing },
  pivot_steps: { value: nothing, reason: nothing },
  query_expansions: { query: drop, synonym: nothing },
  edges: { rationale: nothing, nli_notes: nothing, read_as: nothing, citation_source: nothing },
  review_items: { sentence: drop, claim_text: drop, changes: emptyList },
  serp_items: { title: drop, snippet: drop, url: drop },
  search_pages: { url: drop, reason: nothing },
  search_targets: { given: drop, value: drop, reason: nothing, url: nothing },
  citation_candidates: { title: { value: '[title kept out]' }, identifiers: emptyList, reason: { value: '' } },
  events: { data: drop },
  decisions: { inputs: drop, outcome: drop },
  feedback: { payload: drop },
  domain_blocks: { reason: drop, lifted_reason: nothing },
  trust_overrides: { reason: drop },
}

/**
 * L2 (REQ 4.4.1) for the rows of a bundle. Whoever made it had screened them, if it was Lyra; nobody can tell. The same
 * screen lets them in unchanged, and keeps out what a stranger wrote into the file.
 */
export const screenSliceRow: MergeOrder['screen'] = (table, row) => {
  const texts = TEXTS[table]
  if (texts === undefined) return row
  const screened: SliceRow = { ...row }
  for (const [column, instead] of Object.entries(texts)) {
    const text = row[column]
    if (typeof text !== 'string' || text === '') continue
    if (!screenFields({ text }).isDangerous) screened[column] = withoutInvisible(text)
    else if (instead === 'drop') return null
    else if (instead === 'reject')
      throw new LyraError('BUNDLE_REJECTED', 'The question of the bundle gives orders (L2)')
    else screened[column] = instead.value
  }
  return screened
}
