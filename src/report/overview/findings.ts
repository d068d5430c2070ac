import type { FindingEntry, FindingPassage, FindingsAnswer } from '../../api/get-findings.ts'
import { roundTo } from '../../domain/round-to.ts'
import type { DomainTrust, DomainTrustCache } from '../../research/domain-trust.ts'
import type { SideRow, StatementRow } from '../../store/overview-rows.ts'
import { requireTask } from '../../store/require-task.ts'
import type { Store } from '../../store/types.ts'

export interface OverviewParts {
  readonly store: Store
  readonly trust: DomainTrust
}

export interface WantedFindings {
  readonly finding_id?: string | undefined
  readonly status?: string | undefined
  readonly disputed: boolean
  readonly words: string
  readonly from: number
  readonly limit: number
  readonly passages: number
}

const DIGITS = 4

/** Findings with both sides. Only what is shown is read, so that a page costs the same in a large task. */
export function findingsOf(parts: OverviewParts, taskId: string, wanted: WantedFindings): FindingsAnswer {
  const { store } = parts
  const task = requireTask(store, taskId)
  const all = store.findings.ofTask(taskId)
  const disputes = store.findings.disputes(taskId)
  const words = wanted.words.toLowerCase()
  const texts =
    words === ''
      ? null
      : new Map(store.claims.many(all.map((one) => one.claim_id)).map((claim) => [claim.id, claim.claim_text]))
  const chosen = all.filter(
    (one) =>
      (wanted.finding_id === undefined || one.id === wanted.finding_id) &&
      (wanted.status === undefined || one.verification_status === wanted.status) &&
      (!wanted.disputed || one.refuting_sources > 0 || disputes.has(one.id)) &&
      (texts === null || texts.get(one.claim_id)?.toLowerCase().includes(words) === true),
  )
  const shown = chosen.slice(wanted.from, wanted.from + wanted.limit)
  const opposing = new Map(
    store.findings.many([...new Set(shown.flatMap(({ id }) => disputes.get(id) ?? []))]).map((one) => [one.id, one]),
  )
  const opposingTexts = new Map(
    store.claims.many([...opposing.values()].map((one) => one.claim_id)).map((claim) => [claim.id, claim.claim_text]),
  )
  const statements = store.overview.statements(shown.map(({ id }) => id))
  const ofFinding = Map.groupBy(statements, ({ finding_id: id }) => id)
  const sides = Map.groupBy(store.overview.sides(statements.map(({ claim_id: id }) => id)), ({ claim_id: id }) => id)
  const trust = parts.trust.reading()
  return {
    ok: true,
    task_id: taskId,
    query: task.query,
    total: chosen.length,
    by_status: countBy(all.map((one) => one.verification_status)),
    findings: shown.flatMap((one): FindingEntry[] => {
      const members = ofFinding.get(one.id) ?? []
      const main = members.find(({ claim_id: id }) => id === one.claim_id) ?? members[0]
      if (main === undefined) return []
      const said = members.map((member) => ownPassage(trust, member))
      const taken = oncePerSentence(members.flatMap(({ claim_id: id }) => sides.get(id) ?? []))
      const supports = oncePerPlace([
        ...said,
        ...taken.filter(({ relation }) => relation === 'supports').map((side) => sidePassage(trust, side)),
      ])
      const refutes = taken.filter(({ relation }) => relation === 'refutes').map((side) => sidePassage(trust, side))
      return [
        {
          id: one.id,
          claim_id: main.claim_id,
          claim_ids: members.map(({ claim_id: id }) => id),
          text: main.claim_text,
          confidence: roundTo(one.confidence, DIGITS),
          status: one.verification_status,
          status_reason: reasonOf(one.verification_status, main, members),
          no_refutation_found: main.no_refutation_found,
          supporting_sources: one.supporting_sources,
          refuting_sources: one.refuting_sources,
          relevance: one.relevance,
          in_dispute_with: (disputes.get(one.id) ?? []).flatMap((id) => {
            const other = opposing.get(id)
            return other === undefined ? [] : [{ id, text: opposingTexts.get(other.claim_id) ?? '' }]
          }),
          for: supports.slice(0, wanted.passages),
          against: refutes.slice(0, wanted.passages),
          for_total: supports.length,
          against_total: refutes.length,
        },
      ]
    }),
  }
}

/** Of the claim that decided the status: the one that stands for the finding, where it has the same. */
function reasonOf(status: string, main: StatementRow, members: readonly StatementRow[]): string | null {
  const decisive = [main, ...members].find((member) => member.verification_status === status)
  return decisive?.status_reason ?? null
}

function ownPassage(trust: DomainTrustCache, row: StatementRow): FindingPassage {
  return {
    ...placeOf(trust, row),
    sentence: row.text_content.slice(row.span_start, row.span_end) || row.claim_text,
    claim_id: row.claim_id,
    edge_id: null,
    confidence: null,
    counted: row.adopted,
    human_corrected: false,
  }
}

function sidePassage(trust: DomainTrustCache, row: SideRow): FindingPassage {
  return {
    ...placeOf(trust, row),
    sentence: row.sentence,
    claim_id: row.claim_id,
    edge_id: row.edge_id,
    confidence: row.confidence === null ? null : roundTo(row.confidence, DIGITS),
    counted: row.counted,
    human_corrected: row.human_corrected,
  }
}

function placeOf(trust: DomainTrustCache, row: SideRow | StatementRow) {
  return {
    page_id: row.page_id,
    fragment_id: row.fragment_id,
    domain: row.domain,
    url: row.url,
    title: row.title,
    year: row.year,
    page_number: row.page_number,
    trust: trust.ofPage(row).level,
    retracted: row.is_retracted,
  }
}

/** A sentence may be judged against several claims of a finding: the verdict that counts, else the surest, stands. */
function oncePerSentence(sides: readonly SideRow[]): readonly SideRow[] {
  const ordered = [...sides].sort(
    (a, b) => Number(b.counted) - Number(a.counted) || (b.confidence ?? 0) - (a.confidence ?? 0),
  )
  const kept = new Map<string, SideRow>()
  for (const side of ordered) {
    const key = `${side.relation}\n${side.fragment_id}\n${side.sentence}`
    if (!kept.has(key)) kept.set(key, side)
  }
  return [...kept.values()]
}

/** The sentence of one claim often supports another of the same finding: it is told once. */
function oncePerPlace(passages: readonly FindingPassage[]): readonly FindingPassage[] {
  const kept = new Map<string, FindingPassage>()
  for (const passage of passages) {
    const key = `${passage.fragment_id}\n${passage.sentence.trim()}`
    if (!kept.has(key)) kept.set(key, passage)
  }
  return [...kept.values()]
}

function countBy(values: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1
  return counts
}
