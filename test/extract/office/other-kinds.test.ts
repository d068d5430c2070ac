import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readOffice } from '../../../src/extract/office/read-office.ts'
import { relations, zipFile } from './zip-file.ts'

async function read(body: string | Buffer, contentType: string | null) {
  const { extraction, attachments } = await readOffice({
    url: 'file-copy:a/x',
    contentType,
    body: Buffer.from(body as string),
  })
  if (!extraction.ok) assert.fail(extraction.reason)
  const { page } = extraction
  return {
    page,
    attachments,
    told: page.fragments.map((one) => [one.fragment_type, one.page_number, one.text_content]),
  }
}

test('PowerPoint: slides in the order they are shown, titles as headings, notes, no slide numbers', async () => {
  const slide = (title: string, lines: readonly string[]) =>
    `<p:sld><p:cSld><p:spTree><p:sp><p:nvSpPr><p:nvPr><p:ph type="title"/></p:nvPr></p:nvSpPr><p:txBody>` +
    `<a:p><a:r><a:t>${title}</a:t></a:r></a:p></p:txBody></p:sp>` +
    `<p:sp><p:txBody>${lines.map((line) => `<a:p><a:r><a:t>${line}</a:t></a:r></a:p>`).join('')}</p:txBody></p:sp>` +
    '<p:sp><p:nvSpPr><p:nvPr><p:ph type="sldNum"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:fld ' +
    'type="slidenum"><a:t>9</a:t></a:fld></a:p></p:txBody></p:sp>' +
    '</p:spTree></p:cSld></p:sld>'
  const notes =
    '<p:notes><p:cSld><p:spTree><p:sp><p:nvSpPr><p:nvPr><p:ph type="body"/></p:nvPr></p:nvSpPr><p:txBody>' +
    '<a:p><a:r><a:t>Say that it was small.</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld>' +
    '</p:notes>'
  const body = zipFile([
    { name: '[Content_Types].xml', body: '<Types/>' },
    { name: '_rels/.rels', body: relations({ r1: ['officeDocument', 'ppt/presentation.xml'] }) },
    {
      name: 'ppt/presentation.xml',
      body:
        '<p:presentation><p:sldIdLst><p:sldId id="257" r:id="b"/><p:sldId r:id="a" id="256"/></p:sldIdLst>' +
        '</p:presentation>',
    },
    {
      name: 'ppt/_rels/presentation.xml.rels',
      body: relations({ a: ['slide', 'slides/slide1.xml'], b: ['slide', 'slides/slide2.xml'] }),
    },
    { name: 'ppt/slides/slide1.xml', body: slide('Second', ['One line']) },
    { name: 'ppt/slides/slide2.xml', body: slide('First', ['a point', 'another point']) },
    { name: 'ppt/slides/_rels/slide2.xml.rels', body: relations({ n: ['notesSlide', '../notesSlides/n.xml'] }) },
    { name: 'ppt/notesSlides/n.xml', body: notes },
  ])
  const { told } = await read(body, null)
  assert.deepEqual(told, [
    ['heading', 1, 'First'],
    ['list', 1, '- a point\n- another point'],
    ['paragraph', 1, 'Say that it was small.'],
    ['heading', 2, 'Second'],
    ['paragraph', 2, 'One line'],
  ])
})

test('EPUB: chapters in the order of the spine, not of the files; the table of contents is none', async () => {
  const body = zipFile([
    { name: 'mimetype', body: 'application/epub+zip', isStored: true },
    {
      name: 'META-INF/container.xml',
      body: '<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>',
    },
    {
      name: 'OPS/book.opf',
      body:
        '<package><metadata><dc:title>On tea</dc:title><dc:creator>A. Writer</dc:creator><dc:date>' +
        '2020-05-01</dc:date></metadata>' +
        '<manifest><item id="n" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>' +
        '<item id="a" href="a.xhtml" media-type="application/xhtml+xml"/><item id="b" ' +
        'href="text/b%20c.xhtml" media-type="application/xhtml+xml"/></manifest>' +
        '<spine><itemref idref="n"/><itemref idref="b"/><itemref idref="a"/></spine></package>',
    },
    { name: 'OPS/nav.xhtml', body: '<html><body><nav><ol><li>Contents</li></ol></nav></body></html>' },
    { name: 'OPS/a.xhtml', body: '<html><body><h1>Two</h1><p>The second chapter.</p></body></html>' },
    { name: 'OPS/text/b c.xhtml', body: '<html><body><h1>One</h1><p>The first chapter.</p></body></html>' },
  ])
  const { page, told } = await read(body, 'application/epub+zip')
  assert.deepEqual([page.title, page.authors, page.publishedAt], ['On tea', ['A. Writer'], '2020-05-01'])
  assert.deepEqual(
    told.map(([, , text]) => text),
    ['One', 'The first chapter.', 'Two', 'The second chapter.'],
  )
})

