import type { PublicRecord } from '../../domain/public-record.ts'

/** What a legal form adds to a name; a register writes it, people leave it out. */
const LEGAL_FORMS_JA =
  /(?:株式会社|有限会社|合同会社|合資会社|合名会社|一般社団法人|一般財団法人|\((?:株|有|同|財|社)\))/gu
const LEGAL_FORMS = new Set([
  ...['inc', 'incorporated', 'ltd', 'limited', 'llc', 'llp', 'lp', 'corp', 'corporation', 'co', 'company', 'plc'],
  ...['gmbh', 'ag', 'kg', 'se', 'sa', 'sas', 'sarl', 'bv', 'nv', 'spa', 'srl', 'ab', 'as', 'oy', 'kk', 'gk', 'pty'],
])

/** Attributes by which descriptions name the thing itself. */
const NAMES = ['name', 'name_en', 'name_ja', 'label', 'other_names', 'former_names', 'company', 'speaker', 'filer']

/** Whether the record is of the thing that was asked for by name, not of a namesake in part: 加賀見, 加賀見製作所. */
export function bearsName({ title, attributes }: PublicRecord, name: string): boolean {
  const wanted = nameKey(name)
  if (wanted === '') return false
  const told = attributes.filter((one) => NAMES.includes(one.name)).flatMap(({ value }) => value.split(', '))
  // What was searched for by a number names it.
  return attributes.some(({ value }) => value === name) || [title, ...told].some((one) => nameKey(one) === wanted)
}

/** Whether a text says by its legal form that it names a company. */
export function hasLegalForm(text: string): boolean {
  const plain = text.normalize('NFKC')
  return (
    plain.replace(LEGAL_FORMS_JA, '') !== plain ||
    words(plain)
      .slice(1)
      .some((word) => LEGAL_FORMS.has(word))
  )
}

/** `Mirrors, Inc.` and `MIRRORS`, `Mirror, Mary` and `Mary Mirror` are one. */
export function nameKey(name: string): string {
  const plain = words(name.normalize('NFKC').slice(0, 400).replace(LEGAL_FORMS_JA, ' '))
  const own = plain.filter((word) => !LEGAL_FORMS.has(word))
  return (own.length === 0 ? plain : own).sort().join(' ')
}

function words(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}
