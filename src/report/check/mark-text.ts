import type { CitationMark } from './citation-marks.ts'

/** The mark as a person would write it. */
export function markText(mark: CitationMark): string {
  switch (mark.kind) {
    case 'url':
      return mark.url
    case 'doi':
      return `doi:${mark.doi}`
    case 'author-year':
      return `${mark.authors}, ${mark.year}`
    case 'footnote':
      return `[^${mark.key}]`
    case 'key':
      return `@${mark.key}`
    default:
      return `[${mark.key}]`
  }
}

/** Only letters and digits, in small ones: what is left of a name whoever writes it. */
export const letters = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')

export type AuthorYear = Extract<CitationMark, { readonly kind: 'author-year' }>

/** The family names of a mark, in its order. */
export function surnames(authors: string): readonly string[] {
  return authors
    .replace(/\bet al\.?|ほか|ら$|他$/giu, '')
    .split(/ ?(?:,|、|&|・|＆|\band\b|と) ?/u)
    .map((name) => name.trim())
    .filter((name) => name !== '')
}
