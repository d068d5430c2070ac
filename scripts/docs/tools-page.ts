import { z } from 'zod'
import type { UseCase } from '../../src/api/define-use-case.ts'
import { code, documented, GENERATED, markdownTable } from './markdown.ts'

/** The part of JSON Schema that the page shows. */
interface Schema {
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly additionalProperties?: boolean | Schema
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly maxItems?: number
}

export function toolsPage(tools: readonly UseCase[]): string {
  const overview = tools.map((tool) => [
    `[${code(tool.name)}](#${tool.name})`,
    documented(tool.title, `Tool ${tool.name}`),
    hints(tool),
  ])
  return [
    '# Tools',
    '',
    GENERATED,
    '<!-- Source: src/api/*.ts, listed in src/app/use-cases.ts -->',
    '',
    'Every answer has `ok`, comes as `structuredContent` and as text, and carries `_lyra_meta` (trust notes on its sources).',
    'Errors: [errors](errors.md). An unknown input field is `INVALID_PARAMS`.',
    '',
    markdownTable(['tool', 'what it does', 'hints'], overview),
    '',
    ...tools.map(toolSection),
  ].join('\n')
}

function toolSection(tool: UseCase): string {
  const input = z.toJSONSchema(tool.input, { io: 'input' }) as Schema
  const output = z.toJSONSchema(tool.output, { io: 'output' }) as Schema
  const inputs = inputRows(input, tool.name, '')
  return [
    `## ${tool.name}`,
    '',
    documented(tool.description, `Tool ${tool.name}`),
    '',
    inputs.length === 0 ? 'No input.' : markdownTable(['input', 'type', 'required', 'meaning'], inputs),
    '',
    ...variants(output).flatMap((variant, index, all) => [
      `${all.length > 1 ? `Answer, form ${index + 1}` : 'Answer'}: ${Object.entries(variant.properties ?? {})
        .map(([name, field]) => `${code(name)} ${typeName(field)}`)
        .join(', ')}`,
      '',
    ]),
  ].join('\n')
}

function inputRows(schema: Schema, owner: string, prefix: string): string[][] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`
    const nested = inputRows(field, owner, `${path}.`)
    // A group of documented fields explains itself.
    const meaning =
      nested.length > 0 ? (field.description ?? '') : documented(field.description, `Input ${path} of ${owner}`)
    const required = schema.required?.includes(name) === true ? 'yes' : ''
    return [[code(path), typeName(field), required, meaning], ...nested]
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
  if (schema.type === 'array') return `list of ${typeName(schema.items ?? {})}`
  const type = Array.isArray(schema.type)
    ? schema.type.join(' or ')
    : ((schema.type as string | undefined) ?? 'any value')
  return `${type}${limits(schema)}`
}

function limits(schema: Schema): string {
  const numeric = schema.type === 'integer' || schema.type === 'number'
  if (!numeric) return ''
  const { minimum, maximum } = schema
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
