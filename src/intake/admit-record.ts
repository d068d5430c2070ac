import { type Clock, isoTime, yearOf } from '../domain/clock.ts'
import { sha256, stableId } from '../domain/ids.ts'
import { withoutInvisible } from '../domain/invisible.ts'
import type { Fragment, Page } from '../domain/page.ts'
import type { PublicRecord } from '../domain/public-record.ts'
import { markScreened, type Screened } from '../domain/screened.ts'
import { LONGEST_FIELD } from '../domain/text-limits.ts'
import { normaliseUrl, registrableDomain } from '../domain/url.ts'
import { textHash } from '../extract/fragments.ts'
import { screenFields, screenPage } from '../guard/l2-page-screen.ts'
import type { ArchiveRef } from '../net/types.ts'
import type { Store } from '../store/types.ts'
import { languageTag, namesNoOrder, plainDate } from './plain-fields.ts'
import { reportDanger } from './report-danger.ts'
import { type RevisitCause, revisePage } from './revise-page.ts'

export interface RecordIntake {
  readonly store: Pick<Store, 'pages' | 'fragments' | 'records' | 'events' | 'write'>
  readonly clock: Clock
}

export interface FoundRecord {
  readonly record: PublicRecord
  readonly archive: ArchiveRef | null
  /** Asked for by its number: all the source has of it. One line of a list says less, and takes nothing back. */
  readonly isWhole: boolean
}

export interface AdmittedRecord {
  /** Null where the record has no address that a page could have. */
  readonly pageId: string | null
  readonly warnings: readonly string[]
}

/** A record becomes a page and its fragments like a paper's abstract does, and keeps its values by name (REQ 3.1.3). */
export function admitRecord({ store, clock }: RecordIntake, found: FoundRecord, cause: RevisitCause): AdmittedRecord {
  const url = normaliseUrl(found.record.url)
  if (url === null) return { pageId: null, warnings: [] }
  const stamp = { at: isoTime(clock), causeId: cause.causeId }
  const id = stableId('page', url)
  const screened = screenRecord(found.record)
  return store.write(() => {
    const row = markScreened(recordPageRow(url, screened.record, found.archive, stamp))
    const fragments = screened.fragments.map((passage, position) =>
      markScreened(recordFragment(id, row.title, { ...passage, position }, stamp)),
    )
    const known = store.pages.byUrl(url)
    const pageId = known?.id ?? store.pages.save(row).page.id
    if (known === null) store.fragments.saveAll(fragments)
    // A page of the web at this address stays what it is; the record's values are beside it.
    else if (known.route === 'api' && found.isWhole) revise(store, known, row, fragments, cause)
    else if (known.route === 'api') store.fragments.saveAll(inNewLanguage(store, known, fragments))
    store.records.save(markScreened(recordRow(pageId, screened.record, found.archive, stamp)))
    const warnings = reportDanger(store.events, { type: 'page', id: pageId, url }, screened, cause.causeId)
    return { pageId, warnings }
  })
}

/** A line of a list in a language that the page was not asked for in yet. */
function inNewLanguage(
  store: RecordIntake['store'],
  { id }: Page,
  fragments: readonly Screened<Fragment>[],
): readonly Screened<Fragment>[] {
  const told = new Set(store.fragments.ofPage(id).map(({ language }) => language))
  return fragments.filter(({ language }) => !told.has(language))
}

/** What stands there in another language was asked for in another language, and stays. */
function revise(
  store: RecordIntake['store'],
  known: Page,
  row: Screened<Page>,
  fragments: readonly Screened<Fragment>[],
  cause: RevisitCause,
): void {
  const languages = new Set(fragments.map(({ language }) => language))
  const others = store.fragments.ofPage(known.id).filter(({ language }) => !languages.has(language))
  revisePage(store, known, { row, fragments: [...others.map((one) => markScreened(one)), ...fragments] }, cause)
}

