import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseHTML } from 'linkedom'
import type { TaskDelta } from '../../src/domain/task-delta.ts'
import { countChanges } from '../../src/domain/task-delta.ts'
import { atomFeed, type Feed } from '../../src/report/feed/atom.ts'
import { deltaLines, deltaSummary } from '../../src/report/feed/delta-lines.ts'
import { folderOf } from './bundle/bundle-world.ts'
import { python, withoutPython } from './exports/outside-parsers.ts'
import { readXml, type XmlElement } from './exports/read-xml.ts'

const HOSTILE = 'Tea </li><script>alert(1)</script> & "more" ]]> \u202edown\u0007'
const page = { page_id: 'page_1', url: 'https://clinic.example/tea?a=1&b="2"', title: HOSTILE, finding_ids: ['find_1'] }

const DELTA: TaskDelta = {
  new_findings: [
    {
      ...{ finding_id: 'find_2', text: HOSTILE, url: 'javascript:alert(1)', status: 'pending', confidence: 0.5 },
      ...{ supporting_sources: 1, refuting_sources: 0 },
    },
  ],
  changed_findings: [
    {
      ...{ finding_id: 'find_1', text: 'The tea helps.', url: 'https://clinic.example/tea' },
      before: { status: 'verified', confidence: 0.9 },
      after: { status: 'superseded', confidence: 0.5 },
      reason: 'its source was retracted',
    },
  ],
  sources: [
    { change: 'new', ...page, finding_ids: [] },
    { change: 'unreachable', ...page, outcome: 'timeout' },
    { change: 'retracted', ...page, notice: '10.5555/notice' },
    {
      change: 'changed',
      ...page,
      last_seen: '2026-01-01T00:00:00Z',
      passages: 1,
      rewrites: [{ was: '4.1', now: null }],
    },
  ],
  pages_asked: 4,
  pages_unchanged: 2,
}

const FEED: Feed = {
  taskId: 'task_1',
  question: 'Does tea help?',
  createdAt: '2026-01-01T00:00:00.000Z',
  language: 'en',
  version: '9.9.9',
  updates: [{ id: 'upd_1', finished_at: '2026-02-01T00:00:00.000Z', delta: DELTA }],
}

test('ADR 0033: withdrawals and verdicts are told first, and what could not be reached last; it is no change', () => {
  assert.deepEqual(
    deltaLines(DELTA, 'en').map(({ text }) => text.split(':', 1)[0]),
    ['Withdrawn', 'Verdict changed', 'New finding', 'Changed', 'New page', 'Could not be reached'],
  )
  assert.equal(deltaSummary(DELTA, 'en'), '1 new finding, 1 changed verdict, 3 changed sources')
  assert.equal(countChanges(DELTA), 5)
})

test('ADR 0033: the delta has Japanese words, also for its reasons', () => {
  const [, verdict] = deltaLines(DELTA, 'ja')
  assert.deepEqual(verdict?.details, ['確認済み, 確信度 0.90 → 撤回・更新済み, 確信度 0.50', '出所が撤回された'])
  assert.equal(
    deltaSummary({ ...DELTA, new_findings: [], changed_findings: [], sources: [] }, 'ja'),
    '変化なし（4 ページを再確認）',
  )
})

const ATOM = 'http://www.w3.org/2005/Atom'

/** What an entry tells must be words and links, whatever stood in the page. */
function assertWords(content: string | undefined): void {
  const { document } = parseHTML(`<html><body>${content}</body></html>`)
  assert.equal(document.querySelectorAll('script').length, 0)
  assert.deepEqual(
    [...new Set([...document.querySelectorAll('a')].map((one) => one.getAttribute('href')))],
    ['https://clinic.example/tea?a=1&b="2"', 'https://clinic.example/tea'],
  )
  assert.ok(document.body.textContent?.includes('<script>alert(1)</script> & "more" ]]> down'))
}

test('ADR 0033: a feed is Atom to another XML parser, and words of the web stay words in it', () => {
  const feed = readXml(atomFeed(FEED))

  const texts = (name: string, of: Pick<XmlElement, 'getElementsByTagNameNS'> = feed) =>
    Array.from(of.getElementsByTagNameNS(ATOM, name)).map((one) => one.textContent ?? '')
  assert.equal(feed.documentElement.localName, 'feed')
  const [entry] = Array.from(feed.getElementsByTagNameNS(ATOM, 'entry'))
  assert.ok(entry !== undefined)
  // RFC 4287: a feed and an entry have an id, a title and a time; a feed without them in its entries has an author.
  for (const name of ['id', 'title', 'updated']) assert.equal(texts(name, entry).length, 1, name)
  assert.deepEqual(texts('updated'), ['2026-02-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z'])
  assert.equal(texts('author').length, 1)
  assertWords(texts('content', entry)[0])
  assert.equal(atomFeed(FEED), atomFeed(FEED))
})

test('ADR 0033: a feed is Atom to Python', { skip: withoutPython }, (t) => {
  const file = join(folderOf(t), 'feed.xml')
  writeFileSync(file, atomFeed(FEED))

  const [entry] = python(
    `import xml.etree.ElementTree as tree
a = '{http://www.w3.org/2005/Atom}'
print(json.dumps([e.find(a + 'content').text for e in tree.parse(sys.argv[1]).getroot().findall(a + 'entry')]))`,
    file,
  ) as readonly string[]

  assertWords(entry)
})

test('ADR 0033: the feed of a task without an update is a feed, as old as the task', () => {
  const atom = atomFeed({ ...FEED, updates: [] })
  assert.match(atom, /<updated>2026-01-01T00:00:00\.000Z<\/updated>/)
  assert.doesNotMatch(atom, /<entry>/)
})
