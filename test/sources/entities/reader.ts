import { openNameReader } from '../../../src/app/open-name-reader.ts'
import { createAnalyser } from '../../../src/rank/tokens.ts'

/** One for a test file: the dictionary takes a while. */
export const reader = await openNameReader(await createAnalyser())()

export function namesIn(text: string): readonly string[] {
  return reader.recognise(text).map((one) => `${one.kind} ${one.text}`)
}
