import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { cleanErrorMessage, cleanText, sanitiseAnswer } from '../../src/guard/l7-response-sanitiser.ts'

test('REQ 4.4.1 L7: only fields of the schema pass, at every depth', () => {
  const schema = z.object({ ok: z.literal(true), items: z.array(z.object({ id: z.string() })) })

  const result = sanitiseAnswer(schema, { ok: true, items: [{ id: 'a', inner: 1 }], _debug: 'x' })

  assert.deepEqual(result, { ok: true, value: { ok: true, items: [{ id: 'a' }] }, cut: [] })
})

test('REQ 4.4.1 L7: strings and lists are cut to the schema and the places are named', () => {
  const schema = z.object({
    title: z.string().max(4),
    note: z.string().max(3).nullable(),
    rows: z.array(z.record(z.string(), z.union([z.string().max(2), z.number(), z.null()]))).max(2),
  })

  const result = sanitiseAnswer(schema, { title: '鎮静下内視鏡', note: 'abcd', rows: [{ a: 'xyz', b: 7 }, {}, {}] })

  assert.deepEqual(result, {
    ok: true,
    value: { title: '鎮静下内', note: 'abc', rows: [{ a: 'xy', b: 7 }, {}] },
    cut: ['title', 'note', 'rows', 'rows[]'],
  })
})

test('REQ 4.4.1 L7: a union is matched by the option that fits', () => {
  const schema = z.union([z.object({ sample_id: z.string() }), z.object({ version: z.number() })])

  const result = sanitiseAnswer(schema, { version: 3, secret: 'x' })

  assert.deepEqual(result, { ok: true, value: { version: 3 }, cut: [] })
})

test('REQ 4.4.1 L7: a value of the wrong type is reported by place and kind, never by content', () => {
  const result = sanitiseAnswer(z.object({ n: z.number() }), { n: 'secret words' })

  assert.deepEqual(result, { ok: false, problem: 'n: invalid_type' })
})

test('REQ 4.4.1 L2/L7: control, zero-width and direction characters go, line breaks and tabs stay', () => {
  assert.equal(cleanText('a\u0000b\u200bc\u202ed\ufeffe\u009ff\n\tg'), 'abcdef\n\tg')
})

test('REQ 4.4.1 L3/L7: session tags go in every disguise, words that only look alike stay', () => {
  const hex = '0123456789abcdef0123456789abcdef'

  assert.equal(cleanText(`x <LYRA-${hex}> y </lyra-${hex}> z`), 'x  y  z')
  assert.equal(cleanText(`x L Y R A - ${hex} y`), 'x  y')
  assert.equal(cleanText(`x LY\u200bRA-${hex} y`), 'x  y')
  assert.equal(cleanText('Lyra-based research, LYRA-2024 study'), 'Lyra-based research, LYRA-2024 study')
})

test('REQ 4.4.1 L7: a cut does not leave half of a surrogate pair', () => {
  assert.equal(cleanText('ab\u{1F600}', 3), 'ab')
})

test('REQ 4.4.1 L7: error messages lose paths and stacks and keep URLs', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['cannot open /home/user/.lyra/lyra.sqlite', 'cannot open [path]'],
    ["ENOENT, open 'C:\\Users\\user\\lyra.db'", "ENOENT, open '[path]'"],
    ['see ~/.lyra/logs/lyra.log', 'see [path]'],
    ['import failed in file:///srv/app/x.ts:3:4', 'import failed in [path]'],
    ['cannot read /home/太郎/論文.pdf', 'cannot read [path]'],
    ['at least 3 results are needed', 'at least 3 results are needed'],
    ['boom\n    at run (/srv/app/x.ts:3:4)\n    at async main (/srv/app/y.ts:1:1)', 'boom'],
    ['https://www.pmda.go.jp/files/000.pdf refused', 'https://www.pmda.go.jp/files/000.pdf refused'],
    ['ratio 3/4 and either/or', 'ratio 3/4 and either/or'],
  ]

  for (const [message, expected] of cases) assert.equal(cleanErrorMessage(message), expected)
})
