import { IDENTITY, type Matrix, matrixOf, times } from './pdf-matrix.ts'
import type { Drawing } from './pdf-ruling-lines.ts'
import { reversedIfRightToLeft } from './right-to-left.ts'

/** What a run needs to know of its font. */
export interface PdfFont {
  readonly bold: boolean
  readonly vertical: boolean
  /** Width of a glyph's unit in parts of the font's size: a thousandth, but for fonts that draw their own letters. */
  readonly unit: number
  /** Height of the letters in parts of the font's size: 1, but for fonts that draw their own letters. */
  readonly height: number
}

/** Glyphs that follow each other without a wide gap, where they begin, and the direction they run in. */
export interface TextRun {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly size: number
  /** Degrees counter-clockwise from the line of reading, -180 to 180. */
  readonly angle: number
  readonly font: PdfFont
}

type Names =
  | 'save'
  | 'restore'
  | 'transform'
  | 'paintFormXObjectBegin'
  | 'paintFormXObjectEnd'
  | 'beginAnnotation'
  | 'endAnnotation'
  | 'beginText'
  | 'setTextMatrix'
  | 'moveText'
  | 'setLeadingMoveText'
  | 'nextLine'
  | 'setLeading'
  | 'setFont'
  | 'setGState'
  | 'setCharSpacing'
  | 'setWordSpacing'
  | 'setHScale'
  | 'setTextRise'
  | 'showText'

export type TextOperators = Readonly<Record<Names, number>>

/** The graphics state, as far as it places text. */
interface State {
  matrix: Matrix
  font: PdfFont
  size: number
  charSpacing: number
  wordSpacing: number
  scale: number
  rise: number
  leading: number
}

interface Place {
  matrix: Matrix
  x: number
  y: number
  lineX: number
  lineY: number
}

/** A gap of this part of the size stands for a space; a wider one, or a step back, begins another run. */
const SPACE = 0.11
const SPACE_IN_FIGURE = 0.15
const BREAK = 0.7
const BACK = -0.6

/** The text of a page, also that of forms and annotations drawn on it, in the order it is drawn. */
export function textRunsOf(
  drawing: Drawing,
  ops: TextOperators,
  base: Matrix,
  fontOf: (name: string) => PdfFont,
): TextRun[] {
  const runs: TextRun[] = []
  const pen = createPen(base, fontOf)
  const acts = actsOf(pen, ops)
  for (let index = 0; index < drawing.fnArray.length; index += 1) {
    const operator = drawing.fnArray[index] ?? 0
    const args = listOf(drawing.argsArray[index])
    if (operator === ops.showText) show(listOf(args[0]), pen.state(), pen.place(), runs)
    else acts.get(operator)?.(args)
  }
  return runs
}

function createPen(base: Matrix, fontOf: (name: string) => PdfFont) {
  const begin = (matrix: Matrix): State => ({
    matrix,
    font: fontOf(''),
    size: 0,
    charSpacing: 0,
    wordSpacing: 0,
    scale: 1,
    rise: 0,
    leading: 0,
  })
  const stack: State[] = []
  let state = begin(base)
  let place: Place = { matrix: IDENTITY, x: 0, y: 0, lineX: 0, lineY: 0 }
  return {
    state: () => state,
    place: () => place,
    save: () => void stack.push({ ...state }),
    restore: () => {
      state = stack.pop() ?? state
    },
    transform: (value: unknown) => {
      state.matrix = times(state.matrix, matrixOf(value) ?? IDENTITY)
    },
    /** An annotation is drawn from the page's own coordinates, whatever was left open before it. */
    restart: () => {
      stack.length = 0
      state = begin(base)
    },
    putAt: (matrix: Matrix) => {
      place = { matrix, x: 0, y: 0, lineX: 0, lineY: 0 }
    },
    move: (x: number, y: number) => {
      place.lineX += x
      place.lineY += y
      place.x = place.lineX
      place.y = place.lineY
    },
    setFont: (name: unknown, size: unknown) => {
      state.font = fontOf(typeof name === 'string' ? name : '')
      state.size = numberOf(size)
    },
  }
}

type Pen = ReturnType<typeof createPen>

