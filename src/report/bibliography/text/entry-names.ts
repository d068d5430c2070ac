import { ORGANISATION_HEADS } from '../../../sources/entities/english-cues.ts'
import { japaneseNames } from './japanese-names.ts'
import { type LeadingNames, latinNames } from './latin-names.ts'
import { leadingDate } from './publication-date.ts'

const ROLE = /^,?\s?[(（]?(?:eds?|editors?|trans|transl|hrsg|comp)\b\.?[)）]?(?=[\s.,:(（]|$)/iu
const QUOTE = /^[\s.,:]{0,3}[“"«‘「『]/u
const PLACE_AND_YEAR = /\([^()]{2,80}[:,][^()]{1,60}(?<!\d)(?:1[5-9]|20)\d\d(?!\d)\)/u
const JAPANESE = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** Who wrote it, where an entry begins with that; null where it begins with its title. */
export function leadingNames(text: string): LeadingNames | null {
  if (JAPANESE.test(text)) return japaneseNames(text)
  const found = [...latinNames(text), ...organisation(text)].find((names) => leadsToTitle(text, names))
  if (found === undefined) return null
  const role = ROLE.exec(text.slice(found.length))?.[0] ?? ''
  return { ...found, length: found.length + role.length }
}

/** Names are followed by a date, a quotation mark or a stop, and then by a title. */
function leadsToTitle(text: string, { names, length, form }: LeadingNames): boolean {
  const rest = text.slice(length).replace(ROLE, '')
  const date = leadingDate(rest)
  const title = rest.slice(date?.length ?? 0).replace(/^[\s.,:;]{1,5}/u, '')
  if (!/^[\p{Lu}\p{Lt}\d“"«‘'([\p{Script=Han}\p{Script=Katakana}¿¡]/u.test(title) || !/\p{L}{2}|\d{3}/u.test(title))
    return false
  if (form === 'initials') return /^(?:[\s.,:;(（“"]|$)/u.test(rest)
  if (QUOTE.test(rest)) return true
  if (form === 'inverted' && date !== null) return true
  if (date !== null) return !date.isBracketed || rest.startsWith('.') || isTitleNotPublisher(names, title)
  if (form === 'family') return /\bet al\.?$/u.test(text.slice(0, length)) && /^[.,:]? /u.test(rest)
  if (rest.startsWith(': ')) return form === 'inverted' || names.length > 1
  if (rest.startsWith(', ')) return form !== 'organisation' && PLACE_AND_YEAR.test(rest)
  if (!rest.startsWith('. ')) return false
  if (form === 'inverted') return true
  return names.length > 1 || hasHead(names[0] ?? '')
}

/** "Ann Lee (2020). A bridge" and not "Silent Rivers (1962). Harbour Press". */
function isTitleNotPublisher([name = '']: readonly string[], title: string): boolean {
  if (hasHead(name)) return true
  const [sentence = ''] = title.split(/[.?!]/u, 1)
  return /\s\p{Ll}{4}/u.test(sentence) || sentence.split(/\s/u).length > 3
}

const SMALL = new Set('of for and the on in at to de la le du des und für der die das & e y del della di'.split(' '))
const MOST_WORDS = 12
const ENDS_NAME = /(?<!(?:^|[\s.])\p{Lu})\.\s|[:,，]\s|\s?[(（“"「『]|\s[(（]/u

/** The words up to the first stop, where all but small ones begin with a capital: "Institute for Evidence Review". */
function organisation(text: string): readonly LeadingNames[] {
  const name = text.slice(0, ENDS_NAME.exec(text.slice(0, 200))?.index ?? 200).trim()
  const words = name.split(/\s/u)
  const isQuoted = QUOTE.test(text.slice(name.length))
  if (name === '' || name.length > 120 || words.length > MOST_WORDS || /\d/u.test(name)) return []
  const isName = words.every((word, at) => /^\p{Lu}/u.test(word) || (at > 0 && (SMALL.has(word) || isQuoted)))
  return isName ? [{ names: [name], length: name.length, form: 'organisation' }] : []
}

function hasHead(name: string): boolean {
  const words = name.split(/[\s,]+/u)
  return words.some((word) => ORGANISATION_HEADS.has(word)) || (words.length === 1 && /^\p{Lu}{2,8}$/u.test(name))
}
