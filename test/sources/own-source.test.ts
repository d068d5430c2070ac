import assert from 'node:assert/strict'
import { test } from 'node:test'
import { markScreened } from '../../src/domain/screened.ts'
import { collectBatches } from '../../src/sources/api-request.ts'
import { lookUpMany } from '../../src/sources/look-up.ts'
import { paperFrom } from '../../src/sources/paper-fields.ts'
import type { AcademicSource, SourceAnswer } from '../../src/sources/types.ts'
import { testStore } from '../store/graph-fixture.ts'

const call = { taskId: 'task_1', causeId: 'cause_1' }
const answer = <T>(items: readonly T[]): SourceAnswer<T> => ({ source: 'mine', outcome: 'ok', reason: null, items })
const limited: SourceAnswer<never> = { source: 'mine', outcome: 'rate_limited', reason: '429', items: [] }

test('batches are as large as the API takes, one that cannot be asked for is passed over', async () => {
  const asked: (readonly string[])[] = []
  const all = await collectBatches('mine', ['a', 'b', 'c', 'd', 'e'], 2, async (batch) => {
    asked.push(batch)
    return batch.includes('c') ? null : answer(batch.map((id) => id.toUpperCase()))
  })
  assert.deepEqual(asked, [['a', 'b'], ['c', 'd'], ['e']])
  assert.deepEqual([all.outcome, all.items], ['ok', ['A', 'B', 'E']])
})

test('a batch that is refused ends the rest with its refusal', async () => {
  let asked = 0
  const all = await collectBatches('mine', ['a', 'b', 'c'], 1, async () => (asked++ === 0 ? answer(['A']) : limited))
  assert.deepEqual([all, asked], [limited, 2])
})

test('a source whose single look-ups are free is asked one by one after its batch was refused, another is not', async () => {
  const source = (freeLookUps: boolean): AcademicSource & { singles: number } => ({
    name: 'mine',
    singles: 0,
    ...(freeLookUps ? { freeLookUps } : {}),
    async lookUp() {
      this.singles += 1
      return answer([])
    },
    lookUpBatch: async () => limited,
  })
  const [free, bound] = [source(true), source(false)]
  const wanted = ['10.1/a', '10.1/b'].map((value) => ({ type: 'doi', value }) as const)

  const answers = await lookUpMany([free, bound], wanted, call)

  assert.deepEqual([free.singles, bound.singles], [2, 0])
  assert.deepEqual(answers.map(({ outcome }) => outcome).toSorted(), ['ok', 'ok', 'rate_limited'])
})

test('a source nobody listed is believed last, and fills what the others leave open', () => {
  using opened = testStore()
  const doi = { type: 'doi', value: '10.1000/tea' } as const
  const told = (source: string, title: string, venue: string | null) => {
    const work = paperFrom(source, title, [doi], { venue })
    assert.ok(work)
    return opened.store.works.merge(markScreened(work), '2026-03-01T00:00:00.000Z', 'cause_1')
  }
  told('unpaywall', 'Tea and pressure', null)

  const { title, venue, sources } = told('mine', 'Tea, as we call it', 'Journal of Tea')

  assert.deepEqual([title, venue, sources], ['Tea and pressure', 'Journal of Tea', ['unpaywall', 'mine']])
})
