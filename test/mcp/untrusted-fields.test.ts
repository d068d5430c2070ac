import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { errorAnswer } from '../../src/api/error-answer.ts'
import { TOOLS } from '../../src/app/use-cases.ts'
import { UNTRUSTED_FIELDS } from '../../src/guard/l5-response-meta.ts'

/**
 * Text of an answer that no page, server or index wrote. A field that is neither here nor in UNTRUSTED_FIELDS has not
 * been thought about yet: whatever names an address, a title or the words of a server belongs there, not here.
 */
const OWN_WORDS: Readonly<Record<string, readonly string[]>> = {
  'ids and times that Lyra gives': [
    ...['task_id', 'search_id', 'feedback_id', 'target_id', 'sample_id', 'evaluation_id', 'auth_id', 'notification_id'],
    ...['claims_found[].id', 'refutations[].claim_id', 'searches[].id', 'results[].id', 'queue[].id', 'error.error_id'],
    ...['claims_found[].verification_details.corroborating_claims[]', 'blocked_domains[].contradicting_claims[]'],
    ...['claims_found[].verification_details.contradicting_claims[]', 'queue[].blocking_searches[]'],
    ...['domains[].affected_tasks[]', 'affected_tasks[]', 'unblocked_searches[]'],
    ...['created_at', 'auth_queue.oldest_queued_at', 'blocked_domains[].blocked_at', 'queue[].queued_at'],
  ],
  'what the assistant or the user said themselves': [
    ...['query', 'searches[].query', 'summary.unsatisfied_queries[]', 'action', 'source', 'reason', 'response'],
  ],
  'host names: letters, digits, dots and hyphens': [
    ...['auth_queue.domains[]', 'blocked_domains[].domain', 'unverified_domains[]', 'evidence_summary.top_domains[]'],
    ...['queue[].domain', 'domains[].domain', 'types[].domains[]', 'domain'],
  ],
  'fixed words of ours, names of tables, and columns as the SQL of the call names them': [
    ...[
      'blocked_domains[].restore_via',
      'applied[]',
      'status',
      'queue[].type',
      'domains[].auth_types[]',
      'types[].type',
    ],
    ...['columns[]', 'schema.tables[].name', 'schema.tables[].columns[]', 'evaluations[].*'],
    ...['error.message', 'error.hint', 'error.details.*'],
  ],
}

interface Shape {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Shape[]
  readonly items?: Shape
  readonly properties?: Readonly<Record<string, Shape>>
  readonly additionalProperties?: Shape | boolean
}

const NO_TEXT: readonly string[] = ['number', 'integer', 'boolean', 'null']

/** Paths at which any text may stand; `rows[].*` is any key of a row. */
function textPaths(shape: Shape, path: string): readonly string[] {
  if (shape.anyOf !== undefined) return shape.anyOf.flatMap((variant) => textPaths(variant, path))
  if (shape.enum !== undefined || shape.const !== undefined) return []
  if (shape.type === 'array') return textPaths(shape.items ?? {}, `${path}[]`)
  if (shape.type === 'object') {
    const named = Object.entries(shape.properties ?? {})
    const { additionalProperties: others } = shape
    return [
      ...named.flatMap(([name, inner]) => textPaths(inner, path === '' ? name : `${path}.${name}`)),
      ...(typeof others === 'object' ? textPaths(others, `${path}.*`) : []),
    ]
  }
  const kinds = [shape.type ?? []].flat()
  return kinds.length > 0 && kinds.every((kind) => NO_TEXT.includes(kind)) ? [] : [path]
}

const pathsOf = (schema: z.ZodType) => textPaths(z.toJSONSchema(schema) as Shape, '')
const everyPath = new Set([...TOOLS.flatMap((tool) => pathsOf(tool.output)), ...pathsOf(errorAnswer)])
const isMarked = (path: string) =>
  UNTRUSTED_FIELDS.some((field) => path === field || path.startsWith(`${field}.`) || path.startsWith(`${field}[`))

test('REQ 4.4.1 L5: every text of every answer is marked as coming from the web, or known to be our own', () => {
  const own = new Set(Object.values(OWN_WORDS).flat())
  assert.deepEqual(
    [...everyPath].filter((path) => isMarked(path) === own.has(path)),
    [],
    'decide: UNTRUSTED_FIELDS (src/guard/l5-response-meta.ts) or OWN_WORDS',
  )
})

test('REQ 4.4.1 L5: no field is listed that no answer has', () => {
  const listed = [...UNTRUSTED_FIELDS, ...Object.values(OWN_WORDS).flat()]
  assert.deepEqual(
    listed.filter((field) => ![...everyPath].some((path) => path === field || path.startsWith(`${field}.`))),
    [],
  )
})

test('REQ 4.4.1 L5: warnings, addresses and reasons for blocking may carry words of a page', () => {
  assert.deepEqual(
    ['warnings[]', 'searches[].warnings[]', 'blocked_domains[].reason', 'queue[].url', 'rows[].*'].filter(
      (path) => !isMarked(path),
    ),
    [],
  )
})
