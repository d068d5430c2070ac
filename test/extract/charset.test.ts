import assert from 'node:assert/strict'
import { test } from 'node:test'
import { charsetOf, decodeHtml } from '../../src/extract/charset.ts'

/** 「日本の科学」 */
const SHIFT_JIS = [0x93, 0xfa, 0x96, 0x7b, 0x82, 0xcc, 0x89, 0xc8, 0x8a, 0x77]
const EUC_JP = [0xc6, 0xfc, 0xcb, 0xdc, 0xa4, 0xce, 0xb2, 0xca, 0xb3, 0xd8]
const ISO_2022_JP = [0x1b, 0x24, 0x42, 0x46, 0x7c, 0x4b, 0x5c, 0x24, 0x4e, 0x32, 0x4a, 0x33, 0x58, 0x1b, 0x28, 0x42]
const ASCII = (value: string) => [...new TextEncoder().encode(value)]

function page(head: string, title: readonly number[]): Uint8Array {
  return new Uint8Array([...ASCII(`<html><head>${head}<title>`), ...title, ...ASCII('</title></head></html>')])
}

const cases: readonly (readonly [string, Uint8Array, string | null, string])[] = [
  ['the HTTP header', page('', SHIFT_JIS), 'text/html; charset=Shift_JIS', 'shift_jis'],
  ['an unofficial header name', page('', SHIFT_JIS), 'text/html; charset=x-sjis', 'shift_jis'],
  ['meta charset', page('<meta charset="euc-jp">', EUC_JP), 'text/html', 'euc-jp'],
  [
    'meta http-equiv',
    page('<meta http-equiv="Content-Type" content="text/html; charset=iso-2022-jp">', ISO_2022_JP),
    null,
    'iso-2022-jp',
  ],
  ['detection of Shift_JIS', page('', SHIFT_JIS), null, 'shift_jis'],
  ['detection of EUC-JP', page('', EUC_JP), null, 'euc-jp'],
  ['detection of ISO-2022-JP', page('', ISO_2022_JP), null, 'iso-2022-jp'],
  [
    'bytes that refute the declaration',
    page('<meta charset="utf-8">', SHIFT_JIS),
    'text/html; charset=utf-8',
    'shift_jis',
  ],
  ['UTF-8 without a word', page('', [...new TextEncoder().encode('日本の科学')]), null, 'utf-8'],
  ['UTF-8 under a false Western name', page('', ASCII('日本の科学')), 'text/html; charset=iso-8859-1', 'utf-8'],
  ['switches of ISO-2022-JP under a false name', page('', ISO_2022_JP), 'text/html; charset=utf-8', 'iso-2022-jp'],
]

for (const [name, body, contentType, expected] of cases) {
  test(`REQ 3.3.3: charset by ${name}`, async () => {
    assert.equal(await charsetOf(body, contentType), expected)
    assert.match(await decodeHtml(body, contentType), /<title>日本の科学<\/title>/)
  })
}

test('charset: a byte order mark outranks the header', async () => {
  const body = new Uint8Array([0xff, 0xfe, 0x42, 0x30])
  assert.equal(await decodeHtml(body, 'text/html; charset=shift_jis'), 'あ')
})

test('charset: western bytes without a declaration are windows-1252', async () => {
  const body = new Uint8Array([0x63, 0x61, 0x66, 0xe9])
  assert.equal(await decodeHtml(body, null), 'café')
})

test('charset: UTF-16 without a mark is known by the zeros of its tags', async () => {
  const html = '<html><head><title>町の図書館</title></head></html>'
  const body = new Uint8Array([...html].flatMap((letter) => [letter.charCodeAt(0) & 255, letter.charCodeAt(0) >> 8]))
  assert.equal(await decodeHtml(body, 'text/html; charset=utf-8'), html)
})

/** The platform decodes only: a byte for each letter is looked up in its own table. */
function singleByte(label: string, text: string): number[] {
  const decoder = new TextDecoder(label)
  const table = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(new Uint8Array([byte])), byte]))
  return [...text].map((letter) => table.get(letter) ?? 0x3f)
}

