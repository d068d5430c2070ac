import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { benchMeasure, recordedFigures, TAKEN_BENCHES } from '../../bench/accept/from-benches.ts'
import { readKept } from '../../bench/accept/kept-figures.ts'
import { MEASURES } from '../../bench/accept/measures.ts'
import { acceptancePage, idsOnPage } from '../../bench/accept/page.ts'
import { loadAcceptanceRows, verdictOf } from '../../bench/accept/rows.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const rows = loadAcceptanceRows(join(ROOT, 'config', 'acceptance.yaml'))
const kept = readKept(join(ROOT, 'bench', 'accept', 'kept-figures.json'))

/** The numbered lines of REQ 7, as the requirements tell them. */
function requiredLines(): ReadonlyMap<number, string> {
  const section = read('docs/requirements/req.md').split('<a id="req-7"></a>')[1]?.split('\n### ')[0] ?? ''
  const lines = section.matchAll(/^(\d+)\. (.+)$/gmu)
  return new Map([...lines].map(([, number = '', text = '']) => [Number(number), text]))
}

const figuresIn = (text: string) => [...text.matchAll(/\d+(?:\.\d+)?/g)].map(([figure]) => figure)

test('REQ 7: every line of the requirement has its rows, and no row belongs to a line that is not there', () => {
  const lines = requiredLines()

  assert.equal(lines.size, 31)
  assert.deepEqual(
    [...new Set(rows.flatMap(({ req }) => (req === '7.1' ? [] : req)))],
    [...lines.keys()],
    'in the order of the requirement',
  )
})

test('REQ 7: every figure of a line stands in what its rows ask', () => {
  for (const [number, text] of requiredLines()) {
    const own = rows.filter(({ req }) => req === number)
    const asked = own.flatMap(({ asked: one, text: what }) => figuresIn(`${one} ${what}`))
    const missing = figuresIn(text).filter((figure) => !asked.includes(figure))
    assert.deepEqual(missing, [], `line ${number}: ${text}`)
  }
})

test('REQ 7: the rule of a row is the figure that it asks', () => {
  for (const { id, asked, rule } of rows) {
    if (rule === undefined) continue
    const bound = 'at_least' in rule ? rule.at_least : rule.at_most
    const percent = /(\d+) %/.exec(asked)?.[1]
    if (percent !== undefined) assert.equal(bound, Number(percent) / 100, id)
  }
})

test('docs/acceptance.md has each row once, in its order, and is made of the kept figures', () => {
  const page = read('docs/acceptance.md')

  assert.deepEqual(
    idsOnPage(page),
    rows.map(({ id }) => id),
  )
  assert.equal(page, acceptancePage(rows, kept), 'write it with npm run accept')
})

test('every row that can be measured here has been, and every other one says why and names a live check or a run', () => {
  for (const row of rows) {
    if (row.by === undefined) assert.notEqual(row.not_here, undefined, row.id)
    else assert.equal(typeof kept[row.id]?.value, 'number', `${row.id} was not measured: npm run accept -- ${row.by}`)
  }
})

test('every measure that a row names exists, and gives no row of another', () => {
  for (const { id, by } of rows) {
    if (by === undefined) continue
    assert.ok(MEASURES[by] !== undefined || benchMeasure(by) !== null, `${id}: no measure ${by}`)
    const taken = TAKEN_BENCHES[by]?.rows.map((row) => row.id)
    if (taken !== undefined) assert.ok(taken.includes(id), `${by} does not give ${id}`)
  }
})

test('figures of a benchmark are also found in its record, with their date', () => {
  const recorded = recordedFigures('acquisition', read('docs/benchmarks.md'))

  assert.deepEqual(
    Object.keys(recorded),
    TAKEN_BENCHES.acquisition?.rows.map(({ id }) => id),
  )
  assert.match(recorded['fetch.success']?.date ?? '', /^\d{4}-\d{2}-\d{2}$/)
})

test('a value is met or missed by its rule, at the boundary too, and without one it is not measured', () => {
  const row = { id: 'a.b', req: 1, text: 'x', asked: 'x', by: 'graph' } as const

  assert.equal(verdictOf({ ...row, rule: { at_least: 0.9 } }, 0.9), 'met')
  assert.equal(verdictOf({ ...row, rule: { at_least: 0.9 } }, 0.8999), 'missed')
  assert.equal(verdictOf({ ...row, rule: { at_most: 0 } }, 1), 'missed')
  assert.equal(verdictOf({ ...row, rule: { at_most: 0 } }, null), 'not measured')
  assert.equal(verdictOf(row, 1), 'not measured')
})
