import type { Claim } from '../../domain/claim.ts'
import type { ClaimScope, EntityKind, EntityMention, EntityName } from '../../domain/entity.ts'
import { stableId } from '../../domain/ids.ts'
import { inTurns, type Steps } from '../../domain/in-turns.ts'
import type { Fragment } from '../../domain/page.ts'
import type { StoredRecord } from '../../domain/public-record.ts'
import type { NameReader } from '../../sources/entities/recognise.ts'
import type { Store } from '../../store/types.ts'
import type { ResearchParts } from '../parts.ts'
import { claimScope } from './claim-scope.ts'
import { updateEntities } from './update-entities.ts'

export type NamingDeps = Pick<ResearchParts, 'store' | 'nameReader'>

interface Occasion {
  readonly taskId: string
  readonly causeId: string
}

/**
 * REQ 3.1.2: names in the passages that claims were taken from, in the records of the task, and in the claims
 * themselves, whose scope they are. What was read before is not read again; one transaction saves all of it.
 */
export async function readNames({ store, nameReader }: NamingDeps, occasion: Occasion): Promise<void> {
  if (nameReader === undefined) return
  const claims = store.claims.many(store.entities.unread(occasion.taskId))
  const records = store.records.ofTask(occasion.taskId)
  if (claims.length === 0 && records.length === 0) return
  const reader = await nameReader()
  const found = await inTurns(reading(store, reader, occasion, claims))
  const recorded = records.flatMap((record) => namesOfRecord(occasion, record))
  store.write(() => {
    const all = [...found.named, ...recorded]
    store.entities.addNames(
      all.map(({ name }) => name),
      all.map(({ mention }) => mention),
    )
    for (const { claimId, scope } of found.scopes) store.entities.setScope(claimId, scope)
    updateEntities({ store, reading: reader.reading }, occasion)
  })
}

interface Named {
  readonly name: EntityName
  readonly mention: EntityMention
}

interface ReadClaims {
  readonly named: readonly Named[]
  readonly scopes: readonly { readonly claimId: string; readonly scope: ClaimScope }[]
}

function* reading(
  store: Pick<Store, 'fragments'>,
  reader: NameReader,
  occasion: Occasion,
  claims: readonly Claim[],
): Steps<ReadClaims> {
  const named: Named[] = []
  for (const fragment of store.fragments.many([...new Set(claims.map((claim) => claim.source_fragment_id))])) {
    named.push(...namesOfFragment(occasion, fragment, reader))
    yield
  }
  const scopes: ReadClaims['scopes'][number][] = []
  for (const claim of claims) {
    scopes.push({ claimId: claim.id, scope: claimScope(claim, reader.recognise) })
    yield
  }
  return { named, scopes }
}

function namesOfFragment(occasion: Occasion, fragment: Fragment, reader: NameReader): readonly Named[] {
  return reader.recognise(fragment.text_content).map(({ kind, text, start, end }) =>
    named(occasion, kind, text, {
      id: stableId('ment', occasion.taskId, fragment.id, String(start), String(end)),
      page_id: fragment.page_id,
      fragment_id: fragment.id,
      span_start: start,
      span_end: end,
    }),
  )
}

/** Kinds of records that are about one thing, which their title names. */
const SUBJECTS: Readonly<Record<string, EntityKind>> = { company: 'organisation', person: 'person', law: 'law' }

function namesOfRecord(occasion: Occasion, record: StoredRecord): readonly Named[] {
  const inRecord = (kind: EntityKind, text: string, role: string) =>
    named(occasion, kind, text, {
      id: stableId('ment', occasion.taskId, record.id, kind, text, role),
      page_id: record.page_id,
      record_id: record.id,
      role,
    })
  const subject = SUBJECTS[record.kind]
  const isNamed = record.entities.some(({ role }) => role === 'subject')
  return [
    ...(subject === undefined || isNamed ? [] : [inRecord(subject, record.title, 'subject')]),
    ...record.entities.map(({ type, name, role }) => inRecord(type, name, role)),
  ]
}

function named(
  { taskId, causeId }: Occasion,
  kind: EntityKind,
  text: string,
  place: Pick<EntityMention, 'id' | 'page_id'> & Partial<EntityMention>,
): Named {
  const id = stableId('name', taskId, kind, text)
  return {
    name: { id, task_id: taskId, kind, name: text, entity_id: null, joined_by: 'first', cause_id: causeId },
    mention: {
      ...{ fragment_id: null, span_start: null, span_end: null, record_id: null, role: null },
      ...{ task_id: taskId, name_id: id, cause_id: causeId },
      ...place,
    },
  }
}
