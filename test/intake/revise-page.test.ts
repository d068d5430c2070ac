import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageChange } from '../../src/domain/page-change.ts'
import { admitPage } from '../../src/intake/admit-page.ts'
import { defaultExtract } from '../extract/default-extract.ts'
import { AT, type TestStore, testStore } from '../store/graph-fixture.ts'

const PAGE = 'https://www.example.org/tea'
const TRIAL = 'In a trial with 240 adults the tea lowered blood pressure by 4.1 mmHg after twelve weeks of use.'
const CORRECTED = 'In a trial with 240 adults the tea lowered blood pressure by 1.2 mmHg after twelve weeks of use.'
const RATE = 'The tea did not change the heart rate of the participants during the whole of the trial.'
const NEWS = 'Registration for the second trial opens in the autumn, and adults over sixty are welcome to take part.'
const DAY = 86_400_000

/** Reads the page as it stands `day` days after the first reading. */
async function read({ store }: TestStore, day: number, paragraphs: readonly string[]) {
  const body = paragraphs.map((text) => `<p>${text}</p>`).join('')
  const html = `<html lang="en"><body><main><h1>Tea</h1>${body}</main></body></html>`
  const response = { status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from(html), finalUrl: PAGE }
  const archive = { file: 'task_1/a.warc.gz', recordId: `<urn:uuid:${day}>` }
  const fetched = { result: { outcome: 'ok', route: 'http', response, archive }, attempts: [], screenshot: null }
  const clock = { now: () => Date.parse(AT) + day * DAY, sleep: async () => {} }
  const again = day === 0 ? null : { taskId: 'task_1', searchId: `s_${day}`, causeId: 'cause_1' }
  const intake = { store, extract: defaultExtract(), clock }
  const { page } = await admitPage(intake, { url: PAGE, fetched: fetched as never, again }, 'cause_1')
  assert.ok(page)
  return { page, says: store.fragments.ofPage(page.id).map(({ text_content }) => text_content) }
}

const changes = ({ store }: TestStore, pageId: string) =>
  store.events.about([pageId]).filter(({ kind }) => kind === 'page_changed')

test('REQ 3.1.2: a page that says the same is confirmed, also where a passage moved', async () => {
  using opened = testStore()
  const first = await read(opened, 0, [TRIAL, RATE])

  const again = await read(opened, 9, [RATE, TRIAL])

  assert.equal(again.page.checked_at, new Date(Date.parse(AT) + 9 * DAY).toISOString())
  assert.equal(again.page.warc_record_id, first.page.warc_record_id)
  assert.deepEqual(again.says, first.says)
  assert.deepEqual(changes(opened, again.page.id), [])
})

test('REQ 3.1.2: what a page no longer says keeps its record, what it says instead is named', async () => {
  using opened = testStore()
  const { store } = opened
  const { page } = await read(opened, 0, [TRIAL, RATE])
  const [old] = store.fragments.ofPage(page.id)

  const now = await read(opened, 9, [NEWS, CORRECTED, RATE])

  assert.deepEqual(now.says.toSorted(), [NEWS, CORRECTED, RATE].toSorted())
  assert.equal(now.page.warc_record_id, '<urn:uuid:9>')
  const gone = store.fragments.get(old?.id ?? '')
  assert.deepEqual([gone?.text_content, gone?.warc_record_id], [TRIAL, '<urn:uuid:0>'])
  const [change] = changes(opened, page.id).map(({ data }) => pageChange.parse(data))
  const heir = store.fragments.get(change?.replaced[0]?.now ?? '')
  assert.deepEqual([change?.replaced.length, change?.last_seen, heir?.text_content], [1, AT, CORRECTED])
})

test('REQ 3.1.2: words taken out have no successor; words that come back are the page’s again', async () => {
  using opened = testStore()
  const { page } = await read(opened, 0, [TRIAL, RATE])

  await read(opened, 9, [RATE])
  const back = await read(opened, 18, [TRIAL, RATE])

  const [first] = changes(opened, page.id).map(({ data }) => pageChange.parse(data))
  assert.equal(first?.replaced[0]?.now, null)
  const trial = opened.store.fragments.ofPage(page.id).find(({ text_content }) => text_content === TRIAL)
  assert.deepEqual([trial?.superseded_at, trial?.warc_record_id], [null, null])
  assert.equal(back.page.warc_record_id, '<urn:uuid:18>')
})
