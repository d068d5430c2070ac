import { parseDate } from '../dates.ts'
import { pdfAuthors } from '../pdf-authors.ts'
import { sensibleTitle } from '../pdf-metadata.ts'
import { MACROS_FLAG, OUTSIDE_FLAG } from './document-page.ts'
import type { PackageParts } from './package-parts.ts'
import { descendants, textIn } from './xml-tree.ts'

export interface OfficeInfo {
  readonly title: string | null
  readonly authors: readonly string[]
  /** When the file was last saved; when it was published it does not know. */
  readonly updatedAt: string | null
}

export function officeInfo(parts: PackageParts): OfficeInfo {
  const core = parts.xml('docProps/core.xml')
  const field = (name: string) => descendants(core, name).map(textIn).join(' ').trim()
  return {
    title: sensibleTitle(field('title')),
    authors: pdfAuthors(field('creator')),
    updatedAt: parseDate(field('modified').slice(0, 10)),
  }
}

/** Call it after the parts were read: references to the outside are counted on the way. */
export function officeFlags(parts: PackageParts): readonly string[] {
  const hasMacros = parts.container.names.some((name) => /(?:^|\/)vbaproject\.bin$|(?:^|\/)macrosheets\//i.test(name))
  return [...(hasMacros ? [MACROS_FLAG] : []), ...(parts.outside.count > 0 ? [OUTSIDE_FLAG] : [])]
}
