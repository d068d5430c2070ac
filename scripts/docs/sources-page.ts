import type { Description } from '../../src/sources/records/description.ts'
import type { Pivot } from '../../src/sources/records/pivots.ts'
import { code, documented, GENERATED, markdownTable } from './markdown.ts'

const VERIFIED = { recorded: 'a recorded answer', documentation: 'documentation', no: 'nothing yet' } as const

/** Public sources as config/sources describes them, and what leads from one to the next. */
export function sourcesPage(descriptions: readonly Description[], pivots: readonly Pivot[]): string {
  const rows = descriptions.map((one) => [
    `[${code(one.name)}](#${one.name})`,
    documented(one.about, `Source ${one.name}`),
    askedBy(one),
    keyOf(one),
    one.primary ? 'yes' : 'no',
    one.official ? 'yes' : 'no',
  ])
  return [
    '# Public sources',
    '',
    GENERATED,
    '<!-- Source: config/sources/*.yaml, config/pivots.yaml -->',
    '',
    'Registers, laws, filings, minutes, certificates and catalogues that answer by an official interface.',
    'What the query, a result or a page names by a number (or a query by the name of a domain) is looked up',
    'by itself, within `sources.record_requests` a search; some are searched for queries of a category or',
    'with words that name what they hold. How to use them: [research a company](../how-to/company-research.md).',
    'A new one is two files: [adding](../adding.md#a-public-source).',
    '',
    markdownTable(['source', 'what it tells', 'asked by', 'key', 'primary', 'official'], rows),
    '',
    '## From one to the next',
    '',
    'What a query itself names is followed by the first steps of its row. A search with `pivot_from`, or',
    '`lyra pivot`, runs all of them, within `sources.pivot_requests`, and counts what each found',
    '(`config/pivots.yaml`; your own in `LYRA_HOME/pivots.yaml`).',
    '',
    markdownTable(['from', 'what is asked', 'steps', 'for pivot_from also', 'followed by'], pivots.map(pivotRow)),
    '',
    ...descriptions.flatMap(sourceSection),
  ].join('\n')
}

function askedBy({ look_up, search }: Description): string {
  const numbers = look_up.map(({ identifier }) => code(identifier))
  if (search === undefined) return numbers.join(', ')
  const words = [...search.categories.map((one) => `category ${one}`), ...search.words.map((one) => `“${one}”`)]
  return [...numbers, words.length === 0 ? 'words, by a pivot' : `words (${words.join(', ')})`].join(', ')
}

function keyOf({ key, contact }: Description): string {
  if (key !== undefined) return `${code(key.environment)}${key.needed ? '' : ' (may be left out)'}`
  return contact ? `none; ${code('sources.contact_email')}` : 'none'
}

/** A name is no number of a register: nothing is looked up for it unless it is asked for. */
const BY_NAME = ['company', 'person']

function pivotRow({ kind, about, steps, followed_by: next }: Pivot): readonly string[] {
  const told = (wanted: Pivot['steps']) =>
    wanted.map(({ ask, source, by, from }) => `${ask}: ${source} by ${(from ?? by).replaceAll('_', ' ')}`).join(' → ')
  const isDeep = ({ deep }: Pivot['steps'][number]) => deep || BY_NAME.includes(kind)
  return [
    ...[code(kind), about, told(steps.filter((step) => !isDeep(step))), told(steps.filter(isDeep))],
    next === undefined ? '' : code(next),
  ]
}

function sourceSection(one: Description): readonly string[] {
  const attributes = [...new Set(Object.values(one.answers).flatMap((shape) => Object.keys(shape.attributes)))]
  const lines = [
    ['address', code(one.base)],
    ['documentation', one.documentation],
    ['form confirmed by', VERIFIED[one.verified]],
    ['languages', one.languages.join(', ')],
    ['pace', `${one.pace} s between two requests`],
    ['licence', one.licence],
    ...(one.key === undefined ? [] : [['key', `${keyOf(one)}, from ${one.key.get_one}`]]),
    ['tells', attributes.map(code).join(', ')],
    ...(one.note === undefined ? [] : [['note', one.note]]),
  ]
  return [`## ${one.name}`, '', `${one.title}. ${one.about}.`, '', markdownTable(['', ''], lines), '']
}
