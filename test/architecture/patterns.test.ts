import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collectPatterns } from '../../bench/hostile/collect-patterns.ts'
import { superlinearGrowth } from '../../bench/hostile/pattern-growth.ts'
import { patternLiterals } from '../../bench/hostile/pattern-literals.ts'
import { rememberLinear } from '../../bench/hostile/remember-linear.ts'
import { describeGrowth, sweepPatterns } from '../../bench/hostile/sweep-patterns.ts'
import { ROOT } from './source-files.ts'

test('SECURITY: no regular expression of the source tree takes longer than its input grows', async () => {
  const { patterns, unseen } = await collectPatterns(ROOT)
  assert.ok(patterns.length > 900, `only ${patterns.length} patterns found`)
  assert.deepEqual(unseen, [], 'build these patterns once in bench/hostile/build-patterns-thread.ts')
  const advice = 'anchor it, bound its repetitions, or scan (src/domain/markup-scan.ts)'
  const remembered = rememberLinear(ROOT)
  const fresh = patterns.filter((pattern) => !remembered.has(pattern))
  const superlinear = await sweepPatterns(fresh)
  remembered.add(fresh.filter((pattern) => !superlinear.some((one) => one.pattern === pattern)))
  const found = superlinear.map((one) => `${describeGrowth(one)}: ${advice}`)
  assert.deepEqual(found, [])
})

test('the checker finds square growth and lets bounded repetition pass', () => {
  for (const source of ['(.{3,})ization$', '\\s+$', '<form[^>]+id=', '^\\s*sitemap\\s*:', '(\\d+) times'])
    assert.notEqual(superlinearGrowth(source, 'm'), null, source)
  // Found by a checker of the registry and not by this one before (ADR 0073).
  const missed = [
    '^(#{1,6})\\s+([^\\n]+)$',
    '\\d[\\d,]*千',
    'rel="[^"]*\\bprev\\b[^"]*"',
    '^\\s+|\\s+$',
    '^(?: ?\\| ?)+|(?: ?\\| ?)+$',
  ]
  for (const source of missed) assert.notEqual(superlinearGrowth(source, 'u'), null, source)
  assert.notEqual(superlinearGrowth('^[^\\S\\n]*at\\s.+$', 'gmu'), null)
  for (const source of ['(?<!\\s)\\s+$', '^\\s*at', '\\b[a-z]{1,30}:', 'a.{0,50}b', '^(?:ab)+$'])
    assert.equal(superlinearGrowth(source, ''), null, source)
})

test('a pattern that never ends is ended', async () => {
  const pattern = { at: 'nowhere:1', source: '(?:a|aa)+x', flags: '' }
  assert.deepEqual(await sweepPatterns([pattern], 1, 1000), [{ pattern, growth: 'deadline' }])
})

test('literals are read past comments, strings, templates and divisions', () => {
  const text = [
    'const a = 6 / 2 / 1 // not /one/',
    "const b = '/two/'; /* /three/ */ const c = /[/]four\\//giu",
    'const d = `/five/ #{x.replace(/six/, `/seven/ #{/eight/y}`)} /nine/`',
    'if (a) return /ten/.test(b) ? arr[0] / 2 : (1) / 3',
  ]
    .join('\n')
    .replaceAll('#{', '$' + '{')
  assert.deepEqual(
    patternLiterals('x.ts', text).map(({ at, source, flags }) => `${at} ${source} ${flags}`),
    ['x.ts:2 [/]four\\/ giu', 'x.ts:3 six ', 'x.ts:3 eight y', 'x.ts:4 ten '],
  )
})
