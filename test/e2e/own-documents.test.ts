import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type AddDocumentsAnswer, addDocuments } from '../../src/api/add-documents.ts'
import { createTask } from '../../src/api/create-task.ts'
import { exportBundle } from '../../src/api/export-bundle.ts'
import { listViews } from '../../src/api/list-views.ts'
import { queryGraph } from '../../src/api/query-graph.ts'
import { createLyra } from '../../src/app/create-lyra.ts'
import type { Lyra } from '../../src/app/lyra.ts'
import { openLyra } from '../../src/app/open-lyra.ts'
import { runCli } from '../../src/cli/run-cli.ts'
import { fakeWorld } from '../cli/fake-world.ts'
import { docx, xlsx } from '../extract/office/zip-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'lyra-own-documents-'))
const home = join(folder, 'home')
const papers = join(folder, 'papers')
let taskId = ''
let added: AddDocumentsAnswer

/** The command line with the real application behind it. */
async function lyra(...words: string[]): Promise<{ exit: number; out: string }> {
  const world = fakeWorld({}, { openLyra })
  const exit = await runCli([...words, '--home', home, '--set', 'log.level=silent'], world)
  assert.equal(world.err().includes('lyra: '), false, world.err())
  return { exit, out: world.out() }
}

async function withHome<T>(work: (lyra: Lyra) => Promise<T>): Promise<T> {
  const open = createLyra(() => openLyra({ flags: { 'log.level': 'silent' }, home, mode: 'cli' }))
  return work(open).finally(() => open.close())
}

async function rows(sql: string): Promise<readonly Record<string, unknown>[]> {
  const { rows: found } = await withHome((open) => open.call(queryGraph, { sql, options: { limit: 200 } }))
  return found
}

before(async () => {
  mkdirSync(papers)
  const p = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`
  writeFileSync(
    join(papers, 'ward report.docx'),
    docx(
      p('Silverleaf tea lowered systolic blood pressure by 6 mmHg in 120 adults over twelve weeks.') +
        p('See https://linked.example/page and doi 10.1234/own.5678 for the protocol of the trial.'),
    ),
  )
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
  writeFileSync(
    join(papers, 'figures.xlsx'),
    xlsx(
      `<sheetData><row r="1">${cell('Group')}${cell('Systolic fall mmHg')}</row>` +
        `<row r="2">${cell('Silverleaf tea')}<c><v>6</v></c></row><row r="3">${cell('Water')}<c><v>1</v></c>` +
        `</row></sheetData>`,
    ),
  )
  writeFileSync(
    join(papers, 'letter.eml'),
    'Subject: Tea\r\nFrom: a@example.org\r\n\r\nSilverleaf tea did not lower blood pressure in our clinic.\r\n',
  )
  writeFileSync(join(papers, 'broken.docx'), 'PK\x03\x04 and no more')
  const made = await withHome((open) => open.call(createTask, { query: 'Does silverleaf tea lower blood pressure?' }))
  taskId = made.task_id
  const { exit, out } = await lyra('add', taskId, papers, '--json')
  assert.equal(exit, 0)
  added = JSON.parse(out)
})

after(() => rmSync(folder, { recursive: true, force: true }))

test('lyra add tells the outcome of every file, and claims come from those that were read', () => {
  assert.deepEqual(
    added.files.map(({ name, outcome }) => [name, outcome]),
    [
      ['papers/broken.docx', 'broken_document'],
      ['papers/figures.xlsx', 'ok'],
      ['papers/letter.eml', 'ok'],
      ['papers/ward report.docx', 'ok'],
    ],
  )
  const texts = added.search?.claims_found.map(({ text }) => text) ?? []
  assert.ok(
    texts.some((text) => text.includes('lowered systolic blood pressure by 6 mmHg')),
    texts.join('\n'),
  )
  assert.ok(
    added.search?.claims_found.every((claim) => !claim.is_primary_source && claim.source_trust_level === 'UNVERIFIED'),
  )
})

test('a file becomes a page of own-documents with its anchors and its copy in the archive', async () => {
  const pages = await rows("SELECT url, domain, route, title, warc_file FROM pages WHERE route = 'file' ORDER BY title")
  assert.deepEqual(
    pages.map(({ domain, title }) => [domain, title]),
    [
      ['own-documents', 'Tea'],
      ['own-documents', 'figures.xlsx'],
      ['own-documents', 'ward report.docx'],
    ],
  )
  for (const { url, warc_file: file } of pages) {
    assert.match(String(url), /^file-copy:[0-9a-f]{64}\//)
    assert.match(String(file), new RegExp(`^${taskId}/`))
  }
  const [table] = await rows(
    "SELECT page_number, heading_context, text_content FROM fragments WHERE fragment_type = 'table'",
  )
  assert.deepEqual(table, {
    page_number: 1,
    heading_context: 'Trials',
    text_content: 'Group | Systolic fall mmHg\nSilverleaf tea | 6\nWater | 1',
  })
})

test('nothing of a file is asked for anywhere: no request, no look-up of its identifiers, no link followed', async () => {
  const asked = await rows(
    "SELECT kind, subject_id FROM events WHERE kind IN ('fetch', 'request', 'link_followed', " +
      "'query_mirrored') OR subject_id LIKE '%linked.example%'",
  )
  assert.deepEqual(asked, [])
  assert.deepEqual(await rows("SELECT url FROM pages WHERE route <> 'file'"), [])
  assert.deepEqual(await rows('SELECT * FROM works'), [])
})

test('lyra replay reads the copies offline, with the files gone, and comes to the same conclusions', async () => {
  rmSync(papers, { recursive: true })
  const { exit, out } = await lyra('replay', taskId, '--json')
  const { equal, claims, differences } = JSON.parse(out)
  assert.deepEqual([exit, equal, claims > 0], [0, true, true], JSON.stringify(differences))
})

test('every view can be read with a source that has no domain, and a report cites it by its name', async () => {
  const { views } = await withHome((open) => open.call(listViews, {}))
  assert.ok(views.length >= 16)
  await withHome(async (open) => {
    for (const { name } of views)
      await open.call(queryGraph, { sql: `SELECT * FROM ${name} LIMIT 5`, options: { timeout_ms: 2000 } })
  })
  const { out } = await lyra('report', taskId)
  assert.match(out, /ward report\.docx/)
  const { out: status } = await lyra('status', taskId, '--json')
  assert.deepEqual(JSON.parse(status).unverified_domains, [])
})

test('a bundle leaves files out, by name as well, unless they are asked for', async () => {
  const without = join(folder, 'without.lyra.zip')
  const withThem = join(folder, 'with.lyra.zip')
  const first = await withHome((open) => open.call(exportBundle, { task_id: taskId, file: without }))
  const second = await withHome((open) =>
    open.call(exportBundle, { task_id: taskId, file: withThem, with_private: true }),
  )
  assert.deepEqual([first.private_pages, second.private_pages], ['left out', 'included'])
  const told = (file: string) =>
    readFileSync(file).includes('lowered systolic') || readFileSync(file).includes('ward%20report')
  assert.deepEqual([told(without), told(withThem)], [false, true])
  const { exit } = await lyra('replay', withThem, '--json')
  assert.equal(exit, 0)
})

test('a search whose files stayed in another home reads none and ends like any other', async () => {
  const answer = await withHome((open) => open.call(addDocuments, { task_id: taskId, documents: [], query: 'tea' }))
  assert.deepEqual([answer.files, answer.search?.pages_fetched, answer.search?.claims_found], [[], 0, []])
})
