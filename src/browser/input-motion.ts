import type { Random } from '../domain/random.ts'

/** REQ 4.3.4, as plans without a browser: the same seed gives the same movement. */
export interface Point {
  readonly x: number
  readonly y: number
}

export interface PointerStep extends Point {
  /** Wait before this step. */
  readonly afterMs: number
}

export interface KeyStroke {
  /** A character, or Backspace. */
  readonly key: string
  readonly afterMs: number
}

export interface WheelStep {
  readonly deltaY: number
  readonly afterMs: number
}

/** A mouse reports its place about every 8 to 16 ms. */
const STEP_MS = 12
const FEWEST_STEPS = 12
const MOST_STEPS = 80

/**
 * A cubic Bezier curve from one point to the other: the hand starts slowly, is fastest in the middle, slows down at the
 * target (minimum jerk), leaves the straight line by a tenth of the way or so, and trembles by less than a pixel.
 */
export function pointerPath(from: Point, to: Point, random: Random): readonly PointerStep[] {
  const distance = Math.hypot(to.x - from.x, to.y - from.y)
  if (distance < 1) return []
  // Fitts: time grows with the logarithm of the distance.
  const wholeMs = (220 + 130 * Math.log2(1 + distance / 40)) * spread(random, 0.15)
  const steps = Math.min(Math.max(Math.round(wholeMs / STEP_MS), FEWEST_STEPS), MOST_STEPS)
  const side = random.next() < 0.5 ? -1 : 1
  const bend = side * distance * (0.06 + 0.1 * random.next())
  const [first, second] = [controlPoint(from, to, 0.3, bend), controlPoint(from, to, 0.75, bend * 0.6)]
  return Array.from({ length: steps }, (_, index) => {
    const share = (index + 1) / steps
    const eased = minimumJerk(share)
    const last = index === steps - 1
    const tremble = () => (last ? 0 : gaussian(random) * 0.5)
    const point = bezier(from, first, second, to, eased)
    return { x: point.x + tremble(), y: point.y + tremble(), afterMs: (wholeMs / steps) * spread(random, 0.2) }
  })
}

/** Gaussian gaps, longer after a space and longer still after punctuation; now and then a slip, noticed and mended. */
export function typingRhythm(text: string, random: Random): readonly KeyStroke[] {
  const strokes: KeyStroke[] = []
  let before = ''
  for (const character of text) {
    const afterMs = gapAfter(before, random)
    const slip = random.next() < SLIP_SHARE ? neighbourOf(character, random) : null
    if (slip !== null) {
      strokes.push({ key: slip, afterMs })
      strokes.push({ key: 'Backspace', afterMs: 180 + 160 * random.next() })
      strokes.push({ key: character, afterMs: 90 + 80 * random.next() })
    } else strokes.push({ key: character, afterMs })
    before = character
  }
  return strokes
}

/** Of a practised typist's strokes. */
const SLIP_SHARE = 0.02
const KEY_ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']

function gapAfter(before: string, random: Random): number {
  const pause = /[.,!?;:。、！？]/u.test(before) ? 260 : /\s/u.test(before) ? 90 : 0
  return Math.max(35, 115 + gaussian(random) * 38 + pause * (0.6 + 0.8 * random.next()))
}

/** The key beside it; null for what has no place on a Latin keyboard. */
function neighbourOf(character: string, random: Random): string | null {
  for (const row of KEY_ROWS) {
    const at = row.indexOf(character.toLowerCase())
    if (at >= 0) return row[at === 0 ? 1 : at === row.length - 1 ? at - 1 : at + (random.next() < 0.5 ? -1 : 1)] ?? null
  }
  return null
}

/** One flick of the wheel: strong at first, fading out; the steps add up to the distance. */
export function wheelGlide(distance: number, random: Random): readonly WheelStep[] {
  const steps = Math.min(Math.max(Math.round(Math.abs(distance) / 45), 6), 30)
  const decay = 0.78 + 0.1 * random.next()
  const raw = Array.from({ length: steps }, (_, index) => decay ** index * spread(random, 0.1))
  const sum = raw.reduce((total, one) => total + one, 0)
  return raw.map((one, index) => ({
    deltaY: (distance * one) / sum,
    afterMs: (14 + 2.2 * index) * spread(random, 0.25),
  }))
}

/** How long a reader looks before acting: log-normal, so that most are short and a few are long. */
export function lookingPause(random: Random, medianMs = 900): number {
  return Math.min(medianMs * Math.exp(gaussian(random) * 0.45), medianMs * 4)
}

function controlPoint(from: Point, to: Point, share: number, bend: number): Point {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const length = Math.hypot(dx, dy)
  return { x: from.x + dx * share - (dy / length) * bend, y: from.y + dy * share + (dx / length) * bend }
}

function bezier(a: Point, b: Point, c: Point, d: Point, t: number): Point {
  const u = 1 - t
  const at = (p: number, q: number, r: number, s: number) =>
    u ** 3 * p + 3 * u ** 2 * t * q + 3 * u * t ** 2 * r + t ** 3 * s
  return { x: at(a.x, b.x, c.x, d.x), y: at(a.y, b.y, c.y, d.y) }
}

function minimumJerk(t: number): number {
  return t ** 3 * (10 - 15 * t + 6 * t ** 2)
}

function spread(random: Random, share: number): number {
  return 1 - share + 2 * share * random.next()
}

/** Standard normal, by Box and Muller. */
function gaussian(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())
}
