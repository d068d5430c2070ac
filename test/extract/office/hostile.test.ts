import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { defaultSettings } from '../../../src/domain/settings.ts'
import { createExtract } from '../../../src/extract/extract.ts'
import { createOfficeReader } from '../../../src/extract/office-reader.ts'
import { docx, relations, xlsx, zipFile } from './zip-file.ts'

const extract = createExtract(defaultSettings.extract)
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

async function outcome(body: Uint8Array, contentType: string | null = DOCX): Promise<string> {
  const extraction = await extract({ url: 'file-copy:a/b', contentType, body })
  return extraction.ok ? 'ok' : `${extraction.failure}: ${extraction.reason}`
}

const p = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`

test('a zip bomb is refused by what it unpacks to, not by what it says of itself', async () => {
  const zeros = Buffer.alloc(300_000_000, 32)
  const honest = docx('x', [{ name: 'word/styles.xml', body: zeros }], relations({ a: ['styles', 'styles.xml'] }))
  const lying = docx(
    'x',
    [{ name: 'word/styles.xml', body: zeros, claimedBytes: 1000 }],
    relations({ a: ['styles', 'styles.xml'] }),
  )
  const reason = 'too_large: "word/styles.xml" unpacks to far more than a document holds'
  assert.equal(await outcome(honest), reason)
  assert.equal(await outcome(lying), reason)
})

test('a document that declares entities is refused: no file is named by it and none grows by it', async () => {
  const refused = 'broken_document: The document declares entities of its own, which no document needs'
  const outside =
    `<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]><w:document><w:body>${p('&x;')}</w:body>` + `</w:document>`
  const laughs =
    `<!DOCTYPE d [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><w:document><w:body>${p('&b;')}</w:body>` +
    `</w:document>`
  for (const body of [outside, laughs]) {
    const file = zipFile([
      { name: '[Content_Types].xml', body: '<Types/>' },
      { name: 'word/document.xml', body },
    ])
    assert.equal(await outcome(file), refused)
  }
  const named = docx(p('an &unknown; name'))
  const extraction = await extract({ url: 'file-copy:a/b', contentType: DOCX, body: named })
  assert.equal(extraction.ok && extraction.page.fragments[0]?.text_content, 'an &unknown; name')
})

test('names that lead out of the container, encrypted, truncated and damaged files are named as such', async () => {
  const whole = docx(p('A whole document.'))
  const climbing = zipFile([
    { name: '[Content_Types].xml', body: '<Types/>' },
    { name: '../../../../tmp/lyra-escaped', body: 'out' },
  ])
  assert.match(await outcome(climbing), /^broken_document: .* leads out of the file$/)
  const locked = docx(
    'x',
    [{ name: 'word/styles.xml', body: 'x', isEncrypted: true }],
    relations({ a: ['styles', 'styles.xml'] }),
  )
  assert.equal(await outcome(locked), 'password_document: The document is encrypted')
  const ole = Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(512),
    Buffer.from('EncryptedPackage', 'utf16le'),
  ])
  assert.equal(await outcome(ole), 'password_document: The document is encrypted')
  assert.match(
    await outcome(Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)])),
    /^unsupported_type/,
  )
  assert.match(await outcome(whole.subarray(0, whole.length - 40)), /^broken_document: The container cannot be read/)
  const damaged = Buffer.from(whole)
  damaged.fill(0xff, 120, 160)
  assert.match(await outcome(damaged), /^broken_document: The container cannot be read/)
  assert.equal(
    await outcome(zipFile([{ name: 'notes.txt', body: 'hello' }])),
    'unsupported_type: A zip file, but no document of Word, PowerPoint, Excel and no book',
  )
  assert.equal(
    await outcome(Buffer.from('only words')),
    'broken_document: The file is not of the kind that its name says',
  )
})

test('the bytes say what a file is, whatever its name says', async () => {
  const word = docx(p('A plain sentence of a Word file.'))
  for (const type of ['text/plain', 'application/pdf', 'text/csv', 'message/rfc822', null])
    assert.equal(await outcome(word, type), 'ok', String(type))
  assert.equal(
    await outcome(Buffer.from('<!doctype html><p>A page that is called a table, with words.</p>'), 'text/csv'),
    'ok',
  )
})

test('a sheet that claims cells without end and tags without end are read in bounded time', async () => {
  const cells = '<c r="XFD1048576" t="inlineStr"><is><t>far</t></is></c>'
  const sheet =
    `<sheetData><row r="1048576">${cells}</row></sheetData><mergeCells><mergeCell ref="A1:XFD1048576"/>` +
    `</mergeCells>`
  assert.equal(await outcome(xlsx(sheet), null), 'ok')
  const deep = '<w:p>'.repeat(150_000)
  assert.equal(await outcome(docx(deep)), 'empty: The document carries no text')
})

test('reading that needs more memory than its process may have ends that process alone', async () => {
  const read = createOfficeReader(defaultSettings.extract, { heapMb: 700, memoryMb: 130, idleMs: 10 })
  const rows = Array.from({ length: 400_000 }, (_, at) => `<row r="${at + 1}"><c><v>${at}</v></c><c><v>1</v></c></row>`)
  const body = xlsx(`<sheetData>${rows.join('')}</sheetData>`)
  const { extraction } = await read({ url: 'file-copy:a/b', contentType: null, body })
  assert.deepEqual(extraction, {
    ok: false,
    failure: 'too_costly',
    reason: 'The document needs more than 130 MB to read',
  })
})

test('a picture of a bomb is refused by its head; a letter reads what came with it, three letters deep', async () => {
  const png = readFileSync(join(import.meta.dirname, '../../../docs/img/claim.png'))
  const bomb = Buffer.from(png)
  bomb.writeUInt32BE(100_000, 16)
  bomb.writeUInt32BE(100_000, 20)
  assert.equal(await outcome(bomb, 'image/png'), 'too_large: The picture has 100000 by 100000 pixels')
  const letter = (inner: string, type: string, name: string) =>
    `Subject: s\r\nContent-Type: multipart/mixed; boundary=b${name}\r\n\r\n--b${name}\r\nContent-Type: ${type}\r\n` +
    `Content-Disposition: attachment; filename="${name}"\r\n\r\n${inner}\r\n--b${name}--\r\n`
  let mail = letter('Group,Fall\r\nTea,6\r\n', 'text/csv', 'deep.csv')
  for (const name of ['1.eml', '2.eml']) mail = letter(mail, 'message/rfc822', name)
  const near = await extract({ url: 'file-copy:a/b', contentType: 'message/rfc822', body: Buffer.from(mail) })
  assert.equal(near.ok && near.page.fragments.at(-1)?.text_content, 'Group | Fall\nTea | 6')
  for (const name of ['3.eml', '4.eml']) mail = letter(mail, 'message/rfc822', name)
  const far = await extract({ url: 'file-copy:a/b', contentType: 'message/rfc822', body: Buffer.from(mail) })
  if (!far.ok) assert.fail(far.reason)
  assert.ok(far.page.fragments.every(({ text_content }) => !text_content.includes('Tea')))
})
