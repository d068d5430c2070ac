import { splitSentences } from '../domain/sentences.ts'
import { isStatement } from './claim-drops.ts'
import { canSpeak } from './evidence-sentences.ts'
import type { SpeechCheck } from './speech-check.ts'
import { CELLS } from './table-rows.ts'
import type { TextContext } from './text-context.ts'

/** Of a longer one the beginning names whom it is about. */
const LONGEST = 240
/** Parts the sentence before from the one that is judged; the reader was trained so. */
const PARTING = '¶'
/** What a text stands under or beside, and no text goes on with. */
const NO_TEXT = new Set(['heading', 'table', 'figure', 'caption', 'code'])

export interface PlacedText {
  readonly id: string
  readonly page_id: string
  readonly position: number
  readonly fragment_type: string
  readonly text_content: string
  readonly heading_context: string | null
  readonly post_id?: string | null
}

/** Of each text of a page the sentence it goes on with: the last one before it under its heading, in its post. */
export function goesOnWith(texts: readonly PlacedText[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const page of Map.groupBy(texts, (text) => text.page_id).values()) {
    const inOrder = [...page].sort((a, b) => a.position - b.position)
    for (const [at, text] of inOrder.entries()) {
      const last = inOrder[at - 1]
      if (last === undefined || NO_TEXT.has(last.fragment_type) || last.position === text.position) continue
      if (last.heading_context !== text.heading_context || (last.post_id ?? null) !== (text.post_id ?? null)) continue
      const sentence = splitSentences(last.text_content.slice(-2 * LONGEST))
        .at(-1)
        ?.text.trim()
      if (sentence) found.set(text.id, sentence)
    }
  }
  return found
}

/** The sentence before a claim, in its text or before that. */
export function claimBefore(
  { span_start: start }: { readonly span_start: number },
  source: Pick<PlacedText, 'id' | 'text_content' | 'fragment_type'>,
  before: ReadonlyMap<string, string>,
): string | null {
  if (source.fragment_type === 'table') return null
  return sentenceBefore(source.text_content, start) ?? before.get(source.id) ?? null
}

/** The sentence before a place of a text; null at its beginning, and in a list or a table, whose lines stand alone. */
export function sentenceBefore(text: string, start: number): string | null {
  if (start <= 0) return null
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start)
  const before = splitSentences(line).at(-1)?.text.trim() ?? ''
  return before === '' || !/[\p{L}\p{N}]/u.test(before) || before.includes(CELLS) ? null : before
}

/** What may be read with a sentence: a statement that speaks to no machine (L2). */
export async function quietBefore(
  { before = null }: TextContext,
  isSpeech: SpeechCheck,
  signal?: AbortSignal,
): Promise<string | null> {
  if (before === null || !canSpeak(before) || !isStatement(before)) return null
  const [speaks] = await isSpeech([before], signal)
  return speaks === true ? null : before
}

/** The sentence with the one before it, so that it is known who "it" is. */
export function goingOn(before: string | null, text: string): string {
  if (before === null) return text
  const whole = before.replaceAll(PARTING, ' ')
  const space = whole.lastIndexOf(' ', LONGEST)
  const cut = whole.length <= LONGEST ? whole : whole.slice(0, space > 0 ? space : LONGEST)
  return `${cut.trim()} ${PARTING} ${text}`
}
