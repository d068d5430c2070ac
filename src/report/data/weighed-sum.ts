import { defaultSettings, type Settings } from '../../domain/settings.ts'
import { citationDamping } from '../../research/citation-rings.ts'
import type { ShownFinding } from '../../research/findings/read-findings.ts'
import { type SummaryParts, summariseFinding } from '../../research/findings/summarise-finding.ts'
import type { GraphParts } from '../../research/graph/task-graph.ts'

/** One passage in the sum: how well it was read times how surely it says so. */
export interface Weight {
  readonly domain: string
  readonly reading: number
  readonly stance: number
  readonly weight: number
}

export interface WeighedSide {
  /** The heaviest, first. */
  readonly parts: readonly Weight[]
  readonly more: { readonly count: number; readonly weight: number }
}

/** What the confidence of a finding is the sum of. */
export interface WeighedSum {
  readonly supports: WeighedSide
  readonly refutes: WeighedSide
  readonly total: number
  /** The confidence that the sum makes. */
  readonly value: number
  /** Passages that add nothing, because a heavier one of their origin is in the sum. */
  readonly repeated: number
}

/** What of the settings a sum depends on. */
export type WeighingSettings = Pick<Settings, 'judgement' | 'sources'>

/** Parts of a side that are told one by one. */
const TOLD = 3

/** The sums of the findings of one task, made anew as they were made; nothing is written. */
export function openSums(
  parts: GraphParts,
  settings: WeighingSettings = defaultSettings,
): (finding: ShownFinding) => WeighedSum | null {
  const rings = new Map<string, ReadonlyMap<string, number>>()
  const work: SummaryParts = {
    ...parts,
    leastConfidence: settings.judgement.contradiction_confidence,
    loaded: new Map(),
    causeId: '',
    damping: (taskId) => {
      const known = rings.get(taskId) ?? citationDamping(parts.store, taskId, settings.sources)
      rings.set(taskId, known)
      return known
    },
  }
  return ({ members }) => {
    const summary = summariseFinding(work, members, new Map())
    if (summary === null) return null
    const domains = new Map(summary.evidence.map((edge) => [edge.id, edge.page.domain]))
    const { contributions, logOdds, value } = summary.weighed
    const side = (relation: 'supports' | 'refutes'): WeighedSide => {
      const counted = contributions
        .filter((one) => one.counted && one.relation === relation)
        .map((one) => ({
          domain: domains.get(one.edge_id) ?? '',
          reading: one.reliability,
          stance: one.nli_confidence,
          weight: one.weight,
        }))
        .sort((a, b) => b.weight - a.weight || (a.domain < b.domain ? -1 : 1))
      const rest = counted.slice(TOLD)
      const weight = rest.reduce((sum, one) => sum + one.weight, 0)
      return { parts: counted.slice(0, TOLD), more: { count: rest.length, weight } }
    }
    const groups = new Set(contributions.filter(({ counted }) => counted).map((one) => keyOf(one)))
    const repeated = contributions.filter((one) => !one.counted && groups.has(keyOf(one))).length
    return { supports: side('supports'), refutes: side('refutes'), total: logOdds, value, repeated }
  }
}

function keyOf({
  relation,
  source_group: group,
}: {
  readonly relation: string
  readonly source_group: string
}): string {
  return `${relation} ${group}`
}
