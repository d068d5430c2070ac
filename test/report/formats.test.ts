import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseHTML } from 'linkedom'
import mammoth from 'mammoth'
import { markScreened } from '../../src/domain/screened.ts'
import { defaultSettings } from '../../src/domain/settings.ts'
import { admitPrimarySource } from '../../src/intake/admit-primary-source.ts'
import { checkCitations } from '../../src/report/citation-check.ts'
import { buildDocument } from '../../src/report/document/build-document.ts'
import type { ReportLanguage } from '../../src/report/document/document.ts'
import { docxReport } from '../../src/report/docx/docx.ts'
import { htmlReport } from '../../src/report/html/html.ts'
import { markdownReport } from '../../src/report/markdown.ts'
import { collectReportData } from '../../src/report/report-data.ts'
import type { GraphWorld } from '../research/graph/graph-world.ts'
import { stance } from '../store/graph-fixture.ts'
import { folderOf } from './bundle/bundle-world.ts'
import { unzip } from './exports/open-wacz.ts'
import { python, withoutPython } from './exports/outside-parsers.ts'
import { readXml } from './exports/read-xml.ts'
import { archivedSource, claimFrom, fourParts, readRecord } from './report-world.ts'

const HOSTILE = 'Silver <script>alert(1)</script> "quoted" & \u202e<img src=x onerror=alert(1)> tea \u0007rises.'

function withHostileSource(): GraphWorld {
  const world = fourParts()
  archivedSource(world, 5, 'evil.example', HOSTILE)
  claimFrom(world, 'hostile', 5, { claim_text: HOSTILE, confidence: 0.9, span_end: HOSTILE.length })
  return world
}

function documentIn(world: GraphWorld, language: ReportLanguage) {
  const program = { version: '9.9.9', settings: { 'report.main_confidence': 0.7 } }
  const data = collectReportData(world, 'task_1', defaultSettings.report, program)
  return buildDocument(data, { blocked: [], language })
}

const titlesOf = (world: GraphWorld, language: ReportLanguage) =>
  documentIn(world, language).sections.map(({ title }) => title)

test('ADR 0033: the HTML report has no script, loads nothing and shows hostile words as words', () => {
  using world = withHostileSource()
  const html = htmlReport(documentIn(world, 'en'))
  const { document } = parseHTML(html)

  assert.deepEqual([...document.querySelectorAll('script, img, iframe, object, link, form, base')], [])
  assert.equal(document.querySelectorAll('[style], [onerror], [onclick], [src]').length, 0)
  assert.match(html, /content="default-src &#39;none&#39;; style-src &#39;sha256-[\w+/]+=*&#39;"/)
  assert.deepEqual(html.match(/(?![\n])[\p{Cc}\p{Cf}]/gu), null)
  const shown = [...document.querySelectorAll('.head')].map((one) => one.textContent).join('\n')
  assert.ok(shown.includes('Silver <script>alert(1)</script> "quoted" & <img src=x onerror=alert(1)> tea rises.'))
})