const sentences: readonly (readonly [string, string])[] = [
  ['windows-1251', 'В музее открылась выставка старых карт, и в первый день пришло много школьников.'],
  ['koi8-r', 'Поезд опоздал на сорок минут, потому что на путях лежал снег.'],
  ['windows-1250', 'Děti se naučily plavat dříve, než začaly prázdniny, a měly z toho velkou radost.'],
  ['windows-1253', 'Τα παιδιά μαζεύτηκαν στην πλατεία και τραγούδησαν όλη τη μέρα.'],
  ['windows-1255', 'הילדים הלכו לבית הספר מוקדם בבוקר וחזרו רק בערב.'],
]

for (const [label, text] of sentences) {
  test(`charset: ${label} without a word`, async () => {
    const body = new Uint8Array([
      ...ASCII('<html><body><p>'),
      ...singleByte(label, text),
      ...ASCII('</p></body></html>'),
    ])
    assert.equal(await decodeHtml(body, null), `<html><body><p>${text}</p></body></html>`)
  })
}

test('charset: Cyrillic under the Western default of a server is not believed to be Western', async () => {
  const [, text] = sentences[0] ?? ['', '']
  const body = new Uint8Array([...ASCII('<p>'), ...singleByte('windows-1251', text), ...ASCII('</p>')])
  assert.equal(await decodeHtml(body, 'text/html; charset=ISO-8859-1'), `<p>${text}</p>`)
})

test('charset: names that no standard has are known (cp949, win-1251, euc_jp)', async () => {
  // 「서울」 and 「다」, in the code page that Korean Windows writes
  const korean = new Uint8Array([0xbc, 0xad, 0xbf, 0xef, 0xb4, 0xd9])
  assert.equal(await decodeHtml(korean, 'text/html; charset=cp949'), '서울다')
  const russian = new Uint8Array(singleByte('windows-1251', 'Да'))
  assert.equal(await decodeHtml(russian, 'text/html; charset=win-1251'), 'Да')
  assert.equal(await charsetOf(new Uint8Array(EUC_JP), 'text/html; charset=euc_jp'), 'euc-jp')
})

test('charset: text that was encoded twice is read twice', async () => {
  const twice = (text: string) =>
    new TextEncoder().encode(new TextDecoder('windows-1252').decode(new TextEncoder().encode(text)))
  const french = '<p>Les élèves ont été reçus à la mairie, « enfin » — dit-on.</p>'
  const japanese = '<p>図書館は金曜日も開いています。</p>'
  assert.equal(await decodeHtml(twice(french), null), french)
  assert.equal(await decodeHtml(twice(japanese), 'text/html; charset=utf-8'), japanese)
})

test('charset: one twice encoded word in a page that is right elsewhere is repaired alone', async () => {
  const body = new TextEncoder().encode('<p>Le cafÃ© est fermé à midi, l’école aussi.</p>')
  assert.equal(await decodeHtml(body, null), '<p>Le café est fermé à midi, l’école aussi.</p>')
})

test('charset: capitals before a guillemet are no damage', async () => {
  const text = '<p>Le bar « CAFÉ» et la rue « LÉ» sont très fréquentés l’été.</p>'
  assert.equal(await decodeHtml(new TextEncoder().encode(text), null), text)
})

test('charset: letters written in pieces are put together, tags are not', async () => {
  const body = new TextEncoder().encode('<p>re\u0301sume\u0301 か\u3099っこう</p>\u0338')
  assert.equal(await decodeHtml(body, null), '<p>résumé がっこう</p> \u0338')
})

test('REQ 3.3.3: signs of a Western text without a charset stay signs; letters inside words are no signs', async () => {
  const read = (bytes: string) => decodeHtml(page('', [...Buffer.from(bytes, 'latin1')]), null)

  assert.match(await read('5 \xb0C \xb12 \xb5g, \xa37\xbd'), /<title>5 °C ±2 µg, £7½<\/title>/)
  assert.match(await read('wynios\xb3a by\xb3a'), /<title>wyniosła była<\/title>/)
})

test('REQ 3.3.3: a sign of money or measure that was encoded twice is repaired in a page that is right elsewhere', async () => {
  const body = new TextEncoder().encode('<p>Entry Â£5, kept at 20Â°C by the café.</p>')
  assert.equal(await decodeHtml(body, 'text/html; charset=utf-8'), '<p>Entry £5, kept at 20°C by the café.</p>')
})
