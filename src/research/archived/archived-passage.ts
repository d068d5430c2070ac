import type { ArchivedPassage } from '../../api/get-archived-passage.ts'
import type { DescribedRecord } from '../../archive/read-record.ts'
import { ownWords } from '../../domain/claim.ts'
import { locatePassage } from '../../domain/locate-passage.ts'
import type { Fragment, Page } from '../../domain/page.ts'
import { isStruckWhole } from '../../domain/revision.ts'
import { kindOf } from '../../extract/extract.ts'
import { requireTask } from '../../store/require-task.ts'
import type { EvidenceEdge, Store } from '../../store/types.ts'
import { stanceNotes } from '../graph/stance-notes.ts'
import { type ArchivedParts, placeOf, recordOf, screenshotOf } from './archived-parts.ts'

interface Asked {
  readonly page_id?: string | undefined
  readonly fragment_id?: string | undefined
  readonly edge_id?: string | undefined
  readonly claim_id?: string | undefined
  readonly task_id?: string | undefined
}

/** Passages of a page that are listed; those that were judged come first into the list. */
const MOST_LISTED = 200
const LISTED_LETTERS = 240

/** A page as it lies in the archive, the passage that is meant, and what was judged of it (GRAPH 5). */
export async function archivedPassage(parts: ArchivedParts, asked: Asked): Promise<ArchivedPassage> {
  const { store } = parts
  const place = placeOf(parts, asked)
  const { page } = place
  const fragments = store.fragments.ofPage(page.id)
  const judged = judgedOf(store, page.id)
  const fragment = place.fragment ?? fragments.find(({ id }) => judged.has(id)) ?? null
  const task = asked.task_id === undefined ? null : requireTask(store, asked.task_id)
  const isOfTask = ({ task_id }: { readonly task_id: string }) => task === null || task_id === task.id
  const all = fragment === null ? [] : verdictsOn(store, fragment.id).filter(isOfTask)
  const taken = fragment === null ? [] : takenFrom(store, fragment).filter(isOfTask)
  const own = taken.find(({ claim_id }) => claim_id === asked.claim_id)
  const named = all.find(({ edge_id }) => edge_id === asked.edge_id)
  const chosen = named ?? (own === undefined ? all[0] : undefined)
  const verdicts = chosen === undefined ? all : [chosen, ...all.filter((one) => one !== chosen)]
  const marked = chosen?.sentence ?? (own ?? taken[0])?.sentence ?? fragment?.text_content ?? null
  const ref = recordOf({ page, fragment })
  const described = ref === null ? null : await parts.records.describe(ref.file, ref.recordId)
  return {
    ok: true,
    page: shownPage(page),
    query: task?.query ?? null,
    kind: described === null ? 'none' : shownKind(described, page),
    record: ref === null || described === null ? null : shownRecord(ref.file, ref.recordId, described),
    record_problem: described !== null ? null : ref === null ? 'not_archived' : 'not_in_archive',
    has_screenshot: screenshotOf(page) !== null,
    passage: fragment === null ? null : shownPassage(fragment, fragments),
    marked,
    edge_id: chosen?.edge_id ?? null,
    verdicts,
    taken,
    passages: listed(fragments, judged),
    passages_total: fragments.length,
  }
}

function shownPage(page: Page): ArchivedPassage['page'] {
  const { id, title, domain, content_type, route, outcome, is_retracted } = page
  return { page_id: id, url: page.final_url ?? page.url, title, domain, content_type, route, outcome, is_retracted }
}

