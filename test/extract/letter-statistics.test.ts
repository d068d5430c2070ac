import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { letterStatistics, readTable } from '../../src/extract/letter-statistics.ts'

const FILE = new URL('../ngrams/small.js', import.meta.resolve('eld/small'))
const SMALL = "export const ngramsData = {type:'S2',languages:{0:'en',1:'fr'},isSubset:false,ngrams:{"

test('letter statistics: the table read from the source is the one the module evaluates to', async () => {
  const { ngramsData } = await import(`${pathToFileURL(FILE.pathname)}`)
  const table = readTable(readFileSync(FILE, 'utf8'))
  assert.equal(table?.type, ngramsData.type)
  assert.deepEqual(table?.languages, ngramsData.languages)
  const groups = Object.keys(ngramsData.ngrams)
  assert.ok(groups.length > 50_000)
  const wrong = groups.filter((group) => show(table?.ngrams[group]) !== show(ngramsData.ngrams[group]))
  assert.deepEqual(wrong, [])
  assert.equal(table?.ngrams['no such group'], undefined)
})

test('letter statistics: answers and certainty are those of the package', async () => {
  const { eld } = await import('eld/small')
  const ours = await letterStatistics()
  const texts = [
    'Vandet i hanen må højst indeholde fem mikrogram bly per liter',
    'Woda z kranu nie powinna zawierać ołowiu',
    'lead pipes',
    'Вода из крана и свинец в старых трубах города',
    '',
  ]
  for (const text of texts) {
    const [own, given] = [ours.detect(text), eld.detect(text)]
    assert.deepEqual([own.language, own.isReliable()], [given.language, given.isReliable()])
  }
})

test('letter statistics: a source of another form is not read in part', () => {
  assert.deepEqual(readTable(`${SMALL}'a\\'b':{0:3,1:4},cd:{1:5}}};`)?.ngrams["a'b"], { 0: 3, 1: 4 })
  assert.equal(readTable(`${SMALL}'ab':{0:3},cd:[1]}};`), null)
  assert.equal(readTable(`${SMALL}'ab':{0:3}},other:{}};`), null)
  assert.equal(readTable(`${SMALL}'ab':{0:3`), null)
  assert.equal(readTable('export default {}'), null)
})

function show(row: object | undefined): string {
  return JSON.stringify(row) ?? 'none'
}
