import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lookingPause, pointerPath, typingRhythm, wheelGlide } from '../../src/browser/input-motion.ts'
import { seededRandom } from '../../src/domain/random.ts'

const FROM = { x: 100, y: 600 }
const TO = { x: 900, y: 80 }
const QUERY = 'blood pressure guideline, 2026 高血圧'

/** Distance of a point from the straight line between the two ends. */
function offLine(point: { x: number; y: number }): number {
  const [dx, dy] = [TO.x - FROM.x, TO.y - FROM.y]
  return Math.abs(dy * (point.x - FROM.x) - dx * (point.y - FROM.y)) / Math.hypot(dx, dy)
}

test('REQ 4.3.4: the pointer leaves the straight line, speeds up, slows down, and ends on its target', () => {
  const path = pointerPath(FROM, TO, seededRandom(7))

  const lengths = path.map((step, index) => {
    const before = path[index - 1] ?? FROM
    return Math.hypot(step.x - before.x, step.y - before.y)
  })
  const middle = lengths[Math.floor(lengths.length / 2)] ?? 0
  assert.equal(path.length, 59)
  assert.deepEqual({ x: path.at(-1)?.x, y: path.at(-1)?.y }, TO)
  assert.ok(Math.max(...path.map(offLine)) > 30, 'a straight line')
  assert.ok(middle > 5 * (lengths[1] ?? 0), 'no slow start')
  assert.ok(middle > 5 * (lengths.at(-2) ?? 0), 'no slow end')
})

test('REQ 4.3.4: the same seed moves and types alike, another seed does not', () => {
  const plan = (seed: number) => [
    pointerPath(FROM, TO, seededRandom(seed)),
    typingRhythm(QUERY, seededRandom(seed)),
    wheelGlide(1200, seededRandom(seed)),
  ]

  assert.deepEqual(plan(3), plan(3))
  assert.notDeepEqual(plan(3), plan(4))
})

test('REQ 4.3.4: keys come at Gaussian gaps, with longer ones after spaces and punctuation', () => {
  const gaps = new Map<string, number[]>([
    ['word', []],
    ['space', []],
    ['comma', []],
  ])
  for (let seed = 0; seed < 200; seed += 1) {
    let before = ''
    for (const { key, afterMs } of typingRhythm('ab, cd', seededRandom(seed))) {
      const kind = before === ',' ? 'comma' : before === ' ' ? 'space' : 'word'
      if (before !== '' && before !== 'Backspace' && key !== 'Backspace') gaps.get(kind)?.push(afterMs)
      before = key
    }
  }
  const mean = (kind: string) => {
    const list = gaps.get(kind) ?? []
    return list.reduce((sum, gap) => sum + gap, 0) / list.length
  }
  const words = gaps.get('word') ?? []
  const deviation = Math.sqrt(words.reduce((sum, gap) => sum + (gap - mean('word')) ** 2, 0) / words.length)

  assert.ok(Math.abs(mean('word') - 115) < 6, `mean ${mean('word')}`)
  assert.ok(deviation > 30 && deviation < 45, `deviation ${deviation}`)
  assert.ok(mean('space') > mean('word') + 60, `after a space ${mean('space')}`)
  assert.ok(mean('comma') > mean('space') + 100, `after a comma ${mean('comma')}`)
})

test('REQ 4.3.4: a rare slip is mended, so that the field holds what was meant', () => {
  const typed = (seed: number) => {
    const field: string[] = []
    for (const { key } of typingRhythm(QUERY, seededRandom(seed))) {
      if (key === 'Backspace') field.pop()
      else field.push(key)
    }
    return field.join('')
  }
  const slips = Array.from(
    { length: 100 },
    (_, seed) => typingRhythm(QUERY, seededRandom(seed)).filter(({ key }) => key === 'Backspace').length,
  )

  assert.deepEqual(new Set(Array.from({ length: 100 }, (_, seed) => typed(seed))), new Set([QUERY]))
  const all = slips.reduce((sum, one) => sum + one, 0)
  assert.ok(all > 20 && all < 90, `${all} slips in 100 queries`)
})

test('REQ 4.3.4: the wheel fades out and goes the whole way, either way', () => {
  for (const distance of [1200, -300]) {
    const steps = wheelGlide(distance, seededRandom(11))
    const whole = steps.reduce((sum, { deltaY }) => sum + deltaY, 0)
    assert.equal(Math.round(whole), distance)
    assert.ok(Math.abs(steps[0]?.deltaY ?? 0) > 3 * Math.abs(steps.at(-1)?.deltaY ?? 0), 'no fading')
  }
})

test('REQ 4.3.4: looks are mostly short, sometimes long, never endless', () => {
  const random = seededRandom(5)
  const looks = Array.from({ length: 500 }, () => lookingPause(random)).toSorted((a, b) => a - b)

  assert.ok(Math.abs((looks[250] ?? 0) - 900) < 80, `median ${looks[250]}`)
  assert.ok((looks[480] ?? 0) > 1600, `long looks ${looks[480]}`)
  assert.ok((looks[499] ?? 0) <= 3600, `longest ${looks[499]}`)
})
