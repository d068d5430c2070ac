import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sendToZotero } from '../../../src/api/send-to-zotero.ts'
import type { CslItem } from '../../../src/report/exports/csl.ts'
import { zoteroItems } from '../../../src/report/exports/zotero.ts'
import { TASK } from '../bundle/bundle-world.ts'
import { homeWithTask } from './exported.ts'
import { zoteroServer } from './zotero-server.ts'

test('ADR 0033: the sources go to the Zotero that listens on loopback, as its connector asks; without one the error says so', async (t) => {
  const zotero = await zoteroServer(t)
  const { lyra } = await homeWithTask(t, { 'net.zotero_port': String(zotero.port) })

  const first = await lyra.call(sendToZotero, { task_id: TASK })
  const second = await lyra.call(sendToZotero, { task_id: TASK })
  await zotero.close()

  assert.deepEqual(zotero.refused, [])
  assert.deepEqual([first.items, second.items, first.private_pages_left_out], [3, 3, 0])
  assert.equal(new Set(zotero.taken.map(({ sessionID }) => sessionID)).size, 2)
  assert.deepEqual(zotero.taken[0]?.items.map(({ url, itemType }) => [url, itemType]).sort(), [
    ['https://bmj.com/p3', 'webpage'],
    ['https://nejm.org/p1', 'webpage'],
    ['https://pmda.go.jp/p2', 'webpage'],
  ])
  await assert.rejects(lyra.call(sendToZotero, { task_id: TASK }), { code: 'ZOTERO_NOT_READY' })
})

test('ADR 0033: an identifier for which an item has no field is a line of its extra, and an organisation is one name', () => {
  const common = {
    title: '降圧薬の手引き',
    URL: 'https://books.example/1',
    accessed: { 'date-parts': [[2025, 11, 5]] },
  }
  const items: readonly CslItem[] = [
    { ...common, id: 'book', type: 'book', ISBN: '9784000000000', DOI: '10.1000/book', author: [{ literal: 'WHO' }] },
    {
      ...{ ...common, id: 'paper', type: 'article-journal', 'container-title': 'NEJM', DOI: '10.1000/paper' },
      ...{ PMID: '123', PMCID: 'PMC9', note: 'RETRACTED', author: [{ family: '山田', given: '太郎' }] },
    },
  ]

  const [book, paper] = zoteroItems(items)

  assert.deepEqual([book?.ISBN, book?.DOI, book?.extra], ['9784000000000', undefined, 'DOI: 10.1000/book'])
  assert.deepEqual(book?.creators, [{ creatorType: 'author', lastName: 'WHO', firstName: '', fieldMode: 1 }])
  assert.deepEqual(
    [paper?.DOI, paper?.extra, paper?.publicationTitle, paper?.accessDate],
    ['10.1000/paper', 'PMCID: PMC9\nPMID: 123\nRETRACTED', 'NEJM', '2025-11-05'],
  )
  assert.deepEqual(paper?.creators, [{ creatorType: 'author', lastName: '山田', firstName: '太郎' }])
})
