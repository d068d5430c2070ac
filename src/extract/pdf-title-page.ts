import type { PdfLine } from './pdf-page.ts'

/** Authors stand among the first lines of the first page, under the title. */
const FIRST_LINES = 14
const PARTICLES = new Set('de van von der den la le da dos di del bin al el ter y e'.split(' '))
const MARKS = /\[[^\]]{0,20}\]|\^[\p{L}\d*†‡§,-]{1,8}|[*†‡§¶\d]/gu
const INSTITUTION = /universit|institut|department|faculty|school|college|hospital|laborator|@|大学|研究所|病院/iu
const ABSTRACT = /^(?:abstract|summary|introduction|要旨|抄録|はじめに)/i

/**
 * Names of people under a title, set larger than the text: no heading. What looks like names in a title or a section's
 * heading does not stand between the title and the abstract.
 */
export function isAuthorLine(lines: readonly PdfLine[], index: number): boolean {
  const line = lines[index]
  if (line === undefined || index === 0 || index >= FIRST_LINES || line.text.length > 300) return false
  const above = lines.slice(0, index)
  if (above.some((one) => ABSTRACT.test(one.text))) return false
  if (!above.some((one) => one.size > line.size * 1.05)) return false
  const plain = line.text.replace(MARKS, ' ')
  const parts = plain
    .split(/[,;&·•、]|\band\b/u)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const names = parts.filter(isName)
  if (names.length === 0 || names.length < parts.length * 0.8) return false
  const followed = lines.slice(index + 1, index + 3).some((next) => INSTITUTION.test(next.text))
  return names.length > 1 || plain !== line.text || followed
}

function isName(part: string): boolean {
  const words = part.split(/\s+/)
  if (words.length < 2 || words.length > 5 || part.length > 45) return false
  return words.every((word) => PARTICLES.has(word) || /^\p{Lu}[\p{L}'’.-]{0,20}$/u.test(word))
}
