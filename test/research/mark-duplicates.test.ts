import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findDuplicates, markDuplicates } from '../../src/research/stages/mark-duplicates.ts'
import { fragment, page, testStore } from '../store/graph-fixture.ts'

const STORY = [
  '国立糖尿病研究センターは5日、新しいDPP-4阻害薬の国内治験で、服用した患者のHbA1cが平均0.74ポイント下がったと発表した。対象は全国9病院の成人患者512人で、1年間にわたり経過を調べた。',
  '低血糖の副作用はほとんど見られなかったが、長期の安全性については追加の調査が必要だという。研究チームは来年度中に承認申請を行う方針で、審査が順調に進めば2026年にも使えるようになる見通しだ。',
  '費用は月額で約4千円と見込まれている。学会は、腎臓の働きが弱い患者への使い方を示した手引きを、承認にあわせて公表する準備を進めている。',
]

test('copies (REQ 3.3.1, 3.3.3): a story on two sites is stored as clusters under their first print and as one narrative', async () => {
  using opened = testStore()
  const { store } = opened
  const print = (id: string, domain: string, published_at: string, texts: readonly string[]) => {
    store.pages.save(page(id, { domain, published_at }))
    store.fragments.saveAll(
      texts.map((text_content, position) => fragment(`${id}_${position}`, id, { text_content, position })),
    )
  }
  print('page_local', 'local.example', '2024-05-06', [
    ...STORY.slice(0, 2),
    '市内の薬局からは、在庫の見通しが立たないとの声が出ている。',
  ])
  print('page_wire', 'wire.example', '2024-05-05', STORY)
  print('page_own', 'own.example', '2024-05-04', [
    '当院では、血糖値の薬を見直す患者さんに、食事の記録を二週間つけていただいています。',
  ])
  const all = ['page_local', 'page_wire', 'page_own'].flatMap((id) => store.fragments.ofPage(id))

  await markDuplicates(store, all)

  assert.deepEqual(
    ['page_local', 'page_wire', 'page_own'].map((id) => [
      store.pages.get(id)?.narrative_id,
      store.fragments.ofPage(id).map((one) => one.cluster_id),
    ]),
    [
      ['page_wire', ['page_wire_0', 'page_wire_1', null]],
      ['page_wire', ['page_wire_0', 'page_wire_1', null]],
      [null, [null]],
    ],
  )
})

test('copies (REQ 3.3.1): what was found is written when the caller says so, in one step', async () => {
  using opened = testStore()
  const { store } = opened
  for (const [id, domain] of [
    ['page_wire', 'wire.example'],
    ['page_local', 'local.example'],
  ] as const) {
    store.pages.save(page(id, { domain }))
    store.fragments.saveAll([fragment(`${id}_0`, id, { text_content: STORY[0] ?? '' })])
  }
  const all = ['page_wire', 'page_local'].flatMap((id) => store.fragments.ofPage(id))
  const clusters = () => ['page_wire_0', 'page_local_0'].map((id) => store.fragments.get(id)?.cluster_id)

  const mark = await findDuplicates(store, all)
  const before = clusters()
  mark()

  assert.deepEqual(before, [null, null])
  assert.equal(new Set(clusters()).size, 1)
  assert.notEqual(clusters()[0], null)
})

/** What two tasks see of one wire story: the wire's own page is read by both. */
const SEEN_BY = { first: ['page_wire', 'page_north'], second: ['page_wire', 'page_south'] } as const

for (const order of [
  ['first', 'second'],
  ['second', 'first'],
  ['first', 'second', 'first'],
] as const) {
  test(`copies (REQ 3.3.1, 3.3.3): tasks that share a page share its cluster and narrative, ${order.join(' then ')}`, async () => {
    using opened = testStore()
    const { store } = opened
    const own = {
      page_wire: '同センターは問い合わせの窓口を設けた。',
      page_north: '北部の病院は取材に対し、まだ処方していないと答えた。',
      page_south: '南部の薬局では、入荷の時期が決まっていないという。',
    }
    // The wire came last in print, so that each task alone would name the cluster after its own local paper.
    const dates = { page_wire: '2024-05-07', page_north: '2024-05-06', page_south: '2024-05-05' }
    for (const id of ['page_wire', 'page_north', 'page_south'] as const) {
      store.pages.save(page(id, { domain: `${id.slice(5)}.example`, published_at: dates[id] }))
      store.fragments.saveAll(
        [...STORY.slice(0, 2), own[id]].map((text_content, position) =>
          fragment(`${id}_${position}`, id, { text_content, position }),
        ),
      )
    }

    for (const who of order)
      await markDuplicates(
        store,
        SEEN_BY[who].flatMap((id) => store.fragments.ofPage(id)),
      )

    assert.deepEqual(
      ['page_wire', 'page_north', 'page_south'].map((id) => [
        store.pages.get(id)?.narrative_id,
        store.fragments.ofPage(id).map((one) => one.cluster_id),
      ]),
      Array.from({ length: 3 }, () => ['page_south', ['page_south_0', 'page_south_1', null]]),
    )
  })
}
