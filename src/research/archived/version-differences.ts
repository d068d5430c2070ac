import { splitSentences } from '../../domain/sentences.ts'
import { textOverlap } from '../../domain/text-overlap.ts'

/** One capture of a page. */
export interface VersionText {
  /** ISO time of the capture. */
  readonly at: string
  readonly texts: readonly string[]
}

export interface SaidBefore {
  readonly was: string
  readonly now: string
  /** The oldest and the newest capture that says so. */
  readonly said_from: string
  readonly said_until: string
}

/** From here on two sentences speak of the same; below, one was written for something else. */
const SAME_MATTER = 0.6
const LONGEST = 1000

/**
 * What older captures say in the place of a sentence of the page: the nearest sentence of each, where it is not on the
 * page any more. A capture that has the sentence itself says nothing else.
 */
export function saidBefore(
  sentence: string,
  page: readonly string[],
  versions: readonly VersionText[],
): readonly SaidBefore[] {
  const now = flat(sentence)
  const current = flat(page.join(' '))
  const found = new Map<string, string[]>()
  for (const { at, texts } of versions) {
    if (flat(texts.join(' ')).includes(now)) continue
    const was = nearest(now, texts, current)
    if (was !== null) found.set(was, [...(found.get(was) ?? []), at])
  }
  return [...found].map(([was, times]) => {
    const [from = '', ...rest] = times.sort()
    return { was, now, said_from: from, said_until: rest.at(-1) ?? from }
  })
}

function nearest(now: string, texts: readonly string[], current: string): string | null {
  let best: { readonly text: string; readonly overlap: number } | null = null
  for (const text of texts)
    for (const { text: one } of splitSentences(text)) {
      const said = flat(one)
      if (said.length > LONGEST || current.includes(said)) continue
      const overlap = textOverlap(now, said)
      // All letters and digits the same: another mark or space is no news.
      if (overlap >= SAME_MATTER && overlap < 1 && (best === null || overlap > best.overlap))
        best = { text: said, overlap }
    }
  return best?.text ?? null
}

function flat(text: string): string {
  return text.replace(/\s+/gu, ' ').trim()
}
