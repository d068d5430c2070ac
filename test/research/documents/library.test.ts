import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { openZotero } from '../../../src/app/open-zotero.ts'
import { silentLogger } from '../../../src/domain/log.ts'
import { defaultSettings } from '../../../src/domain/settings.ts'
import { readOffice } from '../../../src/extract/office/read-office.ts'
import { readLibraryFile } from '../../../src/research/documents/library-file.ts'
import { copyZotero } from '../../../src/research/documents/zotero.ts'

const read = (name: string, text: string) => readLibraryFile(name, Buffer.from(text))

test('RIS: entries with authors, date, DOI and an abstract over several lines', () => {
  const text =
    'TY  - JOUR\r\nTI  - Tea and pressure\r\nAU  - Sato, Yuki\r\nAU  - WHO\r\nPY  - 2020/05/01/\r\nDO  - ' +
    '10.1234/tea\r\nAB  - Pressure fell\r\nby 6 mmHg.\r\nER  - \r\nTY  - BOOK\r\nER  - \r\n'
  assert.deepEqual(read('library.ris', text), {
    items: [
      {
        type: 'JOUR',
        title: 'Tea and pressure',
        author: [{ family: 'Sato', given: 'Yuki' }, { literal: 'WHO' }],
        issued: { 'date-parts': [[2020, 5, 1]] },
        DOI: '10.1234/tea',
        abstract: 'Pressure fell by 6 mmHg.',
      },
    ],
    unread: 1,
  })
})

test('BibTeX: braces in braces, quoted values, accents of LaTeX, strings and comments left alone', () => {
  const text = `@comment{x}
@article{a, title = {The {DNA} of {\\"u}ber-tea}, author = "M{\\"u}ller, J{\\'o}zef and Li Wei", year = 2019,
  abstract = {Costs fell by 12\\% \\& more.}, doi={10.1/x}}
@book{broken, title = {never closed`
  assert.deepEqual(read('library.bib', text)?.items, [
    {
      type: 'article',
      title: 'The DNA of über-tea',
      abstract: 'Costs fell by 12% & more.',
      DOI: '10.1/x',
      author: [{ family: 'Müller', given: 'Józef' }, { literal: 'Li Wei' }],
      issued: { 'date-parts': [[2019]] },
    },
  ])
})

test('CSL-JSON is a library, any other JSON is not', () => {
  assert.equal(read('a.json', '[{"type":"book","title":"Tea"}]')?.items.length, 1)
  for (const text of ['{"a":1}', '[]', '[1]', '[{"x":1}]', 'no json']) assert.equal(read('a.json', text), null)
})

test('an entry becomes a page with its abstract, its identifiers and the notes of its owner', async () => {
  const item = {
    type: 'article',
    title: 'Tea',
    author: [{ family: 'Sato', given: 'Y.' }],
    issued: { 'date-parts': [[2020, 5]] },
    DOI: '10.1234/tea',
    abstract: 'Pressure fell by 6 mmHg in all groups.',
    note: '<p>Small sample.</p><script>x</script>',
  }
  const body = Buffer.from(JSON.stringify(item))
  const { extraction } = await readOffice({
    url: 'file-copy:a/b',
    contentType: 'application/vnd.citationstyles.csl+json',
    body,
  })
  if (!extraction.ok) assert.fail(extraction.reason)
  const { title, authors, publishedAt, identifiers, fragments } = extraction.page
  assert.deepEqual([title, authors, publishedAt], ['Tea', ['Y. Sato'], '2020-05'])
  assert.deepEqual(identifiers, [{ type: 'doi', value: '10.1234/tea' }])
  assert.deepEqual(
    fragments.slice(2).map((one) => [one.fragment_type, one.heading_context, one.text_content]),
    [
      ['abstract', 'Tea', 'Pressure fell by 6 mmHg in all groups.'],
      ['paragraph', 'Notes', 'Small sample.'],
    ],
  )
})

test('Zotero: entries and attached files come from its local interface, by GET alone, page by page', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-zotero-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'paper.txt'), 'The attached text.')
  const asked: string[] = []
  const items = Array.from({ length: 130 }, (_, at) => ({ type: 'article', title: `Work ${at}` }))
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    const url = new URL(request.url ?? '', 'http://x')
    const start = Number(url.searchParams.get('start'))
    if (url.pathname.endsWith('/items/top')) response.end(JSON.stringify({ items: items.slice(start, start + 100) }))
    else if (url.pathname.endsWith('/items'))
      response.end(
        JSON.stringify([
          { key: 'AAAA1111', data: { filename: 'paper.txt' } },
          { key: 'BBBB2222', data: { title: 'A link' } },
        ]),
      )
    else if (url.pathname.includes('AAAA1111')) response.end(pathToFileURL(join(folder, 'paper.txt')).href)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo
  const documents = { ...defaultSettings.documents, zotero: `http://127.0.0.1:${port}` }
  const zotero = openZotero({ ...defaultSettings, documents }, silentLogger)
  t.after(() => zotero.close())
  const copies = {
    save: async (_: string, copy: { url: string; name: string; content_type: string; bytes: number }) => ({
      ...copy,
      warc_file: null,
      warc_record_id: null,
    }),
  }
  const copied = await copyZotero({ copies, settings: documents }, zotero.ask, {
    taskId: 'task_1',
    collection: 'CCCC3333',
  })
  assert.equal(copied.documents.length, 131)
  assert.deepEqual(
    copied.files.slice(129).map(({ shown, outcome }) => [shown, outcome]),
    [
      ['Zotero: Work 129', 'copied'],
      ['Zotero: paper.txt', 'copied'],
      ['Zotero: A link', 'not_found'],
    ],
  )
  assert.ok(
    asked.every((line) => line.startsWith('GET /api/users/0/')),
    asked.join('\n'),
  )
  assert.throws(
    () =>
      openZotero({ ...defaultSettings, documents: { ...documents, zotero: 'http://192.168.1.4:23119' } }, silentLogger),
    { code: 'INVALID_CONFIG' },
  )
})
