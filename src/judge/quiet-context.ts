import { seamsIn } from '../guard/speech-spans.ts'
import type { SpeechCheck } from './speech-check.ts'
import type { TextContext } from './text-context.ts'

/** Letters of a title or heading that are read; nobody reads a longer one. */
const MOST_READ = 600
/** Places of a title at which words may begin. */
const MOST_SEAMS = 12

async function isQuiet(part: string, isSpeech: SpeechCheck, signal?: AbortSignal): Promise<boolean> {
  // Each alone: a heading is no passage whose parts go on with each other.
  const [speaks] = await isSpeech([part], signal)
  return speaks !== true
}

/** A title up to where words begin that speak to a machine: behind its own name they have no full stop before them. */
async function quietTitle(title: string, isSpeech: SpeechCheck, signal?: AbortSignal): Promise<string | null> {
  const whole = title.slice(0, MOST_READ)
  if (await isQuiet(whole, isSpeech, signal)) return title
  for (const start of seamsIn(whole).slice(0, MOST_SEAMS)) {
    if (await isQuiet(whole.slice(start), isSpeech, signal)) continue
    const name = whole.slice(0, start).trim()
    return (await isQuiet(name, isSpeech, signal)) ? name : null
  }
  return null
}

/** What is read and shown with the sentences under it (L2, REQ 4.4.1): a heading that speaks to a machine is not. */
export async function quietContext(
  { title, heading }: TextContext,
  isSpeech: SpeechCheck,
  signal?: AbortSignal,
): Promise<TextContext> {
  return {
    title: title === null ? null : await quietTitle(title, isSpeech, signal),
    heading: heading !== null && (await isQuiet(heading.slice(0, MOST_READ), isSpeech, signal)) ? heading : null,
  }
}
