import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { errorAnswer } from '../../src/api/error-answer.ts'
import { untrustedFields } from '../../src/api/untrusted-fields.ts'
import { TOOLS } from '../../src/app/use-cases.ts'
import { connect } from './connect.ts'
import { fakeLyra, TASK_ID } from './fake-lyra.ts'

interface Shape {
  readonly untrusted?: boolean
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Shape[]
  readonly items?: Shape
  readonly properties?: Readonly<Record<string, Shape>>
  readonly additionalProperties?: Shape | boolean
}

const NO_TEXT: readonly string[] = ['number', 'integer', 'boolean', 'null']

/** Paths at which any text may stand and that no field of the contract decided; `rows[].*` is any key of a row. */
function undecided(shape: Shape, path: string): readonly string[] {
  if (shape.untrusted !== undefined) return []
  if (shape.anyOf !== undefined) return shape.anyOf.flatMap((variant) => undecided(variant, path))
  if (shape.enum !== undefined || shape.const !== undefined) return []
  if (shape.type === 'array') return undecided(shape.items ?? {}, `${path}[]`)
  if (shape.type === 'object') {
    const named = Object.entries(shape.properties ?? {})
    const { additionalProperties: others } = shape
    return [
      ...named.flatMap(([name, inner]) => undecided(inner, path === '' ? name : `${path}.${name}`)),
      ...(typeof others === 'object' ? undecided(others, `${path}.*`) : []),
    ]
  }
  const kinds = [shape.type ?? []].flat()
  return kinds.length > 0 && kinds.every((kind) => NO_TEXT.includes(kind)) ? [] : [path]
}

const undecidedIn = (schema: z.ZodType) => undecided(z.toJSONSchema(schema) as Shape, '')

test('REQ 4.4.1 L5: every text of every answer says in its contract whether it comes from the web', () => {
  assert.deepEqual(
    [
      ...TOOLS.flatMap((tool) => undecidedIn(tool.output).map((path) => `${tool.name}: ${path}`)),
      ...undecidedIn(errorAnswer),
    ],
    [],
    'take a field of src/api/fields.ts: one of the web... fields, or ownText and the like',
  )
  assert.deepEqual(undecidedIn(z.object({ title: z.string(), rows: z.array(z.record(z.string(), z.unknown())) })), [
    'title',
    'rows[].*',
  ])
})

test('REQ 4.4.1 L5: an answer names its texts that a page may have written where programs read, not models', async (t) => {
  const { client } = await connect(t, async () => fakeLyra())

  const { structuredContent, _meta: meta } = await client.callTool({
    name: 'get_status',
    arguments: { task_id: TASK_ID },
  })

  assert.deepEqual(meta?.['lyra/untrusted_fields'], [
    'searches[].warnings[]',
    'warnings[]',
    'blocked_domains[].reason',
    'verification_alerts[]',
    'evidence_summary.findings[].text',
  ])
  assert.doesNotMatch(JSON.stringify(structuredContent), /untrusted_fields/u)
  const fields = TOOLS.flatMap(untrustedFields)
  const known = [
    'blocked_domains[].reason',
    'claims_found[].source_url',
    'claims_found[].text',
    'queue[].url',
    'refutations[].claim_text',
    'refutations[].rationale',
    'refutations[].source_url',
    'results[].text_preview',
    'rows[]',
    'searches[].warnings[]',
    'verification_alerts[]',
    'warnings[]',
  ]
  assert.deepEqual(
    known.filter((field) => !fields.includes(field)),
    [],
  )
})
