import { z } from 'zod'
import type { GivenTo, UseCase } from '../api/define-use-case.ts'
import type { Flag, FlagTable, ParsedFlags } from './command.ts'

export interface FlagChoices {
  /** Flags that are not called as their field is, by the field's path: `{ 'options.include_schema': 'schema' }`. */
  readonly names?: Readonly<Record<string, string>>
  /** Paths of fields that the command fills itself. */
  readonly without?: readonly string[]
  /** Paths of fields that the contract leaves open and the command takes as positional arguments. */
  readonly positionals?: readonly string[]
  /** The part of a command with several actions that the flags belong to. */
  readonly action?: string
}

export interface ContractFlags<U extends UseCase<z.ZodObject>> {
  readonly table: FlagTable
  /** What the flags say, as input of the use case; the rest of the input comes from the positional arguments. */
  read(flags: ParsedFlags): Partial<GivenTo<U>>
}

/**
 * The flags of a command, from the contract of its use case. What the contract requires is a positional argument; what
 * it leaves open is a flag: `options.timeout_ms` becomes `--timeout-ms <1..2000>` with the field's own description.
 */
export function contractFlags<U extends UseCase<z.ZodObject>>(useCase: U, choices: FlagChoices = {}): ContractFlags<U> {
  const fields = fieldsOf(useCase.input, [])
    .filter(({ path, required }) => !required && !choices.without?.includes(path.join('.')))
    .filter(({ path }) => !choices.positionals?.includes(path.join('.')))
    .map((field) => ({ ...field, flag: choices.names?.[field.path.join('.')] ?? kebab(field.path.at(-1) ?? '') }))
  const prefix = choices.action === undefined ? '' : `${choices.action}: `
  return {
    table: Object.fromEntries(fields.map((field) => [field.flag, flagOf(field, prefix)])),
    read: (flags) => {
      const input: Tree = {}
      for (const field of fields) put(input, field.path, givenValue(field, flags))
      // The contract validates the values.
      return input as Partial<GivenTo<U>>
    },
  }
}

interface Field {
  readonly path: readonly string[]
  readonly schema: z.core.$ZodType
  readonly required: boolean
  readonly about: string
}

/** Leaves of the contract, in its order; groups such as `options` are opened. */
function fieldsOf(object: z.ZodObject, above: readonly string[]): readonly Field[] {
  return Object.entries(object.shape).flatMap(([name, field]) => {
    const path = [...above, name]
    const { schema, about, fallback } = unwrapped(field)
    if (schema instanceof z.ZodObject) return fieldsOf(schema, path)
    const note = fallback === undefined ? '' : ` (default ${fallback})`
    return [{ path, schema, required: schema === field, about: `${about}${note}` }]
  })
}

interface Unwrapped {
  readonly schema: z.core.$ZodType
  readonly about: string
  readonly fallback?: unknown
}

/** The schema inside `.optional()`, `.default()` and `.prefault()`; the outermost description holds. */
function unwrapped(field: z.core.$ZodType): Unwrapped {
  const about = z.globalRegistry.get(field)?.description
  const described = (inner: Unwrapped): Unwrapped => ({ ...inner, about: about ?? inner.about })
  if (field instanceof z.ZodDefault)
    return { ...described(unwrapped(field.unwrap())), fallback: shownDefault(field.def.defaultValue) }
  if (field instanceof z.ZodOptional || field instanceof z.ZodPrefault) return described(unwrapped(field.unwrap()))
  return { schema: field, about: about ?? '' }
}

/** That a switch is off without its flag goes without saying. */
function shownDefault(value: unknown): unknown {
  return value === false ? undefined : value
}

/** Names of the fields that a caller has to give, and those the command asks for: its positional arguments. */
export function requiredFields(useCase: UseCase<z.ZodObject>, also: readonly string[] = []): readonly string[] {
  return fieldsOf(useCase.input, []).flatMap(({ path, required }) => {
    const name = path.join('.')
    return required || also.includes(name) ? name : []
  })
}

function flagOf({ schema, flag, path, about }: Field & { readonly flag: string }, prefix: string): Flag {
  const described = { about: `${prefix}${about}` }
  if (schema instanceof z.ZodBoolean) return { type: 'boolean', ...described }
  if (schema instanceof z.ZodArray) return { type: 'string', value: '<a,b>', multiple: true, ...described }
  if (schema instanceof z.ZodEnum) return { type: 'string', value: schema.options.join('|'), ...described }
  if (schema instanceof z.ZodNumber)
    return { type: 'string', value: `<${schema.minValue}..${schema.maxValue}>`, ...described }
  return { type: 'string', value: `<${path.at(-1)?.endsWith('_id') === true ? path.at(-1) : flag}>`, ...described }
}

/** Undefined when the flag was not given. A list may be written `a,b` and may be repeated. */
function givenValue({ schema, flag }: Field & { readonly flag: string }, flags: ParsedFlags): unknown {
  if (schema instanceof z.ZodBoolean) return flags.on(flag) ? true : undefined
  if (schema instanceof z.ZodNumber) return flags.number(flag)
  if (!(schema instanceof z.ZodArray)) return flags.text(flag)
  const values = flags.list(flag).flatMap((text) => text.split(','))
  return values.length === 0 ? undefined : values
}

interface Tree {
  [name: string]: unknown
}

function put(tree: Tree, path: readonly string[], value: unknown): void {
  const [name = '', ...below] = path
  if (value === undefined) return
  if (below.length === 0) {
    tree[name] = value
    return
  }
  const inner: Tree = { ...(tree[name] as Tree | undefined) }
  put(inner, below, value)
  tree[name] = inner
}

function kebab(name: string): string {
  return name.replaceAll('_', '-')
}
