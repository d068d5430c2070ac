import { z } from 'zod'

/** Cuts what no schema bounds, so that one field cannot swallow a context window. */
const DEFAULT_STRING_LIMIT = 20_000

export type Sanitised =
  | { readonly ok: true; readonly value: unknown; readonly cut: readonly string[] }
  | { readonly ok: false; readonly problem: string }

/**
 * L7 (REQ 4.4.1): only what the tool's output schema names leaves, cleaned and cut to the schema's lengths; what was cut is named. A
 * value that still does not fit is a fault of ours and is reported as one, without its content.
 */
export function sanitiseAnswer(schema: z.ZodType, value: unknown): Sanitised {
  const cut = new Set<string>()
  const parsed = schema.safeParse(cleanBy(schema, value, '', cut))
  if (parsed.success) return { ok: true, value: parsed.data, cut: [...cut] }
  const problem = parsed.error.issues
    .slice(0, 5)
    .map((issue) => `${issue.path.map(String).join('.') || 'answer'}: ${issue.code}`)
    .join('; ')
  return { ok: false, problem }
}

function cleanBy(schema: z.core.$ZodType, value: unknown, path: string, cut: Set<string>): unknown {
  const def = (schema as z.core.$ZodTypes)._zod.def
  if (typeof value === 'string') return cleanString(schema, value, path, cut)
  if (value === null || typeof value !== 'object') return value
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'readonly':
      return cleanBy(def.innerType, value, path, cut)
    case 'array': {
      if (!Array.isArray(value)) return value
      const limit = maxLength(schema) ?? value.length
      if (value.length > limit) cut.add(path)
      return value.slice(0, limit).map((item) => cleanBy(def.element, item, `${path}[]`, cut))
    }
    case 'object': {
      const fields = new Map(Object.entries(value))
      return Object.fromEntries(
        Object.entries(def.shape)
          .filter(([key]) => fields.get(key) !== undefined)
          .map(([key, field]) => [key, cleanBy(field, fields.get(key), path === '' ? key : `${path}.${key}`, cut)]),
      )
    }
    case 'record':
      return Object.fromEntries(
        Object.entries(value).map(([key, item]) => [cleanText(key, 200), cleanBy(def.valueType, item, path, cut)]),
      )
    case 'union':
      return cleanUnion(def.options, value, path, cut)
    default:
      return cleanDeep(value)
  }
}

/** The first option the cleaned value fits; options are tried in order, so list the most specific first. */
function cleanUnion(options: readonly z.core.$ZodType[], value: unknown, path: string, cut: Set<string>): unknown {
  for (const option of options) {
    const here = new Set<string>()
    const cleaned = cleanBy(option, value, path, here)
    if (!z.safeParse(option, cleaned).success) continue
    for (const name of here) cut.add(name)
    return cleaned
  }
  return cleanDeep(value)
}

function cleanString(schema: z.core.$ZodType, text: string, path: string, cut: Set<string>): string {
  const def = (schema as z.core.$ZodTypes)._zod.def
  if (def.type === 'optional' || def.type === 'nullable') return cleanString(def.innerType, text, path, cut)
  // A union holds at most one string option in our schemas; its limit is the union's.
  const bounded = def.type === 'union' ? def.options.find((option) => maxLength(option) !== undefined) : schema
  const limit = (bounded === undefined ? undefined : maxLength(bounded)) ?? DEFAULT_STRING_LIMIT
  const whole = cleanText(text, Number.POSITIVE_INFINITY)
  if (whole.length > limit) cut.add(path)
  return cleanText(whole, limit)
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

/** Control, zero-width and direction-changing characters hide text from people; line breaks and tabs stay. */
const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the point
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/gu

/** The session tags of L3, in any spacing or case. */
const TAG = /(?:<\s*\/?\s*)?L\s*Y\s*R\s*A\s*-\s*[0-9a-f]{8,64}(?:\s*>)?/giu

export function cleanText(text: string, limit = DEFAULT_STRING_LIMIT): string {
  const cleaned = text.replace(HIDDEN, '').replace(TAG, '')
  if (cleaned.length <= limit) return cleaned
  // Not in the middle of a surrogate pair.
  const cut = cleaned.slice(0, limit)
  return /[\ud800-\udbff]$/u.test(cut) ? cut.slice(0, -1) : cut
}

const STACK_LINE = /^\s*at\s.+(?::\d+:\d+\)?|<anonymous>\)?|\(native\))$/gmu
const FILE_URL = /file:\/\/[^\s"')]+/giu
const HOME_PATH = /(?<![\w/])~\/[\p{L}\p{N}_.@+~%/-]+/gu
/** Two or more segments from a root; a single `/x` may be a route or a fraction. A URL's path has its host before it. */
const UNIX_PATH = /(?<![\p{L}\p{N}_:/.-])(?:\/[\p{L}\p{N}_.@+~%-]+){2,}\/?(?::\d+){0,2}/gu
const WINDOWS_PATH = /\b[A-Za-z]:\\[^\s"'<>|]+|\\\\[\w.-]+\\[^\s"'<>|]+/gu

const ERROR_LIMIT = 1000

/** An error's message as a stranger may read it: no stack, no path of this machine, no tag. */
export function cleanErrorMessage(message: string): string {
  return cleanText(message, ERROR_LIMIT * 4)
    .replace(STACK_LINE, '')
    .replace(FILE_URL, '[path]')
    .replace(WINDOWS_PATH, '[path]')
    .replace(HOME_PATH, '[path]')
    .replace(UNIX_PATH, '[path]')
    .replace(/\n{2,}/gu, '\n')
    .trim()
    .slice(0, ERROR_LIMIT)
}
