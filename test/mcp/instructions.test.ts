import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { test } from 'node:test'
import { z } from 'zod'
import { PACKAGE_ROOT } from '../../src/app/package-root.ts'
import { TOOLS } from '../../src/app/use-cases.ts'
import { INSTRUCTIONS } from '../../src/mcp/instructions.ts'
import { PROMPTS } from '../../src/mcp/prompts.ts'
import { RESOURCES } from '../../src/mcp/resources.ts'

/** Every key under `properties`, at any depth. */
function fieldsIn(schema: unknown): readonly string[] {
  if (schema === null || typeof schema !== 'object') return []
  const own = 'properties' in schema ? Object.keys(Object(schema.properties)) : []
  return [...own, ...Object.values(schema).flatMap(fieldsIn)]
}

test('REQ 2.1.2: the instructions teach the loop in fewer characters than some client cuts', () => {
  const loop = ['1. create_task', '2. search', 'get_status', 'refute', 'stop_task', 'query_graph', 'Write']

  const places = loop.map((word) => INSTRUCTIONS.indexOf(word))

  assert.ok(INSTRUCTIONS.length < 2000, `${INSTRUCTIONS.length} characters`)
  assert.deepEqual(
    places,
    places.toSorted((a, b) => a - b),
  )
  assert.equal(places.includes(-1), false)
})

test('LYRA 3.1: every tool, field, view, address and prompt that the instructions name exists', () => {
  const tools = TOOLS.map(({ name }) => name)
  const fields = TOOLS.flatMap(({ input, output }) => [
    ...fieldsIn(z.toJSONSchema(input, { io: 'input' })),
    ...fieldsIn(z.toJSONSchema(output)),
  ])
  const views = globSync('config/views/*.sql', { cwd: PACKAGE_ROOT }).map((file) => basename(file, '.sql'))
  const known = new Set([...tools, ...fields, ...views])

  const named = INSTRUCTIONS.match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? []
  const addresses = INSTRUCTIONS.match(/lyra:\/\/[a-z]+/g) ?? []
  const quoted = [...INSTRUCTIONS.matchAll(/prompts "(\w+)" and "(\w+)"/g)].flatMap(([, ...names]) => names)

  assert.deepEqual(
    named.filter((name) => !known.has(name)),
    [],
  )
  assert.deepEqual(
    addresses.filter((uri) => !RESOURCES.some((resource) => resource.uri === uri)),
    [],
  )
  assert.deepEqual(
    quoted,
    PROMPTS.map(({ name }) => name),
  )
})
