import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataSetsIn } from '../../../src/research/graph/data-sets.ts'
import type { EvidenceSource } from '../../../src/research/graph/evidence-source.ts'
import { groupSources } from '../../../src/research/graph/source-group.ts'

const source = (
  domain: string,
  over: { work?: string; cluster?: string; narrative?: string; authors?: readonly string[]; text?: string } = {},
): EvidenceSource => ({
  page: { domain, work_id: over.work ?? null, narrative_id: over.narrative ?? null, authors: over.authors ?? [] },
  fragment: { cluster_id: over.cluster ?? null, text_content: over.text ?? '' },
})

const count = (...sources: EvidenceSource[]) => new Set(groupSources(sources)).size

const CASES: readonly (readonly [string, readonly EvidenceSource[], number])[] = [
  ['two sites are two', [source('nejm.org'), source('bmj.com')], 2],
  ['two pages of one site are one', [source('nhk.or.jp'), source('nhk.or.jp')], 1],
  [
    'ten copies of a press release on ten sites are one',
    Array.from({ length: 10 }, (_, n) => source(`news${n}.example`, { cluster: 'press' })),
    1,
  ],
  [
    'ten copies and one report of its own are two',
    [...Array.from({ length: 10 }, (_, n) => source(`news${n}.example`, { cluster: 'press' })), source('own.example')],
    2,
  ],
  [
    'pages that are copies for the most part are one, also by a paragraph that was rewritten',
    [
      source('wire.example', { narrative: 'page_wire' }),
      source('post.example', { narrative: 'page_wire' }),
      source('own.example'),
    ],
    2,
  ],
  ['two papers in one journal are two', [source('nejm.org', { work: 'w1' }), source('nejm.org', { work: 'w2' })], 2],
  ['one paper on two sites is one', [source('nejm.org', { work: 'w1' }), source('doi.org', { work: 'w1' })], 1],
  [
    'two papers with one first author are one',
    [
      source('a.org', { work: 'w1', authors: ['Green, J. B.', 'Bethel M'] }),
      source('b.org', { work: 'w2', authors: ['Green J B'] }),
    ],
    1,
  ],
  [
    'a shared second author does not make them one',
    [
      source('a.org', { work: 'w1', authors: ['Green', 'Bethel'] }),
      source('b.org', { work: 'w2', authors: ['Peterson', 'Bethel'] }),
    ],
    2,
  ],
  [
    'a desk is not an author',
    [source('a.example', { authors: ['編集部'] }), source('b.example', { authors: ['編集部'] })],
    2,
  ],
  [
    'two papers on one trial are one',
    [
      source('a.org', { work: 'w1', text: 'TECOS (NCT00790205)' }),
      source('b.org', { work: 'w2', text: 'trial nct00790205' }),
    ],
    1,
  ],
  [
    'sharing is passed on: a copies b, b reports the trial of c',
    [
      source('a.example', { cluster: 'k' }),
      source('b.example', { cluster: 'k', text: 'UMIN000012345' }),
      source('c.example', { text: '試験登録 UMIN000012345' }),
      source('d.example'),
    ],
    2,
  ],
]

for (const [name, sources, expected] of CASES)
  test(`REQ 3.1.7.3 independence: ${name}`, () => {
    assert.equal(count(...sources), expected)
    assert.equal(count(...[...sources].reverse()), expected)
  })

test('the name of a group does not depend on the order of its sources', () => {
  const a = source('b.example', { cluster: 'k' })
  const b = source('a.example', { cluster: 'k' })

  assert.deepEqual(groupSources([a, b]), ['copies k', 'copies k'])
  assert.deepEqual(groupSources([b, a]), ['copies k', 'copies k'])
})

test('names of data sets are found and spelled alike', () => {
  assert.deepEqual(
    dataSetsIn('NCT00790205 and ISRCTN12345678, data at 10.5281/Zenodo.1234567, GSE12345, EudraCT 2008-006719-20'),
    ['10.5281/zenodo.1234567', '2008-006719-20', 'gse12345', 'isrctn12345678', 'nct00790205'],
  )
  assert.deepEqual(dataSetsIn('call 2020-123456 or NCT007'), [])
})
