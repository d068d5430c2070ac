import { z } from 'zod'

export type JsonSchema = Record<string, unknown>

/** The part of JSON Schema that our contracts produce. */
interface Shape {
  readonly type?: string | readonly string[]
  readonly anyOf?: readonly Shape[]
  readonly items?: Shape
  readonly properties?: Readonly<Record<string, Shape>>
  /** Listed by its type alone (`listedAsObject`). */
  readonly listed?: string
}

const shape: z.ZodType<Shape> = z.lazy(() =>
  z.object({
    type: z.union([z.string(), z.array(z.string())]).exactOptional(),
    anyOf: z.array(shape).exactOptional(),
    items: shape.exactOptional(),
    properties: z.record(z.string(), shape).exactOptional(),
    listed: z.string().exactOptional(),
  }),
)

/**
 * The output schema that `tools/list` carries: enough to know what comes back, little enough for a context window.
 * Fields keep their type, and what an object or a list of objects holds is named in its description:
 *
 *     "claims_found": { "type": "array", "description": "id, text, confidence, verification_details {...}" }
 *
 * Clients check every answer against it, errors included, so only `ok` is required and nothing is forbidden; `error`
 * and `_lyra_meta` are not listed, since every tool may have them.
 */
export function compactOutput(output: z.ZodType): JsonSchema {
  const whole = shape.parse(z.toJSONSchema(output))
  const variants = whole.anyOf ?? [whole]
  const names = new Set(variants.flatMap(({ properties = {} }) => Object.keys(properties)))
  const fields = [...names].map(
    (name) => [name, field(variants.flatMap((one) => one.properties?.[name] ?? []))] as const,
  )
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(fields),
      ok: { type: 'boolean' },
    },
    required: ['ok'],
  }
}

/** One field; in an answer of several forms it may be of several types. */
function field(forms: readonly Shape[]): JsonSchema {
  const types = [...new Set(forms.flatMap(typesOf))]
  const inner = [...new Set(forms.map(namesIn))].join('; ')
  return { ...listedTypes(types), ...(inner === '' ? {} : { description: inner }) }
}

/** A list of types under `type` is not read by every client; alternatives with one type each are. */
function listedTypes(types: readonly string[]): JsonSchema {
  const each = types.map((type) => ({ type }))
  return each.length > 1 ? { anyOf: each } : { ...each[0] }
}

function typesOf({ type, anyOf = [] }: Shape): readonly string[] {
  return type === undefined ? anyOf.flatMap(typesOf) : [type].flat()
}

/** `id, text, details {a, b}` of an object or of the objects in a list; empty for anything else. */
function namesIn({ properties, items, anyOf = [], listed }: Shape): string {
  if (listed !== undefined) return ''
  if (properties === undefined) return items === undefined ? anyOf.map(namesIn).join('') : namesIn(items)
  return Object.entries(properties)
    .map(([name, one]) => {
      const inner = namesIn(one)
      return inner === '' ? name : `${name} {${inner}}`
    })
    .join(', ')
}

const NOT_LISTED = new Set([
  '$schema',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'pattern',
  'propertyNames',
  'additionalProperties',
  'untrusted',
  'passage',
])

/**
 * An input schema as `tools/list` carries it. Lengths of texts and lists, and forms of texts, hardly ever bind and are
 * left out: what breaks one is refused by name, with the limit. Types, choices, ranges of numbers and descriptions
 * stay. That unknown fields are refused is said once, of the whole: groups inside refuse them alike.
 */
export function compactInput(input: z.ZodType): JsonSchema {
  const listed = inputPart.parse(listedPart(z.toJSONSchema(input, { io: 'input' })))
  return { ...(listed.oneOf === undefined ? listed : oneForm(listed.oneOf)), additionalProperties: false }
}

interface InputPart extends JsonSchema {
  readonly const?: unknown
  readonly oneOf?: readonly InputPart[]
  readonly properties?: Readonly<Record<string, InputPart>>
  readonly required?: readonly string[]
}

const inputPart: z.ZodType<InputPart> = z.lazy(() =>
  z.looseObject({
    oneOf: z.array(inputPart).exactOptional(),
    properties: z.record(z.string(), inputPart).exactOptional(),
    required: z.array(z.string()).exactOptional(),
  }),
)

function listedPart(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(listedPart)
  if (value === null || typeof value !== 'object') return value
  if ('listed' in value && 'description' in value) return { type: value.listed, description: value.description }
  const kept = Object.entries(value).filter(([key, inner]) => !NOT_LISTED.has(key) && !isObvious(key, inner))
  return Object.fromEntries(kept.map(([key, inner]) => [key, listedPart(inner)]))
}

/** `"default": {}` of a group of options, or `false`, says only that it may be left out; a count is at least 1. */
function isObvious(key: string, value: unknown): boolean {
  return key === 'default' ? value === false || typeof value === 'object' : key === 'minimum' && value === 1
}

/** Several forms of an input as one object: all their fields, the choices of the field that tells which, in a list. */
function oneForm(forms: readonly InputPart[]): JsonSchema {
  const [first = {}] = forms
  const names = new Set(forms.flatMap(({ properties = {} }) => Object.keys(properties)))
  const fields = [...names].map((name) => [
    name,
    oneField(forms.map((form) => form.properties?.[name]).filter((one) => one !== undefined)),
  ])
  const required = [...names].filter((name) => forms.every((form) => form.required?.includes(name)))
  return { ...first, properties: Object.fromEntries(fields), required }
}

function oneField(forms: readonly InputPart[]): JsonSchema {
  const [first = {}] = forms
  if (forms.every((form) => form.properties !== undefined)) return oneForm(forms)
  const { const: choice, ...rest } = first
  return choice === undefined ? first : { ...rest, enum: forms.map((form) => form.const) }
}
