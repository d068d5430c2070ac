import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { z } from 'zod'
import { stableId } from '../../../src/domain/ids.ts'
import { TASK } from '../bundle/bundle-world.ts'
import { exported, jsonOf } from './exported.ts'
import { expand, readTriples, withoutLinkedData } from './outside-parsers.ts'

const SCHEMA = 'https://schema.org/'
const PROV = 'http://www.w3.org/ns/prov#'
const TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type'

/** The triples of an export, as another reader has them. */
async function triplesOf(t: TestContext, format: 'claimreview' | 'jsonld', reviewer?: { name: string; id: string }) {
  const judged = reviewer && { name: reviewer.name, verdicts: { [reviewer.id]: '文脈が欠けている' } }
  const { out } = await exported(t, format, judged)
  const document = jsonOf(out)
  const triples = (await readTriples?.(document)) ?? []
  const objects = (predicate: string, of?: string) =>
    triples
      .filter((one) => one.predicate.value === predicate && (of === undefined || one.subject.value === of))
      .map(({ object }) => object.value)
  return { document, triples, objects }
}

test('ADR 0033: a ClaimReview is read back as linked data: who reviewed which claim, how, and where it appeared', {
  skip: withoutLinkedData,
}, async (t) => {
  const id = stableId('find', TASK, 'claim_nejm')

  const { objects } = await triplesOf(t, 'claimreview', { name: 'Ana Silva', id })

  const review = `urn:lyra:${id}`
  assert.deepEqual(objects(TYPE, review), [`${SCHEMA}ClaimReview`])
  assert.match(objects(`${SCHEMA}claimReviewed`, review)[0] ?? '', /lowered HbA1c by 0\.7 points/)
  const [author = '', rating = '', item = ''] = ['author', 'reviewRating', 'itemReviewed'].map(
    (name) => objects(`${SCHEMA}${name}`, review)[0],
  )
  assert.deepEqual([objects(TYPE, author), objects(`${SCHEMA}name`, author)], [[`${SCHEMA}Person`], ['Ana Silva']])
  assert.deepEqual(objects(`${SCHEMA}alternateName`, rating), ['文脈が欠けている'])
  const places = objects(`${SCHEMA}appearance`, item).flatMap((place) => objects(`${SCHEMA}url`, place))
  assert.ok(places.includes('https://nejm.org/p1'), places.join(' '))
})

test('ADR 0029: the provenance is read back as linked data: a claim leads by its passage to the page it stands on', {
  skip: withoutLinkedData,
}, async (t) => {
  const { objects } = await triplesOf(t, 'jsonld')

  const claims = objects(TYPE).filter((type) => type === `${SCHEMA}Claim`)
  assert.equal(claims.length, 3)
  const [passage] = objects(`${PROV}wasDerivedFrom`, 'urn:lyra:claim_nejm')
  const [page] = objects(`${PROV}wasQuotedFrom`, passage ?? '')
  assert.deepEqual([passage, objects(`${SCHEMA}url`, page ?? '')], ['urn:lyra:frag_nejm', ['https://nejm.org/p1']])
})

/** PROV-O: what a property leads from and to; classes below another stand for it. */
const PROPERTIES: Readonly<Record<string, readonly [from: string, to: string]>> = {
  wasAssociatedWith: ['Activity', 'Agent'],
  wasInformedBy: ['Activity', 'Activity'],
  wasGeneratedBy: ['Entity', 'Activity'],
  wasQuotedFrom: ['Entity', 'Entity'],
  wasDerivedFrom: ['Entity', 'Entity'],
  hadMember: ['Entity', 'Entity'],
}
const ABOVE: Readonly<Record<string, string>> = { SoftwareAgent: 'Agent', Collection: 'Entity' }
const TIMES: Readonly<Record<string, string>> = { startedAtTime: 'Activity', generatedAtTime: 'Entity' }

test('ADR 0029: the provenance keeps PROV-O: its properties lead from and to what they may, and to nodes that are there', {
  skip: withoutLinkedData,
}, async (t) => {
  const { triples, objects } = await triplesOf(t, 'jsonld')

  const classesOf = (id: string) =>
    objects(TYPE, id)
      .filter((type) => type.startsWith(PROV))
      .map((type) => type.slice(PROV.length))
      .map((name) => ABOVE[name] ?? name)
  const used = triples.filter(({ predicate }) => predicate.value.startsWith(PROV))
  const wrong = used.filter(({ subject, predicate, object }) => {
    const name = predicate.value.slice(PROV.length)
    const time = TIMES[name]
    if (time !== undefined) return !classesOf(subject.value).includes(time) || Number.isNaN(Date.parse(object.value))
    const [from, to] = PROPERTIES[name] ?? ['a property of PROV-O', '']
    return !classesOf(subject.value).includes(from) || !classesOf(object.value).includes(to)
  })
  assert.deepEqual(wrong, [])
  assert.deepEqual(
    [...new Set(used.map(({ predicate }) => predicate.value.slice(PROV.length)))].sort(),
    [...Object.keys(PROPERTIES), ...Object.keys(TIMES)].sort(),
  )
})

test('ADR 0029: every name of the provenance expands to an address; times are times to another reader', {
  skip: withoutLinkedData,
}, async (t) => {
  const { document } = await triplesOf(t, 'jsonld')

  const nodes = z.array(z.record(z.string(), z.unknown())).parse(await expand?.(document))

  const names = [...new Set(nodes.flatMap((node) => Object.keys(node)))].filter((name) => !name.startsWith('@'))
  assert.deepEqual(
    names.filter((name) => !/^(?:https?:\/\/|urn:lyra:)/u.test(name)),
    [],
  )
  const times = nodes.flatMap((node) => z.array(z.looseObject({})).parse(node[`${PROV}startedAtTime`] ?? []))
  assert.ok(times.length > 0)
  for (const time of times) assert.equal(time['@type'], 'http://www.w3.org/2001/XMLSchema#dateTime')
})
