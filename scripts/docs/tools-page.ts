import { z } from 'zod'
import type { UseCase } from '../../src/api/define-use-case.ts'
import { code, documented, GENERATED, markdownTable } from './markdown.ts'

/** The part of JSON Schema that the page shows. */
interface Schema {
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly default?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly listed?: string
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly additionalProperties?: boolean | Schema
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly maxItems?: number
}

/** The MCP tools, then the use cases that only the command line, the resources and the web pages have. */
export function toolsPage(useCases: readonly UseCase[]): string {
  const tools = useCases.filter((useCase) => useCase.tool !== undefined)
  const others = useCases.filter((useCase) => useCase.tool === undefined)
  return [
    '# Tools',
    '',
    GENERATED,
    '<!-- Source: src/api/*.ts, listed in src/app/use-cases.ts -->',
    '',
    'Every answer has `ok`, comes as `structuredContent` (the data) and as a short text, and carries `_lyra_meta`',
    '(trust notes on the sources it names). Errors: [errors](errors.md). An unknown input field is `INVALID_PARAMS`.',
    'The schemas in `tools/list` are shorter than these tables: answers hold to the tables, and texts longer than',
    'named here are cut. Over MCP `search`, `get_status` and `get_claim` are brief: fields that say nothing are left',
    'out, long lists have the number of what is missing, and `details: true` of the last two gives the tables whole.',
    '',
    markdownTable(
      ['tool', 'what it does', 'hints'],
      tools.map((tool) => [...overviewCells(tool), hints(tool)]),
    ),
    '',
    'Use cases of the [command line](cli.md), the resources and the web pages, with the same checks:',
    '',
    markdownTable(['use case', 'what it does'], others.map(overviewCells)),
    '',
    ...[...tools, ...others].map(useCaseSection),
  ].join('\n')
}

function overviewCells({ name, title }: UseCase): string[] {
  return [`[${code(name)}](#${name})`, documented(title, `Use case ${name}`)]
}

function useCaseSection({ name, description, input, output }: UseCase): string {
  const inputs = variants(z.toJSONSchema(input, { io: 'input' }) as Schema)
  const forms = variants(z.toJSONSchema(output) as Schema)
  return [
    `## ${name}`,
    '',
    documented(description, `Use case ${name}`),
    '',
    ...inputs.flatMap((form) => [inputTable(form, name, inputs.length > 1), '']),
    ...forms.flatMap((form, index) => [
      markdownTable([forms.length > 1 ? `answer, form ${index + 1}` : 'answer', 'type'], answerRows(form, '')),
      '',
    ]),
  ].join('\n')
}

/** Of an input with several forms each has its table, headed by the value that tells which. */
function inputTable(form: Schema, owner: string, isOneOfMany: boolean): string {
  const rows = inputRows(form, owner, '')
  if (rows.length === 0) return 'No input.'
  const kind = Object.values(form.properties ?? {}).find((field) => field.const !== undefined)?.const
  return markdownTable([isOneOfMany ? `input, ${code(String(kind))}` : 'input', 'type', 'required', 'meaning'], rows)
}

/** `explained`: inside a payload, whose fields the description of the tool tells. */
function inputRows(schema: Schema, owner: string, prefix: string, explained = false): string[][] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`
    const nested = inputRows(field, owner, `${path}.`, explained || field.listed !== undefined)
    // A group of documented fields explains itself.
    const meaning =
      nested.length > 0 || explained
        ? (field.description ?? '')
        : documented(field.description, `Input ${path} of ${owner}`)
    const required = schema.required?.includes(name) === true ? 'yes' : defaultOf(field)
    return [[code(path), typeName(field), required, meaning], ...nested]
  })
}

function defaultOf({ default: value }: Schema): string {
  return value === undefined || typeof value === 'object' ? '' : `default ${code(String(value))}`
}

/** Every field of an answer; those of the objects in a list stand under `list[].field`. */
function answerRows(schema: Schema, prefix: string): string[][] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`
    const shape = field.type === 'array' ? (field.items ?? {}) : field
    const inner = [shape, ...(shape.anyOf ?? [])].find((one) => one.properties !== undefined) ?? {}
    return [[code(path), typeName(field)], ...answerRows(inner, field.type === 'array' ? `${path}[].` : `${path}.`)]
  })
}

function variants(schema: Schema): readonly Schema[] {
  return schema.anyOf ?? schema.oneOf ?? [schema]
}

function typeName(schema: Schema): string {
  if (schema.enum !== undefined) return schema.enum.map((value) => code(String(value))).join(' or ')
  if (schema.const !== undefined) return code(String(schema.const))
  const options = schema.anyOf ?? schema.oneOf
  if (options !== undefined) return options.map(typeName).join(' or ')
  if (schema.type === 'array') {
    const most = schema.maxItems === undefined ? '' : `, at most ${schema.maxItems}`
    return `list of ${typeName(schema.items ?? {})}${most}`
  }
  const type = Array.isArray(schema.type)
    ? schema.type.join(' or ')
    : ((schema.type as string | undefined) ?? 'any value')
  return `${type}${limits(schema)}`
}

function limits({ type, minimum, maximum, maxLength }: Schema): string {
  if (type === 'string') return maxLength === undefined ? '' : ` up to ${maxLength}`
  if (type !== 'integer' && type !== 'number') return ''
  const bounded = (value: number | undefined) => value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER
  if (bounded(minimum) && bounded(maximum)) return ` ${minimum}..${maximum}`
  if (bounded(minimum)) return ` from ${minimum}`
  return bounded(maximum) ? ` up to ${maximum}` : ''
}

function hints({ tool }: UseCase): string {
  return [
    tool?.readOnlyHint ? 'reads only' : 'writes',
    ...(tool?.destructiveHint ? ['destructive'] : []),
    ...(tool?.idempotentHint ? ['idempotent'] : []),
    ...(tool?.openWorldHint ? ['uses the web'] : []),
  ].join(', ')
}
