import type { Steps } from '../../domain/in-turns.ts'
import { readingBibtex } from './parse-bibtex.ts'
import { readingCsl } from './parse-csl.ts'
import { readingReferenceText } from './parse-reference-text.ts'
import { readingRis } from './parse-ris.ts'
import type { ReferenceItem } from './reference-item.ts'

export const REFERENCE_FORMATS = ['text', 'bibtex', 'ris', 'csl'] as const
export type ReferenceFormat = (typeof REFERENCE_FORMATS)[number]

/** Told by how the list begins. */
export function referenceFormat(list: string): ReferenceFormat {
  const start = list.replace(/^\ufeff/u, '').trimStart()
  if (/^(?:\[\s*[{\]]|\{\s*["}])/u.test(start)) return 'csl'
  if (/^(?:TY)\s{1,2}-/mu.test(start.slice(0, 2000))) return 'ris'
  if (/^[ \t]{0,20}@ ?[a-z]{1,30} ?[{(]/imu.test(start.slice(0, 20_000))) return 'bibtex'
  return 'text'
}

const READERS: Readonly<Record<ReferenceFormat, (list: string) => Steps<readonly ReferenceItem[]>>> = {
  text: readingReferenceText,
  bibtex: readingBibtex,
  ris: readingRis,
  csl: readingCsl,
}

/** Every entry of a list, in steps: a list may have five megabytes. */
export function readingReferences(list: string, format: ReferenceFormat): Steps<readonly ReferenceItem[]> {
  return READERS[format](list)
}
