import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requireBoundedPatterns } from '../../src/models/tokenizer-patterns.ts'

const ENGLISH_ENDS = "(?i:'s|'t|'re|'ve|'m|'ll|'d)"

/** As tokenizer.json of encoders on the hub writes them. */
const KNOWN = [
  ' {2,}',
  '\\s+',
  '[\\n\\r\\t]',
  '\\p{N}{1,3}',
  "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+",
  `${ENGLISH_ENDS}|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+`,
  `${ENGLISH_ENDS}|[^\\r\\n\\p{L}\\p{N}]?+\\p{L}+|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]++[\\r\\n]*|\\s*[\\r\\n]`,
]

const ENDLESS = [
  '(a+)+b',
  '(?:a|a)*b',
  '(a?){30}a{30}',
  '((a{2})+)+b',
  'a{2,3}+b',
  'a*a*a*b',
  'a*a*b',
  '(a*|b)(a*|b)(a*|b)c',
  '[)](a+)+b',
  '[[a]](a+)+b',
  '(?x)a',
  '\\X+b',
  'a{0,500}a{0,500}a{0,500}b',
  '茶'.repeat(3000),
]

function isRun(pattern: string): boolean {
  try {
    requireBoundedPatterns({ normalizer: { type: 'Replace', pattern: { Regex: pattern }, content: ' ' } })
    return true
  } catch {
    return false
  }
}

test('LYRA 6.4: the patterns of known tokenizers are run', () => {
  assert.deepEqual(
    KNOWN.filter((pattern) => !isRun(pattern)),
    [],
  )
})

test('LYRA 6.4: a pattern that might never end on some text is not run', () => {
  assert.deepEqual(ENDLESS.filter(isRun), [])
})

test('LYRA 6.4: it is found wherever in tokenizer.json it stands, and no word of the vocabulary is one', () => {
  const split = { type: 'Split', pattern: { Regex: '(a+)+b' }, behavior: 'Isolated' }
  const vocab = { Regex: 7, '(a+)+b': 1, 緑茶: 2 }

  assert.throws(() => requireBoundedPatterns({ pre_tokenizer: { type: 'Sequence', pretokenizers: [split] } }), {
    code: 'MODEL_NOT_READY',
    message: 'A pattern of its tokenizer.json might never end on some text',
    details: { pattern: '(a+)+b' },
  })
  assert.doesNotThrow(() => requireBoundedPatterns({ normalizer: null, model: { type: 'WordPiece', vocab } }))
})
