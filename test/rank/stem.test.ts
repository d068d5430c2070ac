import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stem } from '../../src/rank/stem.ts'
import { realPages } from '../domain/real-pages.ts'

/** The endings as patterns: slow on a long word, and what the table of endings has to agree with. */
const ENDINGS: readonly [RegExp, string][] = [
  [/(.{3,})ization$/, '$1ize'],
  [/(.{3,})isation$/, '$1ize'],
  [/(.{3,})ational$/, '$1ate'],
  [/(.{3,})ation$/, '$1ate'],
  [/(.{3,})fulness$/, '$1ful'],
  [/(.{3,})iveness$/, '$1ive'],
  [/(.{3,})ness$/, '$1'],
  [/(.{3,})ically$/, '$1ic'],
  [/(.{3,})ably$/, '$1able'],
  [/(.{3,})ily$/, '$1y'],
  [/(.{3,})ly$/, '$1'],
  [/(.{4,})ment$/, '$1'],
  [/(.{3,})ical$/, '$1ic'],
  [/(.{3,})ise$/, '$1ize'],
]

function stemByPatterns(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word
  let cut = word
  if (/ies$/.test(cut) && !/(?:ss|us|is)$/.test(cut)) cut = cut.length > 4 ? `${cut.slice(0, -3)}y` : cut.slice(0, -1)
  else if (/(?:sses|shes|ches|xes|zes)$/.test(cut)) cut = cut.slice(0, -2)
  else if (cut.endsWith('s') && !/(?:ss|us|is)$/.test(cut)) cut = cut.slice(0, -1)
  const bare = /eed$/.test(cut) ? undefined : /^(.*[aeiouy].*)(?:ed|ing)$/.exec(cut)?.[1]
  if (/eed$/.test(cut)) cut = cut.slice(0, -1)
  else if (bare !== undefined && bare.length >= 3)
    cut =
      /(?:at|bl|iz|is|us|ys|yz|uc|ac|iv|rg|ng|nc|ur|ir|ar|ov|ol)$/.test(bare) && !/(?:ling|ring|ging)$/.test(bare)
        ? `${bare}e`
        : bare
  const ending = ENDINGS.find(([pattern]) => pattern.test(cut))
  cut = ending === undefined ? cut : cut.replace(ending[0], ending[1])
  cut = cut.length > 4 && cut.endsWith('e') ? cut.slice(0, -1) : cut
  cut = cut.length > 3 && cut.endsWith('y') ? `${cut.slice(0, -1)}i` : cut
  return /([bdgklmnprt])\1$/.test(cut) && cut.length > 3 ? cut.slice(0, -1) : cut
}

test('every word of the pages has the stem that the patterns of its endings give', () => {
  const words = new Set(realPages().flatMap((page) => page.toLowerCase().match(/[a-z]{1,40}/g) ?? []))
  // Of the demo alone there are 3,300; with the collection many more.
  assert.ok(words.size > 3000)
  for (const word of words) assert.equal(stem(word), stemByPatterns(word), word)
})

test('a word of a megabyte costs no more than reading it', () => {
  const before = process.threadCpuUsage()
  for (const letter of ['a', 'e', 'ing', 'ly', 'ization']) stem(letter.repeat(1_000_000 / letter.length))
  const { user, system } = process.threadCpuUsage(before)
  assert.ok(user + system < 500_000, `${(user + system) / 1000} ms`)
})
