import { splitSentences } from '../domain/sentences.ts'
import { isToldToAModel } from './claim-drops/told-to-a-model.ts'
import { isStatement } from './claim-drops.ts'

/**
 * L2 (REQ 4.4.1) for a model that extracts or judges: only sentences that state something reach it. What asks or orders
 * can carry no claim and is all that an injected text consists of, however it is worded.
 */
export function statementsOf(text: string): string {
  return text
    .split('\n')
    .map((line) =>
      splitSentences(line)
        .map((sentence) => sentence.text)
        .filter(isStatement)
        .join(' '),
    )
    .filter((line) => line.trim() !== '')
    .join('\n')
}

/** How many of the sentences that are kept from it may speak to a machine. */
export function silencedIn(text: string): number {
  return text
    .split('\n')
    .flatMap((line) => splitSentences(line))
    .filter((sentence) => isToldToAModel(sentence.text.trim())).length
}
