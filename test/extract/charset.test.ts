import assert from 'node:assert/strict'
import { test } from 'node:test'
import { charsetOf, decodeHtml } from '../../src/extract/charset.ts'

/** 「日本の科学」 */
const SHIFT_JIS = [0x93, 0xfa, 0x96, 0x7b, 0x82, 0xcc, 0x89, 0xc8, 0x8a, 0x77]
const EUC_JP = [0xc6, 0xfc, 0xcb, 0xdc, 0xa4, 0xce, 0xb2, 0xca, 0xb3, 0xd8]
const ISO_2022_JP = [0x1b, 0x24, 0x42, 0x46, 0x7c, 0x4b, 0x5c, 0x24, 0x4e, 0x32, 0x4a, 0x33, 0x58, 0x1b, 0x28, 0x42]

function page(head: string, title: readonly number[]): Uint8Array {
  const text = (value: string) => [...new TextEncoder().encode(value)]
  return new Uint8Array([...text(`<html><head>${head}<title>`), ...title, ...text('</title></head></html>')])
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
]

for (const [name, body, contentType, expected] of cases) {
  test(`charset: ${name}`, () => {
    assert.equal(charsetOf(body, contentType), expected)
    assert.match(decodeHtml(body, contentType), /<title>日本の科学<\/title>/)
  })
}

test('charset: a byte order mark outranks the header', () => {
  const body = new Uint8Array([0xff, 0xfe, 0x42, 0x30])
  assert.equal(decodeHtml(body, 'text/html; charset=shift_jis'), 'あ')
})

test('charset: western bytes without a declaration are windows-1252', () => {
  const body = new Uint8Array([0x63, 0x61, 0x66, 0xe9])
  assert.equal(decodeHtml(body, null), 'café')
})