function actsOf(pen: Pen, ops: TextOperators): Map<number, (args: readonly unknown[]) => void> {
  const acts: Record<Exclude<Names, 'showText'>, (args: readonly unknown[]) => void> = {
    save: pen.save,
    restore: pen.restore,
    transform: (args) => pen.transform(args),
    paintFormXObjectBegin: ([matrix]) => {
      pen.save()
      pen.transform(matrix)
    },
    paintFormXObjectEnd: pen.restore,
    beginAnnotation: ([, , transform, matrix]) => {
      pen.restart()
      pen.transform(transform)
      pen.transform(matrix)
    },
    endAnnotation: pen.restart,
    beginText: () => pen.putAt(IDENTITY),
    setTextMatrix: ([matrix]) => pen.putAt(matrixOf(matrix) ?? IDENTITY),
    moveText: ([x, y]) => pen.move(numberOf(x), numberOf(y)),
    setLeadingMoveText: ([x, y]) => {
      pen.state().leading = numberOf(y)
      pen.move(numberOf(x), numberOf(y))
    },
    nextLine: () => pen.move(0, pen.state().leading),
    setLeading: ([leading]) => {
      pen.state().leading = -numberOf(leading)
    },
    setFont: ([name, size]) => pen.setFont(name, size),
    setGState: ([entries]) => {
      for (const [key, value] of listOf(entries).map(listOf)) {
        const [name, size] = listOf(value)
        if (key === 'Font') pen.setFont(name, size)
      }
    },
    setCharSpacing: ([spacing]) => {
      pen.state().charSpacing = numberOf(spacing)
    },
    setWordSpacing: ([spacing]) => {
      pen.state().wordSpacing = numberOf(spacing)
    },
    setHScale: ([scale]) => {
      pen.state().scale = numberOf(scale) / 100
    },
    setTextRise: ([rise]) => {
      pen.state().rise = numberOf(rise)
    },
  }
  const names = Object.keys(acts).filter((name): name is keyof typeof acts => name in acts)
  return new Map(names.map((name) => [ops[name], acts[name]]))
}

/** Adds the runs of one list of glyphs and moves the place on behind it. */
function show(glyphs: readonly unknown[], state: State, place: Place, runs: TextRun[]): void {
  const { font } = state
  const size = Math.abs(state.size)
  const direction = state.size < 0 ? -1 : 1
  const whole = times(state.matrix, place.matrix)
  const along = state.scale * direction
  const startOf = (advance: number): [number, number] => {
    const x = place.x + (font.vertical ? 0 : advance * along)
    const y = place.y + state.rise - (font.vertical ? advance : 0)
    return [whole[0] * x + whole[2] * y + whole[4], whole[1] * x + whole[3] * y + whole[5]]
  }
  const tall = size * font.height * Math.hypot(whole[2], whole[3])
  const wide = Math.hypot(whole[0], whole[1]) * Math.abs(state.scale)
  const angle = (Math.atan2(whole[1] * along, whole[0] * along) * 180) / Math.PI
  const space = spaceOf(glyphs, size)
  let text = ''
  let from = 0
  let end = 0
  let at = 0
  const close = () => {
    if (text.trim() !== '' && tall > 0) {
      const [x, y] = startOf(from)
      runs.push({ text, x, y, width: (end - from) * wide, size: tall, angle, font })
    }
    text = ''
  }
  for (const glyph of glyphs) {
    if (typeof glyph === 'number') {
      at -= ((font.vertical ? -1 : 1) * glyph * size) / 1000
      continue
    }
    const { unicode, width, isSpace, down } = glyphOf(glyph)
    const advance = (font.vertical && down !== null ? down : width) * size * font.unit
    const spacing = ((isSpace ? state.wordSpacing : 0) + state.charSpacing) * direction
    const visible = unicode.trim() !== ''
    if (visible) {
      const gap = at - end
      if (text !== '' && (gap > size * BREAK || gap < size * BACK)) close()
      if (text === '') from = at
      else if (gap > space && !(gap < size * SPACE_IN_FIGURE && /\d$/.test(text) && /^\d/.test(unicode))) text += ' '
      text += unicode
      end = at + advance
    }
    at += font.vertical ? advance - spacing : advance + spacing
  }
  close()
  if (font.vertical) place.y -= at
  else place.x += at * along
}

/** Letters set apart (T I T L E) have one gap between nearly all of them; a space is wider than that. */
function spaceOf(glyphs: readonly unknown[], size: number): number {
  const gaps = glyphs.filter((one) => typeof one === 'number').map((one) => (-one * size) / 1000)
  const wide = gaps.filter((gap) => gap > size * SPACE).sort((a, b) => a - b)
  const letters = glyphs.length - gaps.length
  if (letters < 4 || wide.length < (letters - 1) * 0.6) return size * SPACE
  return (wide[Math.floor(wide.length / 2)] ?? 0) * 1.5
}

function glyphOf(glyph: unknown): { unicode: string; width: number; isSpace: boolean; down: number | null } {
  if (typeof glyph !== 'object' || glyph === null) return { unicode: '', width: 0, isSpace: false, down: null }
  const unicode = 'unicode' in glyph && typeof glyph.unicode === 'string' ? glyph.unicode : ''
  const width = 'width' in glyph ? numberOf(glyph.width) : 0
  const isSpace = 'isSpace' in glyph && glyph.isSpace === true
  const [down] = 'vmetric' in glyph ? listOf(glyph.vmetric) : []
  return {
    unicode: unicode.length > 1 ? reversedIfRightToLeft(unicode) : unicode,
    width,
    isSpace,
    down: typeof down === 'number' ? Math.abs(down) : 1000,
  }
}

function numberOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
