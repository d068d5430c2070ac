import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Played } from './play-world.ts'

export interface MadeClaim {
  readonly id: string
  readonly text: string
  /** Its words as they stand on the page. */
  readonly source: string
  readonly url: string
  readonly confidence: number
  readonly status: string
  readonly finding: MadeFinding
}

export interface MadeFinding {
  readonly id: string
  readonly confidence: number
  readonly status: string
}

export interface MadeEdge {
  readonly claimId: string
  readonly relation: 'supports' | 'refutes' | 'neutral'
  readonly url: string
  readonly passage: string
  readonly rationale: string
}

/** What a run left in its home, as the scoring reads it. */
export interface MadeGraph {
  readonly claims: readonly MadeClaim[]
  readonly edges: readonly MadeEdge[]
  readonly blocked: readonly string[]
}

export function readGraph({ home, taskId }: Played): MadeGraph {
  const db = new DatabaseSync(join(home, 'lyra.db'), { readOnly: true })
  try {
    const claims = db
      .prepare(
        `SELECT c.id, c.claim_text AS text, substr(f.text_content, c.span_start + 1, c.span_end - c.span_start) AS source,
           p.url, c.confidence, c.verification_status AS status, n.id AS findingId, n.confidence AS findingConfidence,
           n.verification_status AS findingStatus
         FROM claims c JOIN finding_claims m ON m.claim_id = c.id JOIN findings n ON n.id = m.finding_id
         JOIN fragments f ON f.id = c.source_fragment_id JOIN pages p ON p.id = f.page_id
         WHERE c.task_id = ? ORDER BY c.id`,
      )
      .all(taskId)
      .map(({ findingId: id, findingConfidence: confidence, findingStatus: status, ...claim }) => ({
        ...claim,
        finding: { id, confidence, status },
      }))
    const edges = db
      .prepare(
        `SELECT e.target_id AS claimId, e.relation, p.url, f.text_content AS passage, coalesce(e.rationale, '') AS rationale
         FROM edges e JOIN claims c ON c.id = e.target_id JOIN fragments f ON f.id = e.source_id
         JOIN pages p ON p.id = f.page_id
         WHERE e.target_type = 'claim' AND e.source_type = 'fragment' AND c.task_id = ?
           AND e.relation IN ('supports', 'refutes', 'neutral') ORDER BY e.id`,
      )
      .all(taskId)
    const blocked = db.prepare('SELECT domain FROM domains WHERE blocked_at IS NOT NULL ORDER BY domain').all()
    return {
      claims: claims as unknown as readonly MadeClaim[],
      edges: edges as unknown as readonly MadeEdge[],
      blocked: blocked.map(({ domain }) => String(domain)),
    }
  } finally {
    db.close()
  }
}
