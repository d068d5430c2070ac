import { isStatement } from './claim-drops.ts'

/** What may speak for or against a claim (REQ 3.3.1): neither asked, ordered nor passed on as hearsay. */
export function canSpeak(sentence: string): boolean {
  return isStatement(sentence)
}
