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

const POLISH =
  'Żółta łódka była na środku jeziora, a może ktoś ją tam zostawił. Właściciel łódki pokazał, że można nią pływać.'

for (const label of ['windows-1250', 'iso-8859-2'])
  test(`charset: Polish (${label}) under the Western default of a server is not believed to be Western`, async () => {
    const body = new Uint8Array([...ASCII('<p>'), ...singleByte(label, POLISH), ...ASCII('</p>')])
    assert.equal(await decodeHtml(body, 'text/html; charset=ISO-8859-1'), `<p>${POLISH}</p>`)
  })

test('charset: what stands inside Western words is no sign of another script', async () => {
  const text = '<p>L’été à Barcelona: col·legi, paral·lel, l’intel·ligència; the pool has 40 m³ and 20 m² of tiles.</p>'
  const body = new Uint8Array(singleByte('windows-1252', text))
  assert.equal(await charsetOf(body, 'text/html; charset=ISO-8859-1'), 'windows-1252')
  assert.equal(await decodeHtml(body, 'text/html; charset=ISO-8859-1'), text)
})

test('charset: Shift_JIS of half-width kana alone', async () => {
  // ｶﾌﾞｼｷｶﾞｲｼｬ ﾐﾔﾏ ﾃﾞﾝｷ
  const kana = [0xb6, 0xcc, 0xde, 0xbc, 0xb7, 0xb6, 0xde, 0xb2, 0xbc, 0xac, 0x20, 0xd0, 0xd4, 0xcf, 0x20]
  const body = page('', [...kana, 0xc3, 0xde, 0xdd, 0xb7])
  assert.equal(await charsetOf(body, null), 'shift_jis')
  assert.match(await decodeHtml(body, null), /<title>ｶﾌﾞｼｷｶﾞｲｼｬ ﾐﾔﾏ ﾃﾞﾝｷ<\/title>/u)
})

const EAST_ASIAN: readonly (readonly [label: string, title: string, hex: string])[] = [
  [
    'GBK',
    '城市图书馆本周五延长开放时间到晚上九点',
    'b3c7cad0cdbccae9b9ddb1bed6dccee5d1d3b3a4bfaab7c5cab1bce4b5bdcdedc9cfbec5b5e3',
  ],
  [
    'Big5',
    '市立圖書館本週五延長開放時間到晚上九點',
    'a5aba5dfb9cfaed1c05da5bbb667a4ada9b5aaf8b67da9f1aec9b6a1a8ecb1dfa457a445c249',
  ],
  [
    'EUC-KR',
    '시립 도서관은 이번 금요일에 밤 아홉 시까지 문을 엽니다',
    'bdc3b8b320b5b5bcadb0fcc0ba20c0ccb9f820b1ddbfe4c0cfbfa120b9e320bec6c8a920bdc3b1eec1f620b9aec0bb20bfb1' + 'b4cfb4d9',
  ],
]

for (const [label, title, hex] of EAST_ASIAN)
  test(`charset: ${label} without a word`, async () => {
    const body = page('', [...Buffer.from(hex, 'hex')])
    assert.equal(await decodeHtml(body, null), `<html><head><title>${title}</title></head></html>`)
  })

test('charset: text that was encoded twice by way of windows-1251 is read twice', async () => {
  const twice = (text: string) =>
    new TextEncoder().encode(new TextDecoder('windows-1251').decode(new TextEncoder().encode(text)))
  const russian = '<p>В музее открылась выставка старых карт; первый день был бесплатным.</p>'
  const french = '<p>Les élèves ont été reçus à la mairie, et l’été sera très chaud.</p>'
  assert.equal(await decodeHtml(twice(russian), null), russian)
  assert.equal(await decodeHtml(twice(french), null), french)
})

test('charset: signs encoded twice are repaired in a page that is right elsewhere, Cyrillic stays', async () => {
  const read = (text: string) => decodeHtml(new TextEncoder().encode(`<p>${text} музей, café</p>`), null)
  assert.equal(await read('donвЂ™t pay ВЈ5 at 20В°C, cafГ©'), '<p>don’t pay £5 at 20°C, café музей, café</p>')
  assert.equal(await read('Â«ouiÂ» costsÂ\u00a05'), '<p>«oui» costs\u00a05 музей, café</p>')
  assert.equal(
    await read('Ці люди, Ні, Військо (ВЈ) та «ВВЦ»'),
    '<p>Ці люди, Ні, Військо (ВЈ) та «ВВЦ» музей, café</p>',
  )
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
