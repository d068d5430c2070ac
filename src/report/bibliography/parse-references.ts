import { parseBibtex } from './parse-bibtex.ts'
import { parseCsl } from './parse-csl.ts'
import { parseReferenceText } from './parse-reference-text.ts'
import { parseRis } from './parse-ris.ts'
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

const PARSERS: Readonly<Record<ReferenceFormat, (list: string) => readonly ReferenceItem[]>> = {
  text: parseReferenceText,
  bibtex: parseBibtex,
  ris: parseRis,
  csl: parseCsl,
}

export function parseReferences(list: string, format: ReferenceFormat): readonly ReferenceItem[] {
  return PARSERS[format](list)
}
