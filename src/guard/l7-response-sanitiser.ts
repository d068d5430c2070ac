import { z } from 'zod'
import { withoutInvisible } from '../domain/invisible.ts'
import { replaceSpans } from './l4-decodings.ts'
import { tagNames } from './l4-tag-name.ts'
import { hidePaths } from './l7-machine-paths.ts'
import { redactSecrets } from './l8-secrets.ts'

/** Cuts what no schema bounds, so that one field cannot swallow a context window. */
const DEFAULT_STRING_LIMIT = 20_000

/** What was done to which field of an answer. */
interface SanitiserFindings {
  /** Longer than it may be. */
  readonly cut: readonly string[]
  /** Held a tag of L3, which was taken out. */
  readonly tagged: readonly string[]
}

/** While one value is cleaned. */
interface Noted {
  readonly cut: Set<string>
  readonly tagged: Set<string>
}

type Sanitised =
  | ({ readonly ok: true; readonly value: unknown } & SanitiserFindings)
  | { readonly ok: false; readonly problem: string }

/**
 * L7 (REQ 4.4.1): only what the tool's output schema names leaves, cleaned and cut to the schema's lengths; what was
 * cut, and out of what a tag was taken, is named. A value that still does not fit is a fault of ours and is reported as
 * one, without its content.
 */
export function sanitiseAnswer(schema: z.ZodType, value: unknown): Sanitised {
  const noted = nothingNoted()
  const parsed = schema.safeParse(cleanBy(schema, value, '', noted))
  if (parsed.success) return { ok: true, value: parsed.data, cut: [...noted.cut], tagged: [...noted.tagged] }
  const problem = parsed.error.issues
    .slice(0, 5)
    .map((issue) => `${issue.path.map(String).join('.') || 'answer'}: ${issue.code}`)
    .join('; ')
  return { ok: false, problem }
}

function nothingNoted(): Noted {
  return { cut: new Set(), tagged: new Set() }
}

function cleanBy(schema: z.core.$ZodType, value: unknown, path: string, noted: Noted): unknown {
  const def = (schema as z.core.$ZodTypes)._zod.def
  if (typeof value === 'string') return cleanString(schema, value, path, noted)
  if (value === null || typeof value !== 'object') return value
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'readonly':
      return cleanBy(def.innerType, value, path, noted)
    case 'array': {
      if (!Array.isArray(value)) return value
      const limit = maxLength(schema) ?? value.length
      if (value.length > limit) noted.cut.add(path)
      return value.slice(0, limit).map((item) => cleanBy(def.element, item, `${path}[]`, noted))
    }
    case 'object': {
      const fields = new Map(Object.entries(value))
      return Object.fromEntries(
        Object.entries(def.shape)
          .filter(([key]) => fields.get(key) !== undefined)
          .map(([key, field]) => [key, cleanBy(field, fields.get(key), path === '' ? key : `${path}.${key}`, noted)]),
      )
    }
    case 'record':
      return Object.fromEntries(
        Object.entries(value).map(([key, item]) => [cleanText(key, 200), cleanBy(def.valueType, item, path, noted)]),
      )
    case 'union':
      return cleanUnion(def.options, value, path, noted)
    default:
      return cleanDeep(value)
  }
}

/** The first option the cleaned value fits; options are tried in order, so list the most specific first. */
function cleanUnion(options: readonly z.core.$ZodType[], value: unknown, path: string, noted: Noted): unknown {
  for (const option of options) {
    const here = nothingNoted()
    const cleaned = cleanBy(option, value, path, here)
    if (!z.safeParse(option, cleaned).success) continue
    for (const name of here.cut) noted.cut.add(name)
    for (const name of here.tagged) noted.tagged.add(name)
    return cleaned
  }
  return cleanDeep(value)
}

function cleanString(schema: z.core.$ZodType, text: string, path: string, noted: Noted): string {
  const def = (schema as z.core.$ZodTypes)._zod.def
  if (def.type === 'optional' || def.type === 'nullable') return cleanString(def.innerType, text, path, noted)
  // A union holds at most one string option in our schemas; its limit is the union's.
  const bounded = def.type === 'union' ? def.options.find((option) => maxLength(option) !== undefined) : schema
  const limit = (bounded === undefined ? undefined : maxLength(bounded)) ?? DEFAULT_STRING_LIMIT
  const { text: whole, hadTag } = withoutHidden(text)
  if (hadTag) noted.tagged.add(path)
  if (whole.length > limit) noted.cut.add(path)
  return cutWhole(whole, limit)
}

/** For values without a schema: every string in it is cleaned. */
export function cleanDeep(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (Array.isArray(value)) return value.map(cleanDeep)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [cleanText(key, 200), cleanDeep(item)]))
}

function maxLength(schema: z.core.$ZodType): number | undefined {
  for (const check of schema._zod.def.checks ?? []) {
    const def = check._zod.def
    if (def.check === 'max_length') return (def as z.core.$ZodCheckMaxLengthDef).maximum
  }
  return undefined
}

/** Control characters; line breaks and tabs stay. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the point
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/gu

/** Each round takes the tags out that the one before put together: LYLYRA-…RA-…. */
const TAG_ROUNDS = 16

function withoutHidden(text: string): { readonly text: string; readonly hadTag: boolean } {
  let current = withoutInvisible(text.replace(CONTROL, ''))
  for (let round = 1; ; round += 1) {
    const tags = tagNames(current, 'answers')
    if (tags.length === 0) return { text: current, hadTag: round > 1 }
    // Somebody nests them to make us work: a mark in their place puts nothing together.
    current = replaceSpans(current, tags, round < TAG_ROUNDS ? '' : '[tag]')
  }
}

export function cleanText(text: string, limit = DEFAULT_STRING_LIMIT): string {
  return sanitiseText(text, limit).text
}

/** The same, and whether a tag of L3 was taken out of it. */
export function sanitiseText(text: string, limit: number): { readonly text: string; readonly hadTag: boolean } {
  const { text: whole, hadTag } = withoutHidden(text)
  return { text: cutWhole(whole, limit), hadTag }
}

/** Not in the middle of a surrogate pair. */
function cutWhole(text: string, limit: number): string {
  if (text.length <= limit) return text
  const cut = text.slice(0, limit)
  return /[\ud800-\udbff]$/u.test(cut) ? cut.slice(0, -1) : cut
}

/** Characters of an error's message: enough to act on, too few to carry a page. */
const ERROR_LIMIT = 1000

/** What an error's message may hold and must not tell. */
export interface Redaction {
  /** Folders known by name: the home, the package, the user's own. */
  readonly places: readonly string[]
  /** Masks the words of the system instructions (L4). */
  readonly mask: (text: string) => string
}

const NOTHING_KNOWN: Redaction = { places: [], mask: (text) => text }

/**
 * An error's message as a stranger may read it (REQ 4.4.1 L7): no stack, no path of this machine, no tag, no
 * credential, no prompt.
 */
export function cleanErrorMessage(message: string, { places, mask }: Redaction = NOTHING_KNOWN): string {
  return hidePaths(redactSecrets(mask(cleanText(message, ERROR_LIMIT * 4))), places)
    .replace(/\n{2,}/gu, '\n')
    .trim()
    .slice(0, ERROR_LIMIT)
}
