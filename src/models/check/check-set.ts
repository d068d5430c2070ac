import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { STANCE_RELATIONS, type StanceRelation } from '../../domain/claim.ts'
import { sha256 } from '../../domain/ids.ts'
import { SHIPPED_MODELS } from '../model-folder.ts'

/** Languages of the evidence and the claim, or of the query and the passages. */
export const LANGUAGES = ['en', 'ja', 'en-ja', 'ja-en'] as const
export type Languages = (typeof LANGUAGES)[number]

const stanceRow = z.strictObject({
  languages: z.enum(LANGUAGES),
  evidence: z.string().min(1),
  supports: z.string().min(1),
  refutes: z.string().min(1),
  neutral: z.string().min(1),
})
const vectorRow = z.strictObject({
  languages: z.enum(LANGUAGES),
  query: z.string().min(1),
  near: z.string().min(1),
  far: z.string().min(1),
})

export type VectorRow = z.infer<typeof vectorRow>

export interface LabelledPair {
  readonly languages: Languages
  readonly evidence: string
  readonly claim: string
  readonly label: StanceRelation
  /** Pairs of one piece of evidence stay on one side of a fold. */
  readonly group: number
}

export interface CheckSet {
  /** Names the words of the set: figures of two versions are not comparable. */
  readonly version: string
  readonly pairs: readonly LabelledPair[]
  readonly triples: readonly VectorRow[]
}

/** The set that ships: each piece of evidence with a claim it supports, one it refutes, one it says nothing about. */
export function readCheckSet(folder: string = join(SHIPPED_MODELS, 'check-set')): CheckSet {
  const [stance, vectors] = ['stance.jsonl', 'vectors.jsonl'].map((name) => readFileSync(join(folder, name), 'utf8'))
  const pairs = rowsOf(stance ?? '', stanceRow).flatMap((row, group) =>
    STANCE_RELATIONS.map((label) => ({
      ...{ languages: row.languages, evidence: row.evidence, claim: row[label], label, group },
    })),
  )
  return { version: sha256(`${stance}${vectors}`).slice(0, 8), pairs, triples: rowsOf(vectors ?? '', vectorRow) }
}

function rowsOf<T>(text: string, shape: z.ZodType<T>): T[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => shape.parse(JSON.parse(line)))
}