function shownKind({ exchange }: DescribedRecord, page: Page): ArchivedPassage['kind'] {
  const contentType = exchange.responseHeaders['content-type'] ?? page.content_type
  // An abstract lies in the answer of an index: JSON or XML, which nobody reads as a page.
  if (page.route === 'api') return 'other'
  if (/^image\//iu.test(contentType ?? '')) return 'picture'
  const kind = kindOf({ contentType, body: exchange.body })
  if (kind === 'image') return 'picture'
  return kind === 'html' || kind === 'pdf' || kind === 'text' ? kind : 'other'
}

function shownRecord(file: string, recordId: string, described: DescribedRecord): ArchivedPassage['record'] {
  const { exchange, type, offset, length, digest } = described
  const { written, computed } = digest
  return {
    warc_file: file,
    warc_record_id: recordId,
    type,
    offset,
    length,
    captured_at: exchange.time,
    bytes: exchange.body.length,
    digest_written: written,
    digest_computed: computed,
    digest_holds: written === null || computed === null ? null : written.toLowerCase() === computed.toLowerCase(),
  }
}

function shownPassage(fragment: Fragment, fragments: readonly Fragment[]): ArchivedPassage['passage'] {
  const at = fragments.findIndex(({ id }) => id === fragment.id)
  const beside = (step: number) => (at < 0 ? '' : (fragments[at + step]?.text_content ?? ''))
  return {
    fragment_id: fragment.id,
    text: fragment.text_content,
    heading: fragment.heading_context,
    page_number: fragment.page_number,
    extraction_method: fragment.extraction_method,
    struck_out: isStruckWhole(fragment),
    superseded_at: fragment.superseded_at ?? null,
    before: beside(-1),
    after: beside(1),
  }
}

type Verdict = ArchivedPassage['verdicts'][number]

/** Those that take a side first, the surer the earlier. */
function verdictsOn(store: Store, fragmentId: string): readonly Verdict[] {
  const claims = store.claims.touchedByFragment(fragmentId)
  const evidence = store.edges.evidenceOf(claims.map(({ id }) => id))
  const weight = ({ relation, confidence }: Verdict) => (relation === 'neutral' ? 0 : 1 + (confidence ?? 0))
  return claims
    .flatMap((claim) =>
      (evidence.get(claim.id) ?? [])
        .filter((edge) => edge.fragment.id === fragmentId)
        .map(
          (edge): Verdict => ({
            ...judgement(edge),
            ...{ claim_id: claim.id, task_id: claim.task_id },
            claim: claim.claim_text,
            claim_confidence: claim.confidence,
            claim_status: claim.verification_status,
          }),
        ),
    )
    .sort((a, b) => weight(b) - weight(a) || (a.edge_id < b.edge_id ? -1 : 1))
}

function judgement(edge: EvidenceEdge) {
  return {
    edge_id: edge.id,
    relation: edge.relation,
    confidence: edge.nli_confidence,
    sentence: edge.rationale,
    notes: [...stanceNotes(edge)],
    human_corrected: edge.human_corrected,
  }
}

function takenFrom(store: Store, fragment: Fragment): ArchivedPassage['taken'] {
  return store.claims
    .touchedByFragment(fragment.id)
    .filter((claim) => claim.source_fragment_id === fragment.id)
    .map((claim) => {
      const span = fragment.text_content.slice(claim.span_start, claim.span_end)
      const own = ownWords(claim)
      const stands = span.trim() !== '' && locatePassage(fragment.text_content, span) !== null
      return { claim_id: claim.id, task_id: claim.task_id, claim: claim.claim_text, sentence: stands ? span : own }
    })
}

function judgedOf(store: Store, pageId: string): ReadonlySet<string> {
  const claims = store.claims.many(store.claims.restingOn([pageId]))
  const evidence = store.edges.evidenceOf(claims.map(({ id }) => id))
  const taking = [...evidence.values()].flat().filter((edge) => edge.page.id === pageId && edge.relation !== 'neutral')
  return new Set([...taking.map((edge) => edge.fragment.id), ...claims.map((claim) => claim.source_fragment_id)])
}

function listed(fragments: readonly Fragment[], judged: ReadonlySet<string>): ArchivedPassage['passages'] {
  const kept = new Set(
    [...fragments.filter(({ id }) => judged.has(id)), ...fragments].slice(0, MOST_LISTED).map(({ id }) => id),
  )
  return fragments
    .filter(({ id }) => kept.has(id))
    .map(({ id, text_content: text, page_number }) => ({
      fragment_id: id,
      text: text.length <= LISTED_LETTERS ? text : `${text.slice(0, LISTED_LETTERS - 1)}…`,
      page_number,
      judged: judged.has(id),
    }))
}
