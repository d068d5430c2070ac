import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { exportTask } from '../../../src/api/export-task.ts'
import { importBundle } from '../../../src/api/import-bundle.ts'
import { createLyra } from '../../../src/app/create-lyra.ts'
import { openLyra } from '../../../src/app/open-lyra.ts'
import { stableId } from '../../../src/domain/ids.ts'
import { bundleWorld, exportFrom, folderOf, TASK } from '../bundle/bundle-world.ts'
import { readTriples, withoutLinkedData } from './outside-parsers.ts'

const SCHEMA = 'https://schema.org/'
const TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type'

/** The triples of an export, as another reader has them. */
async function triplesOf(t: TestContext, format: 'claimreview' | 'jsonld', reviewer?: { name: string; id: string }) {
  const folder = folderOf(t)
  using made = await bundleWorld()
  const { file } = await exportFrom(made, join(folder, 'a.lyra.zip'))
  const lyra = createLyra(() => openLyra({ flags: {}, home: join(folder, 'home'), mode: 'cli' }))
  t.after(() => lyra.close())
  await lyra.call(importBundle, { file })
  const out = join(folder, 'out.json')
  const judged = reviewer && { name: reviewer.name, verdicts: { [reviewer.id]: '文脈が欠けている' } }
  await lyra.call(exportTask, { task_id: TASK, format, out, ...(judged === undefined ? {} : { reviewer: judged }) })
  const triples = (await readTriples?.(JSON.parse(readFileSync(out, 'utf8')))) ?? []
  const objects = (predicate: string, of?: string) =>
    triples
      .filter((one) => one.predicate.value === predicate && (of === undefined || one.subject.value === of))
      .map(({ object }) => object.value)
  return { objects }
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

  const PROV = 'http://www.w3.org/ns/prov#'
  const claims = objects(TYPE).filter((type) => type === `${SCHEMA}Claim`)
  assert.equal(claims.length, 3)
  const [passage] = objects(`${PROV}wasDerivedFrom`, 'urn:lyra:claim_nejm')
  const [page] = objects(`${PROV}wasQuotedFrom`, passage ?? '')
  assert.deepEqual([passage, objects(`${SCHEMA}url`, page ?? '')], ['urn:lyra:frag_nejm', ['https://nejm.org/p1']])
})
