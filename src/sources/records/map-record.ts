import type { PublicRecord, RecordAttribute, RecordPassage } from '../../domain/public-record.ts'
import { type Found, plainValue, valuesAt } from './answer-path.ts'
import type { AnswerShape, AttributeShape, Description } from './description.ts'
import { fillTemplate, type Values } from './fill-template.ts'
import { inForm } from './value-forms.ts'

/** Longest value of one attribute, and longest passage: nobody reads a name of a megabyte. */
const LONGEST_VALUE = 2000
const LONGEST_PASSAGE = 20_000
/** A value that is a text of its own makes no sentence. */
const LONGEST_SENTENCE = 600

export interface ReadEntries {
  readonly records: readonly PublicRecord[]
  /** Entries that lacked what every entry has. */
  readonly lost: number
}

/** The records of an answer, in its order. */
export function readRecords(description: Description, shape: AnswerShape, tree: unknown, asked: Values): ReadEntries {
  const entries = shape.entries === '' ? [{ value: tree, path: '' }] : valuesAt(tree, `${shape.entries}[*]`)
  const records = entries.flatMap((entry) => readRecord(description, shape, { entry, tree }, asked) ?? [])
  return { records, lost: entries.length - records.length }
}

function readRecord(
  { name: source, primary, official, licence, languages, absent }: Description,
  shape: AnswerShape,
  { entry, tree }: { readonly entry: Found; readonly tree: unknown },
  asked: Values,
): PublicRecord | null {
  const attributes = Object.entries(shape.attributes).flatMap(([name, one]) =>
    readAttribute(name, one, one.of === 'answer' ? { value: tree, path: '' } : entry, absent),
  )
  const told = new Map(attributes.map(({ name, value }) => [name, value]))
  const question = { asked: asked.value ?? asked.query, url: asked.url, question_language: asked.language }
  const values: Values = { ...question, ...Object.fromEntries(told) }
  const [title, url] = [fillTemplate(shape.title, values), fillTemplate(shape.url, values, asAddress)]
  if (title === null || url === null || shape.required.some((name) => !told.has(name))) return null
  const language = shape.language === undefined ? (languages[0] ?? null) : fillTemplate(shape.language, values)
  return {
    ...{ source, kind: shape.kind, title, url, language, attributes },
    published_at: (shape.date === undefined ? undefined : told.get(shape.date)) ?? null,
    licence: (shape.licence === undefined ? null : fillTemplate(shape.licence, values)) ?? licence,
    is_primary: primary,
    is_official: official,
    identifiers: Object.entries(shape.identifiers).flatMap(([type, attribute]) => {
      const value = told.get(attribute)
      return value === undefined ? [] : [{ type, value }]
    }),
    entities: shape.entities.flatMap(({ type, name, role }) => {
      const value = told.get(name)
      return value === undefined ? [] : [{ type, name: value, role }]
    }),
    passages: [...sentences(shape, values, asked.language ?? null), ...passages(shape, entry, language)],
  }
}

/** What the source has encoded already stays so. */
function asAddress(value: string): string {
  return encodeURI(value).replaceAll('%25', '%')
}

function readAttribute(
  name: string,
  shape: AttributeShape,
  entry: Found,
  absent: readonly string[],
): readonly RecordAttribute[] {
  for (const path of shape.path) {
    const found = valuesAt(entry.value, path, entry.path)
      .flatMap(leaves)
      .filter(({ value }) => !absent.includes(value))
    const values = found.flatMap(({ value, path: at }) =>
      inForm(value, shape.as).map((plain) => ({ value: shape.words[plain] ?? plain, path: at })),
    )
    const [first] = values
    if (first === undefined) continue
    if (shape.join === undefined) return [{ name, value: first.value.slice(0, LONGEST_VALUE), path: first.path }]
    const all = [...new Set(values.map(({ value }) => value))].slice(0, shape.most)
    return [{ name, value: all.join(shape.join).slice(0, LONGEST_VALUE), path: first.path }]
  }
  return []
}

function leaves({ value, path }: Found): readonly { readonly value: string; readonly path: string }[] {
  if (Array.isArray(value)) return value.flatMap((one, place) => leaves({ value: one, path: `${path}/${place}` }))
  const plain = plainValue(value)
  return plain === null ? [] : [{ value: plain, path }]
}

/** In the language of the question where the source has sentences of it, else in its first. */
function sentences(shape: AnswerShape, values: Values, wanted: string | null): readonly RecordPassage[] {
  const language = wanted !== null && Object.hasOwn(shape.sentences, wanted) ? wanted : Object.keys(shape.sentences)[0]
  if (language === undefined) return []
  return (shape.sentences[language] ?? []).flatMap((template) => {
    const text = fillTemplate(template, values)
    // `Mirrors Inc.` at the end of a sentence has its full stop already.
    return text === null || text.length > LONGEST_SENTENCE
      ? []
      : [{ isStatement: true, heading: null, text: text.replace(/\.\.$/, '.'), language }]
  })
}

function passages(shape: AnswerShape, entry: Found, language: string | null): readonly RecordPassage[] {
  return shape.passages.flatMap(({ each, heading, text, as, most }) => {
    const places = each === '' ? [entry] : valuesAt(entry.value, `${each}[*]`, entry.path)
    return places.slice(0, most).flatMap((place) => {
      const told = valuesAt(place.value, text)
        .flatMap(leaves)
        .flatMap(({ value }) => inForm(value, as))
      const passage = told.join(language === 'ja' ? '' : ' ').slice(0, LONGEST_PASSAGE)
      const head = heading === undefined ? null : (valuesAt(place.value, heading).flatMap(leaves)[0]?.value ?? null)
      return passage === '' ? [] : [{ isStatement: false, heading: head, text: passage, language }]
    })
  })
}
