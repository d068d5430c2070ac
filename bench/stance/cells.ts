import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { StanceRelation } from '../../src/domain/claim.ts'
import { afterParts, contextParts } from '../../src/judge/text-context.ts'
import type { NliModel } from '../../src/models/types.ts'
import { type Judged, likeliest } from './score.ts'

/**
 * Groups of sentences about one subject with tags that say how they stand to each other (the form:
 * models/lyra-reader-mini/recipe/cells/README.md and recipe/dense/README.md). Those beside this file were taught to no
 * reader; mixed pairs count as Japanese.
 */
interface CellLine {
  readonly tag: string
  readonly title: string
  readonly text: string
}

export interface CellPair {
  readonly language: 'en' | 'ja'
  readonly evidence: string
  readonly claim: string
  readonly label: StanceRelation
}

/** One pair in so many: enough for two digits. Dense webs have mostly pairs that say nothing of each other. */
const STEP = { cells: 25, dense: 9 }
export type HeldOutSet = keyof typeof STEP
const TAG = /^(?:[A-Z][\d?]|-)$/

export function readCells(text: string): readonly (readonly CellLine[])[] {
  return text
    .split(/^@.*$/m)
    .map((cell) =>
      cell.split('\n').flatMap((line) => {
        const [tag = '', title = '', ...rest] = line.split('|').map((part) => part.trim())
        return rest.length === 0 || !TAG.test(tag) ? [] : [{ tag, title, text: rest.join('|') }]
      }),
    )
    .filter((cell) => cell.length > 0)
}

/** A letter is a question, a digit an answer; "?" and "-" answer nothing. */
export function relationOfTags(first: string, second: string): StanceRelation {
  const [question, answer] = first
  const [other, otherAnswer] = second
  if (question === '-' || question !== other || answer === '?' || otherAnswer === '?') return 'neutral'
  return answer === otherAnswer ? 'supports' : 'refutes'
}

/** In a web the lines of one title are one page, which is not laid beside itself. */
function pairsOf(cell: readonly CellLine[], language: CellPair['language'], set: HeldOutSet): readonly CellPair[] {
  const inPlace = ({ title, text }: CellLine) => afterParts(contextParts({ title, heading: null }), text)
  return cell.flatMap((evidence) =>
    cell
      .filter((claim) => claim !== evidence && (set === 'cells' || claim.title !== evidence.title))
      .map((claim) => ({
        ...{ language, evidence: inPlace(evidence), claim: inPlace(claim) },
        label: relationOfTags(evidence.tag, claim.tag),
      })),
  )
}

export function heldOutCells(set: HeldOutSet = 'cells'): readonly CellPair[] {
  const folder = join(import.meta.dirname, set)
  return readdirSync(folder).flatMap((file) => {
    if (!file.endsWith('.txt')) return []
    const cells = readCells(readFileSync(join(folder, file), 'utf8'))
    return cells
      .flatMap((cell) => pairsOf(cell, file.startsWith('en') ? 'en' : 'ja', set))
      .filter((_, at) => at % STEP[set] === 0)
  })
}

/** The model alone on them, largest of its three answers. */
export async function judgeCells(nli: NliModel, pairs: readonly CellPair[]): Promise<readonly Judged[]> {
  const scores = await nli.judge(pairs)
  return pairs.map(({ label }, at) => {
    const read = scores[at]
    return { label, said: read === undefined ? 'neutral' : likeliest(read) }
  })
}
