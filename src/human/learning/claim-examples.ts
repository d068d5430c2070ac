import { z } from 'zod'
import { claimFeatures, claimReading } from '../../judge/learned-claims.ts'
import type { Reader } from '../../models/types.ts'
import type { HumanDeps } from '../human-deps.ts'
import type { Correction } from './accept-adapter.ts'

/** 0: it is a claim; 1: it is none. */
const [IS_CLAIM, IS_NONE] = [0, 1] as const

interface Told {
  readonly text: string
  readonly answer: typeof IS_CLAIM | typeof IS_NONE
}

const missing = z.object({ missing_text: z.string() })

/**
 * What people said of sentences: those of a passage they called irrelevant are no claims; a passage that they missed,
 * or took back into the evidence, has one.
 */
export async function claimCorrections(
  deps: HumanDeps,
  reader: Pick<Reader, 'readSentences'>,
  signal?: AbortSignal,
): Promise<readonly Correction[]> {
  const told = toldSentences(deps)
  const readings = await reader.readSentences(
    told.map(({ text }) => ({ before: '', text })),
    signal,
  )
  return told.flatMap(({ text, answer }, at): readonly Correction[] => {
    const reading = readings[at]
    if (reading === undefined) return []
    return [{ read: claimReading(reading), features: claimFeatures(reading), answer, weight: 1, group: text }]
  })
}

export function toldSentences({ store }: HumanDeps): readonly Told[] {
  const last = new Map<string, Told['answer']>()
  for (const row of store.people.feedback.ofActions(['flag_irrelevant', 'flag_missing'])) {
    const undone = row.undone_at !== null
    if (row.action === 'flag_missing') {
      const text = missing.safeParse(row.payload).data?.missing_text
      if (text !== undefined && !undone) last.set(text, IS_CLAIM)
      continue
    }
    const fragment = store.fragments.get(row.target_id)
    if (fragment === null) continue
    for (const claim of store.claims.fromFragment(row.task_id, fragment.id))
      last.set(fragment.text_content.slice(claim.span_start, claim.span_end), undone ? IS_CLAIM : IS_NONE)
  }
  return [...last].map(([text, answer]) => ({ text, answer }))
}
