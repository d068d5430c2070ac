import { speechSpans } from '../guard/speech-spans.ts'
import type { SpeechCheck } from './speech-check.ts'
import type { TextContext } from './text-context.ts'

/** Letters of a title or heading that are read; nobody reads a longer one. */
const MOST_READ = 600

/**
 * A title or heading up to where it begins to speak to a machine (L2, REQ 4.4.1): it has no full stops, so that its
 * parts are read as well. Null where nothing is left.
 */
async function quietPart(part: string | null, isSpeech: SpeechCheck, signal?: AbortSignal): Promise<string | null> {
  if (part === null) return null
  const whole = part.slice(0, MOST_READ)
  // Each alone: a heading is no passage whose parts go on with each other.
  const [speaks] = await isSpeech([whole], signal)
  if (speaks !== true) return part
  for (const { text, start } of [...speechSpans(whole)].sort((a, b) => a.start - b.start)) {
    const [isSpoken] = await isSpeech([text], signal)
    if (isSpoken === true) return whole.slice(0, start).trim() || null
  }
  return null
}

/** What is read and shown with the sentences under it. */
export async function quietContext(
  { title, heading }: TextContext,
  isSpeech: SpeechCheck,
  signal?: AbortSignal,
): Promise<TextContext> {
  return {
    title: await quietPart(title, isSpeech, signal),
    heading: await quietPart(heading, isSpeech, signal),
  }
}
