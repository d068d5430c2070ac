import { createAnalyser, termSource } from '../rank/tokens.ts'
import type { TermSource } from '../store/index-types.ts'

let made: Promise<TermSource> | null = null

/** The one analyser of this process, for rooms that keep words elsewhere than in a home. */
export function openTerms(): Promise<TermSource> {
  made ??= createAnalyser().then(termSource)
  return made
}
