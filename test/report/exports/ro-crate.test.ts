import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { z } from 'zod'
import { exported, jsonOf } from './exported.ts'
import { flatten, withoutLinkedData } from './outside-parsers.ts'

const SCHEMA = 'http://schema.org/'
const CRATE = 'https://crate.example/'
const SPECIFICATION = 'https://w3id.org/ro/crate/1.1'

const reference = z.object({ '@id': z.string() })
const value = z.object({ '@value': z.string() })
const node = z.looseObject({ '@id': z.string(), '@type': z.array(z.string()) })
type Node = z.infer<typeof node>

/** References and values of a property of a flattened node. */
const refs = (one: Node | undefined, name: string): readonly string[] =>
  z
    .array(reference)
    .parse(one?.[SCHEMA + name] ?? [])
    .map((each) => each['@id'])
const values = (one: Node | undefined, name: string): readonly string[] =>
  z
    .array(value)
    .parse(one?.[SCHEMA + name] ?? [])
    .map((each) => each['@value'])

test('ADR 0029: an RO-Crate is read back as linked data and keeps what RO-Crate 1.1 says it must', {
  skip: withoutLinkedData,
}, async (t) => {
  const { out, files } = await exported(t, 'ro-crate')

  const nodes = z.array(node).parse(await flatten?.(jsonOf(join(out, 'ro-crate-metadata.json')), CRATE))

  const byId = new Map(nodes.map((one) => [one['@id'], one]))
  const descriptor = byId.get(`${CRATE}ro-crate-metadata.json`)
  const root = byId.get(CRATE)
  // The descriptor is about the root, and says which specification it keeps.
  assert.deepEqual(descriptor?.['@type'], [`${SCHEMA}CreativeWork`])
  assert.deepEqual(refs(descriptor, 'about'), [CRATE])
  assert.deepEqual(descriptor?.['http://purl.org/dc/terms/conformsTo'], [{ '@id': SPECIFICATION }])
  // The root has a name, a description, a date and a licence, and names every file.
  assert.deepEqual(root?.['@type'], [`${SCHEMA}Dataset`])
  assert.deepEqual(values(root, 'name'), ['DPP-4阻害薬の有効性と安全性'])
  assert.match(values(root, 'description')[0] ?? '', /^Evidence gathered by Lyra; it concludes nothing\./)
  assert.match(values(root, 'datePublished')[0] ?? '', /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
  const [licence = ''] = refs(root, 'license')
  assert.deepEqual(values(byId.get(licence), 'name'), ['All rights stay with the authors'])
  const named = refs(root, 'hasPart').map((id) => id.slice(CRATE.length))
  assert.deepEqual([...named, 'ro-crate-metadata.json'].sort(), [...files].sort())
})

test('ADR 0029: every file of an RO-Crate has the size and the hash that are told of it', {
  skip: withoutLinkedData,
}, async (t) => {
  const { out } = await exported(t, 'ro-crate')

  const nodes = z.array(node).parse(await flatten?.(jsonOf(join(out, 'ro-crate-metadata.json')), CRATE))

  const told = nodes
    .filter((one) => one['@type'].includes(`${SCHEMA}MediaObject`))
    .map((one) => [one['@id'].slice(CRATE.length), values(one, 'contentSize'), values(one, 'sha256')] as const)
  assert.deepEqual(
    told.map(([name]) => name),
    ['archive.wacz', 'provenance.jsonld', 'references.json', 'report.md'],
  )
  for (const [name, size, hash] of told) {
    const file = join(out, name)
    assert.deepEqual(size, [String(statSync(file).size)], name)
    assert.deepEqual(hash, [createHash('sha256').update(readFileSync(file)).digest('hex')], name)
  }
})

test('ADR 0029: the graph of an RO-Crate is flat, and every reference leads to a node of it or to the specification', {
  skip: withoutLinkedData,
}, async (t) => {
  const { out } = await exported(t, 'ro-crate')
  const written = z
    .object({ '@graph': z.array(z.record(z.string(), z.unknown())) })
    .parse(jsonOf(join(out, 'ro-crate-metadata.json')))['@graph']

  const nested = written.flatMap((one) =>
    Object.values(one)
      .flat()
      .filter((each) => typeof each === 'object' && each !== null && Object.keys(each).join() !== '@id'),
  )
  const ids = written.map((one) => String(one['@id']))
  const led = written
    .flatMap((one) => Object.values(one).flat())
    .flatMap((each) => reference.safeParse(each).data ?? [])

  assert.deepEqual(nested, [])
  assert.equal(new Set(ids).size, ids.length)
  assert.deepEqual(
    [...new Set(led.map((each) => each['@id']))].filter((id) => !ids.includes(id)),
    [SPECIFICATION],
  )
})
