import { z } from 'zod'
import { CATEGORIES } from '../../domain/search-category.ts'
import { parsePath } from './answer-path.ts'
import { IDENTIFIER_FORMS } from './identifier-forms.ts'
import { isPrivateField, isSocialNetwork } from './private-fields.ts'
import { VALUE_FORMS } from './value-forms.ts'

const path = z.string().superRefine((text, context) => {
  try {
    parsePath(text)
  } catch (error) {
    context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : 'is no path' })
  }
})

const attributeSchema = z.preprocess(
  (value) => (typeof value === 'string' || Array.isArray(value) ? { path: value } : value),
  z.strictObject({
    /** Of several the first that leads to a value. */
    path: z.preprocess((value) => (Array.isArray(value) ? value : [value]), z.array(path).min(1)),
    as: z.enum(VALUE_FORMS).default('text'),
    /** All values, each once, put together; else the first. */
    join: z.string().optional(),
    most: z.int().min(1).default(20),
    /** What the source's codes mean; a code that is not named stays as it is. */
    words: z.record(z.string(), z.string()).default({}),
    /** answer: the path begins at the whole answer, for what all its entries have in common. */
    of: z.enum(['entry', 'answer']).default('entry'),
  }),
)

const entitySchema = z.strictObject({
  type: z.enum(['organisation', 'person', 'place', 'product', 'law']),
  /** The attribute that names it. */
  name: z.string().min(1),
  role: z.string().min(1),
})

const passageSchema = z.strictObject({
  each: path.default(''),
  heading: path.optional(),
  text: path,
  as: z.enum(VALUE_FORMS).default('text'),
  most: z.int().min(1).default(60),
})

/** One shape of answer, and how records are read from it. */
const answerSchema = z.strictObject({
  /** rows: JSON lists, of which the first names the columns. */
  format: z.enum(['json', 'xml', 'rows']).default('json'),
  kind: z.string().regex(/^[a-z_]+$/),
  /** Where the records stand; empty: the answer is one. */
  entries: path.default(''),
  /** How many there are in all. */
  total: path.optional(),
  /** Attributes without which an entry is none; where no entry has them the answer has changed (`parser_broken`). */
  required: z.array(z.string()).min(1),
  attributes: z.record(z.string().regex(/^[a-z_0-9]+$/), attributeSchema),
  title: z.string().min(1),
  url: z.string().min(1),
  date: z.string().optional(),
  language: z.string().optional(),
  licence: z.string().optional(),
  identifiers: z.record(z.string(), z.string()).default({}),
  entities: z.array(entitySchema).default([]),
  /** Statements made of attributes, by language; one whose attribute is missing is left out. */
  sentences: z.record(z.string(), z.array(z.string())).default({}),
  passages: z.array(passageSchema).default([]),
})

const requestSchema = z.strictObject({
  path: z.string().startsWith('/'),
  query: z.record(z.string(), z.string()).default({}),
  answer: z.string(),
})

const pagingSchema = z.strictObject({
  /** {offset} is `first` + records so far, {page} is `first` + pages so far. */
  first: z.int().default(0),
  /** Where the answer names {token} of the next page; absent: by number. */
  next: path.optional(),
})

const errorSchema = z
  .strictObject({
    /** A value of the answer and what it is; or a text that the body holds. */
    path: path.optional(),
    is: z.array(z.string()).optional(),
    text: z.string().min(3).optional(),
    outcome: z.enum(['bad_key', 'quota', 'maintenance', 'not_found', 'parser_broken']),
  })
  .refine(({ path: at, text }) => (at === undefined) !== (text === undefined), 'needs either path or text')

const keySchema = z.strictObject({
  /** The environment variable that holds it; a key is written in no file of Lyra's. */
  environment: z.string().regex(/^(?!LYRA_)[A-Z][A-Z0-9_]+$/),
  needed: z.boolean(),
  in: z.enum(['header', 'query', 'basic', 'oauth']),
  /** Header or parameter. */
  name: z.string().min(1).default('authorization'),
  prefix: z.string().default(''),
  /** oauth: where key and secret (`key:secret`) are changed for a token. */
  token_path: z.string().startsWith('/').optional(),
  /** Where a user gets one. */
  get_one: z.url(),
})