test('ADR 0033: every citation and reference of the HTML report leads to an entry of it, or to the web', () => {
  using world = withHostileSource()
  const { document } = parseHTML(htmlReport(documentIn(world, 'ja')))
  const addresses = [...document.querySelectorAll('a')].map((link) => link.getAttribute('href') ?? '')
  const inside = addresses.filter((href) => href.startsWith('#'))

  assert.ok(inside.length > 20)
  assert.deepEqual(
    inside.filter((href) => document.getElementById(href.slice(1)) === null),
    [],
  )
  for (const href of addresses) assert.match(href, /^(?:#|https:\/\/)/)
  assert.equal(document.documentElement.getAttribute('lang'), 'ja')
})

test('ADR 0033: the DOCX report is read back by mammoth with its headings, quotes and citations', async () => {
  using world = withHostileSource()
  const { value: html, messages } = await mammoth.convertToHtml({ buffer: docxReport(documentIn(world, 'en')) })
  const { document } = parseHTML(`<html><body>${html}</body></html>`)

  assert.deepEqual(
    messages.filter(({ type }) => type === 'error'),
    [],
  )
  assert.deepEqual(
    [...document.querySelectorAll('h1')].map((one) => one.textContent).filter((text) => !text?.startsWith('Evidence')),
    ['Outline', ...titlesOf(world, 'en')],
  )
  const text = document.body.textContent ?? ''
  assert.ok(text.includes('nejm.org (academic, judged 0.90): “lowered HbA1c by 0.7 points”'), text.slice(0, 2000))
  assert.ok(text.includes('<script>alert(1)</script>'))
  assert.equal(document.querySelectorAll('script').length, 0)
  assert.ok(document.querySelectorAll('a sup, sup a').length >= 6)
})

test('ADR 0033: Japanese words reach the DOCX and their citations are checked like English ones', async () => {
  using world = withHostileSource()
  const { value } = await mammoth.extractRawText({ buffer: docxReport(documentIn(world, 'ja')) })
  const checked = await checkCitations(markdownReport(documentIn(world, 'ja')), world.store, readRecord)

  assert.ok(value.includes('証拠の報告書'))
  assert.ok(value.includes('HbA1cは0.7ポイント低下した'))
  assert.ok(checked.length >= 6)
  assert.deepEqual(
    checked.filter(({ problem }) => problem !== null),
    [],
  )
})

test('ADR 0033: the same graph makes the same bytes in every format, and the languages have the same outline', () => {
  const written = (language: ReportLanguage) => {
    using world = withHostileSource()
    const document = documentIn(world, language)
    const sections = document.sections.map(({ name, entries }) => [name, entries.length])
    return {
      files: [markdownReport(document), htmlReport(document), docxReport(document).toString('base64')],
      sections,
    }
  }
  const [first, second, japanese] = [written('en'), written('en'), written('ja')]

  assert.deepEqual(first, second)
  assert.deepEqual(japanese.sections, first.sections)
  assert.equal(japanese.files[0]?.includes('Supported findings'), false)
})

/** The parts of a DOCX file, by the name of their first element. */
const PARTS = {
  '[Content_Types].xml': 'Types',
  '_rels/.rels': 'Relationships',
  'docProps/core.xml': 'coreProperties',
  'word/document.xml': 'document',
  'word/_rels/document.xml.rels': 'Relationships',
  'word/styles.xml': 'styles',
  'word/numbering.xml': 'numbering',
}

test('ADR 0033: every part of a DOCX file is XML to another parser', async () => {
  using world = withHostileSource()

  const members = await unzip(docxReport(documentIn(world, 'ja')))

  const roots = [...members].map(([name, bytes]) => [name, readXml(bytes.toString('utf8')).documentElement.localName])
  assert.deepEqual(Object.fromEntries(roots), PARTS)
})

test('ADR 0033: every part of a DOCX file is XML to Python', { skip: withoutPython }, (t) => {
  using world = withHostileSource()
  const file = join(folderOf(t), 'report.docx')
  writeFileSync(file, docxReport(documentIn(world, 'ja')))

  const roots = python(
    `import zipfile, xml.etree.ElementTree as tree
z = zipfile.ZipFile(sys.argv[1])
assert z.testzip() is None
print(json.dumps({n: tree.fromstring(z.read(n)).tag.split('}')[1] for n in z.namelist()}))`,
    file,
  )
  assert.deepEqual(roots, PARTS)
})

function withPrimarySource(): GraphWorld {
  const world = fourParts()
  const { store } = world
  archivedSource(world, 5, 'daily.example', 'The ministry recommends the tea to everybody.')
  archivedSource(world, 6, 'ministry.example', 'The ministry recommends the tea to nobody.')
  claimFrom(world, 'told', 5, { claim_text: 'The ministry recommends the tea to everybody.', confidence: 0.9 })
  store.edges.saveStance(stance('frag_6', 'told', 'refutes', 0.9))
  const named = { page_id: 'page_5', url: 'https://ministry.example/p6', fragment_id: 'frag_5', words: 'the ministry' }
  const row = { ...named, cue: 'attribution', source_page_id: 'page_6', outcome: 'ok', reason: null } as const
  admitPrimarySource(store, { ...row, created_at: '2025-11-15T09:00:00.000Z', cause_id: 'c' })
  store.pages.setFullTextOf('page_6', 'work_1', markScreened({ name: 'cc-by' }))
  return world
}

test('LYRA 13.2: what a page has it from stands first under the finding, in the language of the report', () => {
  using world = withPrimarySource()
  const under = (language: ReportLanguage) => {
    const lines = markdownReport(documentIn(world, language)).split('\n')
    return lines[lines.findIndex((line) => line.includes('recommends the tea to everybody. [')) + 1] ?? ''
  }
  assert.match(
    under('en'),
    /^ {2}- Primary source of daily\.example: Title of page\\_6 \(ministry\.example\), which says otherwise \[\d+\]$/,
  )
  assert.match(
    under('ja'),
    /^ {2}- daily\.example が拠る一次情報：Title of page\\_6（ministry\.example）。別のことを述べる \[\d+\]$/,
  )
})

test('LYRA 13.1: a citation of a full text names its licence', () => {
  using world = withPrimarySource()
  assert.match(
    markdownReport(documentIn(world, 'en')),
    /<https:\/\/ministry\.example\/p6#[^>]+> Full text, licence cc-by\.$/m,
  )
  assert.match(
    markdownReport(documentIn(world, 'ja')),
    /<https:\/\/ministry\.example\/p6#[^>]+> 全文（ライセンス cc-by）。$/m,
  )
})
