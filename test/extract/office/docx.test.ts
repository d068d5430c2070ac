import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readOffice } from '../../../src/extract/office/read-office.ts'
import type { ExtractedPage } from '../../../src/extract/types.ts'
import { docx, relations } from './zip-file.ts'

async function read(body: Buffer): Promise<ExtractedPage> {
  const { extraction } = await readOffice({ url: 'file-copy:a/report.docx', contentType: null, body })
  if (!extraction.ok) assert.fail(extraction.reason)
  return extraction.page
}

const STYLES = {
  name: 'word/styles.xml',
  body:
    '<w:styles><w:style w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style>' +
    '<w:style w:styleId="Sub"><w:name w:val="My heading"/><w:basedOn w:val="H2"/></w:style>' +
    '<w:style w:styleId="H2"><w:name w:val="heading 2"/></w:style></w:styles>',
}
const LINKS = relations({ a: ['styles', 'styles.xml'], b: ['footnotes', 'footnotes.xml'] })
const p = (text: string, style?: string) =>
  `<w:p>${style ? `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>` : ''}<w:r><w:t>${text}</w:t></w:r></w:p>`

test('Word: headings are told by the name of their style, whatever its id and whatever it inherits from', async () => {
  const page = await read(
    docx(p('Results', 'berschrift1') + p('Doses', 'Sub') + p('It fell by 6 mmHg.'), [STYLES], LINKS),
  )
  const last = page.fragments.at(-1)
  assert.deepEqual(last?.heading_hierarchy, [
    { level: 1, text: 'Results' },
    { level: 2, text: 'Doses' },
  ])
})

test('Word: deleted text under tracked changes is struck and no text, inserted text is', async () => {
  const body =
    '<w:p><w:r><w:t xml:space="preserve">The dose was </w:t></w:r><w:del><w:r><w:delText>500 ' +
    'mg</w:delText></w:r></w:del>' +
    '<w:ins><w:r><w:t>50 mg</w:t></w:r></w:ins><w:r><w:t xml:space="preserve"> a day.</w:t></w:r></w:p>'
  const [fragment] = (await read(docx(body))).fragments
  assert.equal(fragment?.text_content, 'The dose was 50 mg a day.')
  assert.deepEqual(fragment?.revisions, [{ kind: 'struck', start: 13, text: '500 mg' }])
})

test('Word: a raised figure is a power and a lowered one no digit of the number before it', async () => {
  const run = (text: string, place?: string) =>
    `<w:r>${place ? `<w:rPr><w:vertAlign w:val="${place}"/></w:rPr>` : ''}<w:t xml:space="preserve">${text}</w:t></w:r>`
  const runs = [run('About 10'), run('6', 'superscript'), run(' cells and CO'), run('2', 'subscript'), run(' rose.')]
  const body = `<w:p>${runs.join('')}</w:p>`
  const page = await read(docx(body))
  assert.equal(page.fragments[0]?.text_content, 'About 10^6 cells and CO2 rose.')
})

test('Word: a cell over two rows stands in both, one over two columns in both', async () => {
  const cell = (text: string, properties = '') => `<w:tc><w:tcPr>${properties}</w:tcPr>${p(text)}</w:tc>`
  const body =
    `<w:tbl><w:tr>${cell('Group')}${cell('Pressure', '<w:gridSpan w:val="2"/>')}</w:tr>` +
    `<w:tr>${cell('Tea', '<w:vMerge w:val="restart"/>')}${cell('138')}${cell('132')}</w:tr>` +
    `<w:tr>${cell('', '<w:vMerge/>')}${cell('140')}${cell('139')}</w:tr></w:tbl>`
  const [table] = (await read(docx(body))).fragments
  assert.equal(table?.fragment_type, 'table')
  assert.equal(table?.text_content, 'Group | Pressure | Pressure\nTea | 138 | 132\nTea | 140 | 139')
})

test('Word: footnotes are marked in the text and told after it; hidden text is left out', async () => {
  const body =
    '<w:p><w:r><w:t>The trial was small.</w:t></w:r><w:r><w:footnoteReference w:id="7"/></w:r>' +
    '<w:r><w:rPr><w:vanish/></w:rPr><w:t>unseen</w:t></w:r></w:p>'
  const notes = `<w:footnotes><w:footnote w:id="7">${p('Forty people took part.')}</w:footnote></w:footnotes>`
  const page = await read(docx(body, [STYLES, { name: 'word/footnotes.xml', body: notes }], LINKS))
  assert.deepEqual(
    page.fragments.map(({ text_content }) => text_content),
    ['The trial was small.[1]', '[1] Forty people took part.'],
  )
})

test('Word: macros are not run and references to the outside not loaded, and both are told', async () => {
  const links = relations({ a: ['image', 'http://127.0.0.1:9/pixel.png', 'External'] })
  const page = await read(
    docx(p('A plain sentence.'), [{ name: 'word/vbaProject.bin', body: 'Sub AutoOpen()' }], links),
  )
  assert.deepEqual(
    page.qualityFlags.filter((flag) => /macros|outside/.test(flag)),
    ['macros_not_run', 'outside_references_not_loaded'],
  )
  assert.equal(page.fragments.length, 1)
})

test('Word: list items become one list, formulas keep their powers and fractions', async () => {
  const item = (text: string) =>
    `<w:p><w:pPr><w:numPr><w:numId w:val="3"/></w:numPr></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`
  const math =
    '<w:p><m:oMath xmlns:m="m"><m:r><m:t>E=m</m:t></m:r><m:sSup><m:e><m:r><m:t>c</m:t></m:r></m:e><m:sup>' +
    '<m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:oMath></w:p>'
  const page = await read(docx(item('first point') + item('second point') + math))
  assert.deepEqual(
    page.fragments.map(({ fragment_type, text_content }) => [fragment_type, text_content]),
    [
      ['list', '- first point\n- second point'],
      ['paragraph', 'E=mc^2'],
    ],
  )
})
