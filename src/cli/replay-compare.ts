import type { Lyra } from '../app/lyra.ts'
import { type Conclusions, conclusionsOf } from '../domain/conclusions.ts'
import { type Row, readAll, sqlId } from './graph-reading.ts'

export type { Conclusions }

export interface Differences {
  readonly claims_missing: readonly string[]
  readonly claims_added: readonly string[]
  readonly edges_missing: readonly string[]
  readonly edges_added: readonly string[]
  readonly confidences: readonly { readonly claim: string; readonly before: number; readonly after: number }[]
}

export async function readConclusions(lyra: Lyra, taskId: string): Promise<Conclusions> {
  const task = sqlId(taskId)
  const claims = await readAll(
    lyra,
    `SELECT c.claim_text AS claim, p.url AS url, c.confidence AS confidence
       FROM claims c JOIN fragments f ON f.id = c.source_fragment_id JOIN pages p ON p.id = f.page_id
      WHERE c.task_id = ${task} ORDER BY c.id`,
  )
  const edges = await readAll(
    lyra,
    `SELECT e.relation AS relation, f.text_hash AS hash, p.url AS url, c.claim_text AS claim
       FROM edges e JOIN claims c ON c.id = e.target_id
       JOIN fragments f ON f.id = e.source_id JOIN pages p ON p.id = f.page_id
      WHERE e.target_type = 'claim' AND e.source_type = 'fragment' AND c.task_id = ${task} ORDER BY e.id`,
  )
  const text = (row: Row, name: string) => String(row[name])
  return conclusionsOf({
    claims: claims.map((row) => ({
      claim: text(row, 'claim'),
      url: text(row, 'url'),
      confidence: Number(row.confidence),
    })),
    edges: edges.map((row) => ({
      relation: text(row, 'relation'),
      hash: text(row, 'hash'),
      url: text(row, 'url'),
      claim: text(row, 'claim'),
    })),
  })
}

/** Confidences are compared to six places: below that lies the rounding of the model runtime's thread order. */
const CONFIDENCE_STEP = 1e-6

export function compareConclusions(before: Conclusions, after: Conclusions): Differences {
  const without = <T>(one: Iterable<T>, other: { has(item: T): boolean }) => [...one].filter((item) => !other.has(item))
  return {
    claims_missing: without(before.claims.keys(), after.claims),
    claims_added: without(after.claims.keys(), before.claims),
    edges_missing: without(before.edges, after.edges),
    edges_added: without(after.edges, before.edges),
    confidences: [...before.claims].flatMap(([claim, confidence]) => {
      const again = after.claims.get(claim)
      if (again === undefined || Math.abs(again - confidence) < CONFIDENCE_STEP) return []
      return [{ claim, before: confidence, after: again }]
    }),
  }
}

export function countDifferences(differences: Differences): number {
  return Object.values(differences).reduce((sum, list) => sum + list.length, 0)
}