/** L2 (REQ 4.4.1): anybody may register a name, file a document or start a study. */
function screenRecord(record: PublicRecord) {
  const cut = (text: string) => withoutInvisible(text).slice(0, LONGEST_FIELD)
  const passages = record.passages.map(({ heading, text, language, isStatement }) => ({
    fragment_type: isStatement ? ('statement' as const) : ('paragraph' as const),
    text_content: text,
    heading_context: heading,
    heading_hierarchy: heading === null ? [] : [{ level: 2, text: heading }],
    language,
  }))
  const texts = screenPage({ title: record.title, authors: [], fragments: passages })
  const licence = screenFields({ licence: record.licence })
  const isSafe = (text: string) => !screenFields({ text }).isDangerous && namesNoOrder({ value: text })
  const attributes = record.attributes.filter(({ value }) => isSafe(value))
  const unsafe = record.attributes
    .filter((one) => !attributes.includes(one))
    .map(({ value }) => withoutInvisible(value))
  // A sentence around a value that is kept out would bring it in again.
  const holdsUnsafe = (text: string) => unsafe.some((value) => text.includes(value))
  const fragments = texts.fragments.filter((one) => one.fragment_type !== 'statement' || !holdsUnsafe(one.text_content))
  return {
    record: {
      ...record,
      title: texts.title === null ? '[title kept out]' : cut(texts.title),
      licence: licence.safe.licence,
      language: languageTag(record.language),
      published_at: plainDate(record.published_at),
      identifiers: record.identifiers.filter(namesNoOrder),
      entities: record.entities.filter(({ name }) => isSafe(name)),
      attributes,
    },
    fragments,
    findings: [...texts.findings, ...licence.findings],
    isDangerous: texts.isDangerous || licence.isDangerous,
    dropped: texts.dropped + texts.fragments.length - fragments.length + unsafe.length,
  }
}

interface Stamp {
  readonly at: string
  readonly causeId: string
}

function recordPageRow(url: string, record: PublicRecord, archive: ArchiveRef | null, { at, causeId }: Stamp): Page {
  const { source, kind, licence, is_primary, entities, identifiers } = record
  return {
    id: stableId('page', url),
    url,
    final_url: null,
    canonical_url: null,
    domain: registrableDomain(url) ?? '',
    title: record.title,
    authors: [],
    published_at: record.published_at,
    updated_at: null,
    year: yearOf(record.published_at),
    language: record.language,
    page_type: record.is_official ? 'register' : 'record',
    route: 'api',
    outcome: 'ok',
    http_status: null,
    content_type: 'application/json',
    content_hash: sha256(JSON.stringify(record.attributes)),
    warc_file: archive?.file ?? null,
    warc_record_id: archive?.recordId ?? null,
    screenshot_path: null,
    work_id: null,
    paper_metadata: { sources: [source], kind, licence, is_primary, entities },
    is_retracted: false,
    quality_score: 1,
    quality_flags: [],
    licence,
    identifiers,
    fetched_at: at,
    cause_id: causeId,
  }
}

function recordFragment(
  pageId: string,
  title: string | null,
  passage: Pick<
    Fragment,
    'text_content' | 'heading_context' | 'heading_hierarchy' | 'language' | 'position' | 'fragment_type'
  >,
  { at, causeId }: Stamp,
): Fragment {
  const text_hash = textHash(passage.text_content)
  const headings = title === null ? [] : [{ level: 1, text: title }]
  return {
    ...passage,
    heading_context: passage.heading_context ?? title,
    heading_hierarchy: [...headings, ...passage.heading_hierarchy],
    id: stableId('frag', pageId, String(passage.position), text_hash),
    page_id: pageId,
    element_index: passage.position,
    char_start: 0,
    char_end: passage.text_content.length,
    page_number: null,
    text_hash,
    extraction_method: 'api_record',
    quality_score: 1,
    cluster_id: null,
    is_irrelevant: false,
    created_at: at,
    cause_id: causeId,
  }
}

function recordRow(pageId: string, record: PublicRecord, archive: ArchiveRef | null, { at, causeId }: Stamp) {
  const { source, kind, title, licence, is_primary, published_at, identifiers, entities, attributes } = record
  return {
    ...{ source, kind, title, licence, is_primary, published_at, identifiers, entities, attributes },
    id: stableId('rec', source, pageId),
    page_id: pageId,
    warc_file: archive?.file ?? null,
    warc_record_id: archive?.recordId ?? null,
    fetched_at: at,
    cause_id: causeId,
  }
}