export const descriptionSchema = z
  .strictObject({
    name: z.string().regex(/^[a-z0-9][a-z0-9_]*$/),
    title: z.string().min(1),
    about: z.string().min(1),
    documentation: z.url(),
    /** recorded: against an answer of the service; documentation: against what its makers write; no: neither. */
    verified: z.enum(['recorded', 'documentation', 'no']),
    note: z.string().optional(),
    base: z.string().regex(/^https:\/\/[^\s]+[^/]$/),
    /** rdap: the base names the registry's own server for the domain (IANA bootstrap). */
    adapter: z.enum(['rdap']).optional(),
    key: keySchema.optional(),
    headers: z.record(z.string(), z.string()).default({}),
    /** How it writes that there is no value, where it writes something. */
    absent: z.array(z.string()).default([]),
    /** The source wants to know whom to write to: nothing is asked without sources.contact_email. */
    contact: z.boolean().default(false),
    /** Least seconds between two requests. */
    pace: z.number().min(0).default(1),
    /** Most records of one page. */
    page_size: z.int().min(1).default(20),
    /** It tells what it has itself, not what others told. */
    primary: z.boolean(),
    /** A register, decisions of a court or laws, kept by a public body: as good as a government's word. */
    official: z.boolean().default(false),
    licence: z.string().min(1),
    languages: z.array(z.string()).min(1),
    look_up: z
      .array(
        requestSchema.extend({
          identifier: z.string().min(1),
          /** Values that begin so are for this source; absent: all. */
          begins: z.array(z.string().min(1)).optional(),
        }),
      )
      .default([]),
    search: requestSchema
      .extend({
        paging: pagingSchema.optional(),
        /** Asked for any query of these categories, and for queries with one of these words. */
        categories: z.array(z.enum(CATEGORIES)).default([]),
        words: z.array(z.string().min(2)).default([]),
        /** Queries of these languages; absent: any. */
        languages: z.array(z.string()).optional(),
        /** Of the records only those whose attribute holds the query. */
        keep: z.string().optional(),
      })
      .optional(),
    answers: z.record(z.string(), answerSchema),
    errors: z.array(errorSchema).default([]),
  })
  .superRefine(namesAreKnown)
  .superRefine(readsNothingPrivate)

export type Description = z.infer<typeof descriptionSchema>
export type AnswerShape = z.infer<typeof answerSchema>
export type AttributeShape = z.infer<typeof attributeSchema>
export type RequestShape = z.infer<typeof requestSchema>
export type SourceKey = z.infer<typeof keySchema>

/** A placeholder: a name, and the form it takes: `{value}`, `{value|law_number_kanji}`. */
export const PLACEHOLDER = /\{([a-z_0-9]+)(?:\|([a-z_0-9]+))?\}/g

/** What the question brings: the value or words asked for, the address that was asked, the language of the question. */
const RESERVED = ['asked', 'url', 'question_language']

/** SECURITY.md, privacy of others. */
function readsNothingPrivate(
  { base, answers }: { readonly base: string; readonly answers: Readonly<Record<string, AnswerShape>> },
  context: z.RefinementCtx,
): void {
  const wrong = (message: string) => context.addIssue({ code: 'custom', message })
  if (isSocialNetwork(URL.parse(base)?.hostname ?? '')) wrong('social networks are no source')
  for (const [answer, { attributes, passages }] of Object.entries(answers)) {
    const paths = [
      ...Object.values(attributes).flatMap((one) => one.path),
      ...passages.flatMap(({ each, heading = '', text }) => [each, heading, text]),
    ]
    for (const one of paths.filter(isPrivateField))
      wrong(`answers.${answer}: ${one} is private: addresses, contacts and births of people are not read`)
  }
}

/** What stands in a description must be there: a mistyped attribute would be a sentence that never comes. */
function namesAreKnown(
  description: {
    readonly look_up: readonly RequestShape[]
    readonly search?: RequestShape | undefined
    readonly answers: Readonly<Record<string, AnswerShape>>
  },
  context: z.RefinementCtx,
): void {
  const wrong = (message: string) => context.addIssue({ code: 'custom', message })
  const requests = [...description.look_up, ...(description.search === undefined ? [] : [description.search])]
  if (requests.length === 0) wrong('needs look_up or search')
  for (const { answer, path: at, query } of requests) {
    if (description.answers[answer] === undefined) wrong(`answer ${answer} is not described`)
    for (const text of [at, ...Object.values(query)])
      for (const [, , form] of text.matchAll(PLACEHOLDER))
        if (form !== undefined && !Object.hasOwn(IDENTIFIER_FORMS, form)) wrong(`{...|${form}} is no form`)
  }
  for (const [name, shape] of Object.entries(description.answers)) {
    const known = new Set(Object.keys(shape.attributes))
    const told = [
      shape.title,
      shape.url,
      shape.language ?? '',
      shape.licence ?? '',
      ...Object.values(shape.sentences).flat(),
    ]
    const used = [
      ...told.flatMap((text) => [...text.matchAll(PLACEHOLDER)].map(([, attribute = '']) => attribute)),
      ...shape.required,
      ...Object.values(shape.identifiers),
      ...shape.entities.map((entity) => entity.name),
      ...(shape.date === undefined ? [] : [shape.date]),
    ]
    for (const attribute of used)
      if (!known.has(attribute) && !RESERVED.includes(attribute))
        wrong(`answers.${name}: there is no attribute ${attribute}`)
  }
}
