import assert from 'node:assert/strict'
import { test } from 'node:test'
import { zipOf } from '../../src/archive/zip/pack-zip.ts'
import { defaultSettings } from '../../src/domain/settings.ts'
import { checkCitations } from '../../src/report/citation-check.ts'
import { buildDocument } from '../../src/report/document/build-document.ts'
import type { ReportLanguage } from '../../src/report/document/document.ts'
import { docxReport } from '../../src/report/docx/docx.ts'
import { htmlReport } from '../../src/report/html/html.ts'
import { markdownReport } from '../../src/report/markdown.ts'
import { collectReportData } from '../../src/report/report-data.ts'
import type { GraphWorld } from '../research/graph/graph-world.ts'
import { fragment, lookAt, page } from '../store/graph-fixture.ts'
import { unzip } from './exports/open-wacz.ts'
import { claimFrom, fourParts, readRecord } from './report-world.ts'

const OWN = `file-copy:${'a'.repeat(64)}/${encodeURIComponent('血圧の記録_*.md')}`

/** The claims of a report, one of them of a file of the user: its address is no link. */
function withOwnFile(): GraphWorld {
  const world = fourParts()
  const place = { warc_file: 'task_1/pages.warc.gz', warc_record_id: 'r5' }
  const own = page('page_5', { url: OWN, domain: 'own-documents', route: 'file', ...place })
  world.store.pages.save(own)
  lookAt(world.store, 's_1', [own])
  world.store.fragments.saveAll([
    fragment('frag_5', own.id, { text_content: 'Nobody stopped [1] their <b>medicine</b>.' }),
  ])
  claimFrom(world, 'noted', 5, { confidence: 0.9 })
  return world
}

const documentOf = (world: GraphWorld, language: ReportLanguage) =>
  buildDocument(collectReportData(world, 'task_1', defaultSettings.report), { blocked: [], language })

const problemsOf = (checked: Awaited<ReturnType<typeof checkCitations>>) => checked.map(({ problem }) => problem)

async function docxWith(bytes: Buffer, edit: (xml: string) => string): Promise<string> {
  const members = await unzip(bytes)
  const edited = [...members].map(([name, content]) => ({
    name,
    bytes: name === 'word/document.xml' ? Buffer.from(edit(content.toString('utf8'))) : content,
  }))
  return zipOf(edited).toString('base64')
}

for (const language of ['en', 'ja'] as const)
  test(`citations: a report in ${language} resolves alike as Markdown, HTML and DOCX, files of the user among them`, async () => {
    using world = withOwnFile()
    const document = documentOf(world, language)

    const md = await checkCitations(markdownReport(document), world.store, readRecord)
    const html = await checkCitations(htmlReport(document), world.store, readRecord, 'html')
    const docx = await checkCitations(docxReport(document).toString('base64'), world.store, readRecord, 'docx')

    assert.deepEqual(problemsOf(md), [null, null, null, null, null, null, null])
    assert.deepEqual(html, md)
    assert.deepEqual(docx, md)
  })

test('citations: in HTML and DOCX a number nobody listed, a changed quotation, fragment, address and record are told', async () => {
  using world = withOwnFile()
  const document = documentOf(world, 'en')
  const inHtml = async (edit: (html: string) => string) =>
    problemsOf(await checkCitations(edit(htmlReport(document)), world.store, readRecord, 'html')).filter(Boolean)
  const inDocx = async (edit: (xml: string) => string) => {
    const edited = await docxWith(docxReport(document), edit)
    return problemsOf(await checkCitations(edited, world.store, readRecord, 'docx')).filter(Boolean)
  }
  const typed = '<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:t>[99]</w:t></w:r></w:p>'

  assert.deepEqual(await inHtml((html) => html.replace('</main>', '<p>See <sup>[99]</sup></p></main>')), [
    'cited but not listed',
  ])
  assert.deepEqual(await inDocx((xml) => xml.replace('</w:p>', typed)), ['cited but not listed'])
  const changes: readonly (readonly [string, string, string])[] = [
    ['“Sitagliptin lowered', '“Metformin lowered', 'the excerpt is not in the fragment'],
    ['>frag_1<', '>frag_77<', 'no such fragment'],
    ['>https://nejm.org/p1', '>https://nejm.org/other', 'the address is not that of the page'],
    ['>r1<', '>r2<', 'the archive record is not that of the page'],
  ]
  for (const [from, to, problem] of changes) {
    const edit = (text: string) => {
      const at = text.lastIndexOf(from)
      return `${text.slice(0, at)}${to}${text.slice(at + from.length)}`
    }
    assert.deepEqual([(await inHtml(edit)).at(-1), (await inDocx(edit)).at(-1)], [problem, problem], from)
  }
})

test('citations: runs that Word has cut in two are read as one', async () => {
  using world = withOwnFile()
  const code = '<w:r><w:rPr><w:rFonts w:ascii="Consolas" w:hAnsi="Consolas"/></w:rPr><w:t>'
  const cut = await docxWith(docxReport(documentOf(world, 'en')), (xml) =>
    xml.replace(/<w:r>(<w:rPr><w:rFonts[^>]*>.{0,40}<\/w:rPr>)<w:t[^>]*>frag_1<\/w:t><\/w:r>/u, (all) => {
      assert.ok(all.includes('Consolas'))
      return `${code}frag</w:t></w:r><w:proofErr w:type="spellStart"/>${code}_1</w:t></w:r>`
    }),
  )

  const checked = await checkCitations(cut, world.store, readRecord, 'docx')

  assert.equal(cut === docxReport(documentOf(world, 'en')).toString('base64'), false)
  assert.deepEqual(problemsOf(checked).filter(Boolean), [])
})

test('citations: a zip file that is no Word document is refused', async () => {
  using world = fourParts()
  const other = zipOf([{ name: 'a.txt', bytes: Buffer.from('a') }]).toString('base64')

  await assert.rejects(checkCitations(other, world.store, readRecord, 'docx'), {
    code: 'INVALID_PARAMS',
    message: 'The report is no Word document that can be read',
  })
})
