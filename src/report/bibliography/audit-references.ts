import {
  type AuditAnswer,
  type AuditedReference,
  type AuditInput,
  MOST_REFERENCES,
  REFERENCE_STATUSES,
  type ReferenceStatus,
} from '../../api/audit-bibliography.ts'
import { LyraError } from '../../domain/errors.ts'
import type { IdSource } from '../../domain/ids.ts'
import { inTurns } from '../../domain/in-turns.ts'
import { type Identifier, identifierKey } from '../../domain/paper.ts'
import { shortenText } from '../../domain/shorten-text.ts'
import type { PublicSources } from '../../sources/records/open-records.ts'
import type { AcademicSource, SourceCall } from '../../sources/types.ts'
import type { Store } from '../../store/types.ts'
import { askByIdentifier, askByTitle, together } from './ask-sources.ts'
import { GatheredWorks } from './gathered-works.ts'
import { fromGraph, type InGraph } from './look-up-reference.ts'
import { readingReferences, referenceFormat } from './parse-references.ts'
import type { ReferenceItem } from './reference-item.ts'
import { followLink, type LinkParts } from './reference-link.ts'
import type { Question, Told } from './told.ts'
import { weighReference } from './weigh-reference.ts'

export interface AuditParts extends LinkParts {
  readonly store: Store
  readonly sources: readonly AcademicSource[]
  /** Those that hold books are asked for an ISBN; absent: none is. */
  readonly records?: Pick<PublicSources, 'sources'>
  readonly ids: IdSource
}

/** Every entry of a list: in the graph, then by the sources; nothing of it is saved. */
export async function auditReferences(
  parts: AuditParts,
  { list, format: given, offline }: AuditInput,
  signal: AbortSignal,
): Promise<AuditAnswer> {
  const format = given ?? referenceFormat(list)
  const items = await inTurns(readingReferences(list, format))
  if (items.every(({ skipped }) => skipped !== undefined))
    throw new LyraError('INVALID_PARAMS', `The list has no entry that can be read as ${format}`, {
      hint: 'Name its format: --format text, bibtex, ris or csl',
    })
  const causeId = parts.store.events.append({
    ...{ kind: 'bibliography_audited', data: { entries: items.length, format }, causeId: parts.ids.next('cause') },
  })
  const call = { taskId: null, causeId, signal }
  let reading: Promise<GatheredWorks> | null = null
  const gathered = () => {
    reading ??= inTurns(GatheredWorks.reading(parts.store))
    return reading
  }
  const audited: AuditedReference[] = []
  for (const item of items.slice(0, MOST_REFERENCES)) {
    signal.throwIfAborted()
    audited.push(await auditOne(parts, item, { offline, call, gathered }))
  }
  const counts = Object.fromEntries(REFERENCE_STATUSES.map((status) => [status, 0])) as Record<ReferenceStatus, number>
  for (const { status } of audited) counts[status] += 1
  return { ok: true, format, items: audited, counts, not_audited: items.length - audited.length }
}

interface AuditRun {
  readonly offline: boolean
  readonly call: SourceCall
  /** Read once, for the first entry that needs it. */
  readonly gathered: () => Promise<GatheredWorks>
}

async function auditOne(parts: AuditParts, item: ReferenceItem, run: AuditRun): Promise<AuditedReference> {
  if (item.skipped !== undefined) return unread(item, item.skipped)
  const known = await fromGraph(parts.store, item, run.gathered)
  const told = run.offline ? null : await ask(parts, item, known, run.call)
  const followed = await followLink(parts, item, known.page, run)
  const heard = { item, known, told, followed, offline: run.offline }
  const { status, works, mismatches, reasons } = weighReference(heard)
  const notices = works.flatMap(({ updates }) => updates).map(({ type, notice, date }) => ({ type, notice, date }))
  return {
    key: item.key.slice(0, 300),
    entry: item.raw,
    status,
    known_by: [...new Set(works.map(({ knownBy }) => knownBy))],
    title: works[0]?.title.slice(0, 1000) ?? null,
    mismatches: mismatches.map(({ field, cited, found }) => ({ field, cited: shown(cited), found: shown(found) })),
    notices: [...new Map(notices.map((one) => [JSON.stringify(one), one])).values()],
    link: followed?.link ?? null,
    page_id: known.page?.id ?? null,
    reasons: reasons.map(shown),
  }
}

/** A line of the list that is no reference is named, with the reason, and nothing is asked for it. */
function unread({ key, raw }: ReferenceItem, reason: string): AuditedReference {
  return {
    ...{ key: key.slice(0, 300), entry: raw, status: 'skipped', known_by: [], title: null, mismatches: [] },
    ...{ notices: [], link: null, page_id: null, reasons: [`no reference: ${reason}`] },
  }
}

const LONGEST_SHOWN = 900
const shown = (text: string) => shortenText(text, LONGEST_SHOWN)

/**
 * By the entry's own identifiers, and by those of what the graph knows of it: a work that was gathered may have been
 * retracted since. By title where nothing else leads anywhere. Null where there was nothing to ask.
 */
async function ask(parts: AuditParts, item: ReferenceItem, known: InGraph, call: SourceCall): Promise<Told | null> {
  const asked = { sources: parts.sources, records: parts.records?.sources ?? [] }
  const questions = questionsOf(item, known)
  const told = questions.length === 0 ? null : await askByIdentifier(asked, questions, call)
  const isLost = known.works.length === 0 && (told === null || told.works.length + told.denied.length === 0)
  // An address is followed, and a register of papers that does not answer is not replaced by a search.
  const byTitle =
    item.identifiers.length === 0 ? item.url === null : item.identifiers.every(({ type }) => type === 'isbn')
  if (!isLost || !byTitle) return told
  const titled = await askByTitle(asked, item, call)
  return told === null ? titled : together([told, titled])
}

/** Of a work that has several one is enough to ask what became of it. */
const ASKABLE: readonly Identifier['type'][] = ['doi', 'pmid', 'arxiv', 'openalex', 's2']

function questionsOf(item: ReferenceItem, { works }: InGraph): readonly Question[] {
  const own = item.identifiers.map((identifier): Question => ({ identifier, by: 'identifier' }))
  const others = works.flatMap(({ identifiers, by }): readonly Question[] => {
    const [identifier] = ASKABLE.flatMap((type) => identifiers.find((one) => one.type === type) ?? [])
    return identifier === undefined ? [] : [{ identifier, by }]
  })
  // What the entry itself names comes last, and so stands.
  return [...new Map([...others, ...own].map((one) => [identifierKey(one.identifier), one])).values()]
}
