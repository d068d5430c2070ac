import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LONG_LINES, longLinesOf } from './long-lines.ts'
import { FORBIDDEN_WORDS, LONGEST_FILE, LONGEST_LINE, MEDIAN_FILE } from './rooms.ts'
import { sourceFiles } from './source-files.ts'

const files = sourceFiles('{src,test,scripts,bench,demo}/**/*.ts')

test(`CONTRIBUTING: no file is longer than ${LONGEST_FILE} lines`, () => {
  const long = files.filter((file) => file.lines > LONGEST_FILE).map((file) => `${file.path}: ${file.lines}`)
  assert.deepEqual(long, [])
})

test(`CONTRIBUTING: the median file of src has at most ${MEDIAN_FILE} lines`, () => {
  const lengths = sourceFiles('src/**/*.ts')
    .map((file) => file.lines)
    .sort((a, b) => a - b)
  const median = lengths[Math.floor(lengths.length / 2)] ?? Number.POSITIVE_INFINITY
  assert.ok(median <= MEDIAN_FILE, `median is ${median}`)
})

test(`CONTRIBUTING: no comment has a line over ${LONGEST_LINE} columns`, () => {
  const long = files.flatMap((file) =>
    longLinesOf(file.text, LONGEST_LINE)
      .filter(({ isComment }) => isComment)
      .map(({ line }) => `${file.path}:${line}`),
  )
  assert.deepEqual(long, [])
})

test(`CONTRIBUTING: strings and regular expressions over ${LONGEST_LINE} columns do not become more`, () => {
  const counts = new Map<string, number>()
  for (const file of files) {
    const room = file.path.split('/').slice(0, -1).slice(0, 2).join('/')
    const here = longLinesOf(file.text, LONGEST_LINE).filter(({ isComment }) => !isComment).length
    counts.set(room, (counts.get(room) ?? 0) + here)
  }
  const more = [...counts].filter(([room, count]) => count > (LONG_LINES[room] ?? 0))
  const advice = 'split the string or the expression; test/architecture/long-lines.ts may only fall'
  assert.ok(
    more.length === 0,
    more.map(([room, count]) => `\n${room}: ${count}, allowed ${LONG_LINES[room] ?? 0}: ${advice}`).join(''),
  )
})

test('the reader of long lines tells comments from strings, and passes over titles of tests', () => {
  const words = 'word '.repeat(8)
  const text = [` * ${words}`, `const a = '${words}'`, `const b = 1 // ${words}`, `const c = 'http://${words}'`].join(
    '\n',
  )
  assert.deepEqual(longLinesOf(text, 40), [
    { line: 1, isComment: true },
    { line: 2, isComment: false },
    { line: 3, isComment: true },
    { line: 4, isComment: false },
  ])
})

test('CONTRIBUTING: names are kebab-case and say the thing, never utils, helpers, common, manager or base', () => {
  const broken = files
    .map((file) => file.path)
    .filter((path) => {
      const parts = path.replace(/(\.test)?\.ts$/, '').split('/')
      const words = parts.flatMap((part) => part.split('-'))
      return (
        parts.some((part) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(part)) ||
        words.some((word) => FORBIDDEN_WORDS.includes(word))
      )
    })
  assert.deepEqual(broken, [])
})

test('CONTRIBUTING: named exports only', () => {
  const broken = files.filter((file) => /^export\s+default\b/m.test(file.text)).map((file) => file.path)
  assert.deepEqual(broken, [])
})

test('CONTRIBUTING: no any', () => {
  const broken = files
    .filter((file) => /(?::|\bas|<)\s*any\b[\s,;)>[\]=]/.test(withoutText(file.text)))
    .map((file) => file.path)
  assert.deepEqual(broken, [])
})

/** Source without comments and string contents, where an English "any" is free to stand. */
function withoutText(source: string): string {
  return source
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\/\/.*$/gm, '')
    .replace(/(['"`])(?:\\.|(?!\1)[^\\])*\1/g, "''")
}
