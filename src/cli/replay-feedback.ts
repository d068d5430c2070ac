import { z } from 'zod'
import type { UseCase } from '../api/define-use-case.ts'
import { type FeedbackAction, feedback } from '../api/feedback.ts'
import type { Lyra } from '../app/lyra.ts'
import { LyraError } from '../domain/errors.ts'
import { readAll, sqlId } from './graph-reading.ts'

/** One correction of the task, by what it was about: ids of edges and claims belong to a run. */
export interface RecordedFeedback {
  /** How many searches had been asked for by then. */
  readonly after: number
  readonly action: FeedbackAction
  readonly payload: Readonly<Record<string, unknown>>
  /** Page or fragment, whose ids follow from their content; of a corrected stance its fragment. */
  readonly targetId: string
  /** Of a corrected stance: the claim, by its words and where they stand. */
  readonly claim: { readonly text: string; readonly fragmentId: string } | null
  /** No search had judged the pair: the correction made it one. */
  readonly unjudged?: true
}

/** What the payload says of each action; notes conclude nothing. */
const PAYLOADS = {
  correct_nli: z.object({ correct_relation: z.string(), confidence: z.number() }),
  flag_irrelevant: z.object({}),
  flag_missing: z.object({ missing_text: z.string(), location_hint: z.string().exactOptional() }),
  correct_citation: z
    .object({ cited_page_id: z.string(), correction_type: z.string() })
    .transform(({ cited_page_id, correction_type }) => ({ cited_fragment_id: cited_page_id, correction_type })),
  rate_usefulness: z.object({ rating: z.number(), aspect: z.string() }),
} satisfies Partial<Record<FeedbackAction, z.ZodType>>

type Replayed = keyof typeof PAYLOADS

/** The corrections that changed what the task concluded, in their order, from its log. */
export async function readFeedback(lyra: Lyra, taskId: string): Promise<readonly RecordedFeedback[]> {
  const task = sqlId(taskId)
  const rows = await readAll(
    lyra,
    `SELECT f.action, f.target_id AS target, f.payload, edge.source_id AS fragment, c.claim_text AS claim,
        c.source_fragment_id AS source, (SELECT count(*) FROM events s
          WHERE s.task_id = ${task} AND s.kind = 'search_asked' AND s.seq < e.seq) AS after
      FROM feedback f JOIN events e ON e.id = f.cause_id
      LEFT JOIN edges edge ON edge.id = f.target_id LEFT JOIN claims c ON c.id = edge.target_id
      WHERE f.task_id = ${task} AND f.undone_at IS NULL AND f.copy_of IS NULL ORDER BY e.seq`,
  )
  return rows.flatMap(({ action, target, payload, fragment, claim, source, after }): RecordedFeedback[] => {
    if (!Object.hasOwn(PAYLOADS, String(action))) return []
    const name = String(action) as Replayed
    const read = PAYLOADS[name].safeParse(JSON.parse(String(payload)))
    // A passage that gave orders was kept nowhere and changed nothing.
    if (!read.success) return []
    return [
      {
        after: Number(after),
        action: name,
        payload: read.data,
        targetId: String(fragment ?? target),
        claim: claim == null ? null : { text: String(claim), fragmentId: String(source) },
        ...(isUnjudged(JSON.parse(String(payload))) ? { unjudged: true as const } : {}),
      },
    ]
  })
}

const saidBefore = z.object({ model_relation: z.string().nullable() })

function isUnjudged(payload: unknown): boolean {
  return saidBefore.safeParse(payload).data?.model_relation === null
}

/** Applies it to the replayed task; one whose target the replay does not have is left, and shows as a difference. */
export async function repeatFeedback(lyra: Lyra, taskId: string, given: RecordedFeedback): Promise<void> {
  const { action, payload, targetId, claim } = given
  const sent = claim === null ? { target_id: targetId, payload } : await pairOf(lyra, taskId, given, claim)
  if (sent === null) return
  // The kept payload is checked by the contract again, as it was when it came.
  const contract: UseCase = feedback
  try {
    await lyra.call(contract, { task_id: taskId, action, ...sent })
  } catch (error) {
    if (!(error instanceof LyraError) || error.code !== 'NOT_FOUND') throw error
  }
}

/** The edge of the pair; of one that no search judges its passage, with the claim. */
async function pairOf(
  lyra: Lyra,
  taskId: string,
  { payload, targetId, unjudged }: RecordedFeedback,
  claim: NonNullable<RecordedFeedback['claim']>,
) {
  const edge = await edgeOf(lyra, taskId, targetId, claim)
  if (edge !== null) return { target_id: edge, payload }
  const claims =
    unjudged === true
      ? await readAll(
          lyra,
          `SELECT id, claim_text AS claim FROM claims
            WHERE task_id = ${sqlId(taskId)} AND source_fragment_id = ${sqlId(claim.fragmentId)} ORDER BY id`,
        )
      : []
  const id = claims.find((row) => row.claim === claim.text)?.id
  return typeof id === 'string' ? { target_id: targetId, payload: { ...payload, claim_id: id } } : null
}

async function edgeOf(
  lyra: Lyra,
  taskId: string,
  fragmentId: string,
  claim: NonNullable<RecordedFeedback['claim']>,
): Promise<string | null> {
  const edges = await readAll(
    lyra,
    `SELECT e.id AS edge, c.claim_text AS claim FROM claims c
      JOIN edges e ON e.target_type = 'claim' AND e.target_id = c.id
      WHERE c.task_id = ${sqlId(taskId)} AND c.source_fragment_id = ${sqlId(claim.fragmentId)}
        AND e.source_id = ${sqlId(fragmentId)} ORDER BY e.id`,
  )
  const edge = edges.find((row) => row.claim === claim.text)?.edge
  return typeof edge === 'string' ? edge : null
}