test('e-mail: encoded headers, quoted-printable and base64 parts, a plain alternative, attachments by name', async () => {
  const mail = [
    'From: =?utf-8?B?5bGx55Sw?= <yamada@example.org>',
    'To: b@example.org',
    'Subject: =?iso-8859-1?Q?R=E9sum=E9_of_the?=',
    ' =?iso-8859-1?Q?_trial?=',
    'Date: Tue, 3 Mar 2020 10:00:00 +0900',
    'Content-Type: multipart/mixed; boundary="b1"',
    '',
    '--b1',
    'Content-Type: multipart/alternative; boundary=b2',
    '',
    '--b2',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    'Pressure fell by 6=E2=80=AFmmHg in the tea =',
    'group.',
    '',
    '> It rose, they said.',
    '--b2',
    'Content-Type: text/html',
    '',
    '<p>never shown</p>',
    '--b2--',
    '--b1',
    "Content-Disposition: attachment; filename*=utf-8''%E8%A1%A8.csv",
    'Content-Type: text/csv',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from('a,b\n1,2\n').toString('base64'),
    '--b1--',
  ].join('\r\n')
  const { page, told, attachments } = await read(mail, 'message/rfc822')
  assert.deepEqual([page.title, page.authors, page.publishedAt], ['Résumé of the trial', ['山田'], '2020-03-03'])
  assert.deepEqual(told.slice(2), [
    ['paragraph', null, 'Pressure fell by 6 mmHg in the tea group.'],
    ['quote', null, 'It rose, they said.'],
    ['paragraph', null, 'Attachment: 表.csv (text/csv, 8 bytes)'],
  ])
  assert.equal(Buffer.from(attachments[0]?.body ?? []).toString(), 'a,b\n1,2\n')
})

test('CSV: the delimiter is the one that parts every line alike, quotes may hold it and line ends', async () => {
  const { told } = await read('Name;Figure;Note\n"Smith; Jane";1,5;"two\nlines"\nDoe;2,25;"a ""word"""\n', 'text/csv')
  assert.deepEqual(told, [
    ['table', null, 'Name | Figure | Note\nSmith; Jane | 1,5 | two lines\nDoe | 2,25 | a "word"'],
  ])
})

test('CSV: Shift_JIS is read by its bytes', async () => {
  const sjis = Buffer.from([0x96, 0xbc, 0x91, 0x4f, 0x2c, 0x90, 0x94, 0x0a, 0x8e, 0x52, 0x93, 0x63, 0x2c, 0x33, 0x0a])
  const { told } = await read(sjis, 'text/csv')
  assert.deepEqual(told, [['table', null, '名前 | 数\n山田 | 3']])
})

test('Markdown: headings, lists, tables, code and quotations without their signs; struck words are no text', async () => {
  const text = [
    '---\ntitle: The trial\n---',
    '# Result\n',
    'It fell by **6 mmHg**, see [the table](http://a.example/x_(y)) and `a_b`.\n',
    '- first\n- second\n',
    '| Group | Fall |\n|---|--:|\n| Tea | 6 |\n',
    '> quoted *words*\n',
    '```\nx_y = 1\n```\n',
    'The dose was ~~500~~ 50 mg of snake_case_drug.',
  ].join('\n')
  const { page, told } = await read(text, 'text/markdown')
  assert.equal(page.title, 'The trial')
  assert.deepEqual(told, [
    ['heading', null, 'Result'],
    ['paragraph', null, 'It fell by 6 mmHg, see the table and a_b.'],
    ['list', null, '- first\n- second'],
    ['table', null, 'Group | Fall\nTea | 6'],
    ['quote', null, 'quoted words'],
    ['code', null, 'x_y = 1'],
    ['paragraph', null, 'The dose was 50 mg of snake_case_drug.'],
  ])
})
