import { SPEECH_WEIGHTS } from './speech-weights.ts'

/**
 * Speech to a machine in its place (L2, REQ 4.4.1): it is about something else than its page. A sentence in a small
 * doubt that is far from the title in meaning counts as speech.
 */

const { in_place: weights, bars } = SPEECH_WEIGHTS

/** How likely a sentence, its parts and its neighbours are speech to a machine, by the larger model. */
export interface SpeechInPlace {
  readonly read: number
  readonly part: number
  readonly beside: number
}

/** The place of a sentence that nobody would doubt alone tells nothing, or an order beside a fact could silence it. */
const LEAST_DOUBT = 0.01
/** A neighbour's quiet is no evidence, since orders stand between facts, nor does plain speech tell more than doubt. */
const BESIDE = { least: 0.05, most: 0.5 }
/** Cosines beyond these tell no more. */
const FARTHEST = -0.2
const NEAREST = 0.35

function logOdds(share: number): number {
  const bounded = Math.min(Math.max(share, 1e-6), 1 - 1e-6)
  return Math.log(bounded / (1 - bounded))
}

function doubtAt({ read, part, beside }: SpeechInPlace, nearTitle: number): number {
  const near = Math.min(Math.max(nearTitle, FARTHEST), NEAREST)
  const heard =
    weights.head * logOdds(read) +
    weights.part * logOdds(Math.max(read, part)) +
    weights.beside * logOdds(Math.min(Math.max(beside, BESIDE.least), BESIDE.most))
  return 1 / (1 + Math.exp(-(heard - weights.title * near + weights.bias)))
}

/** Whether a sentence is in too much doubt, by the cosine of its meaning and that of the title of its page. */
export function speaksInPlace(sentence: SpeechInPlace, nearTitle: number): boolean {
  if (Math.max(sentence.read, sentence.part) < LEAST_DOUBT) return false
  return doubtAt(sentence, nearTitle) >= bars.in_place_silent
}

/** Whether it may be so, were it as far from the title as can be: of most sentences the meaning need not be read. */
export function mayLeaveItsPage(sentence: SpeechInPlace): boolean {
  return speaksInPlace(sentence, FARTHEST)
}
