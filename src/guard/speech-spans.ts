/**
 * Parts of a sentence that are read on their own (L2, REQ 4.4.1): an order between two halves of a fact, in brackets,
 * behind a colon, or without a full stop before the next sentence is one small part of what is read as one sentence.
 */

export interface SpeechSpan {
  readonly text: string
  /** Between commas; in brackets or dashes, which few sentences have; or what may be a sentence of its own. */
  readonly kind: 'clause' | 'aside' | 'segment'
}

/** Parts of one sentence that are read; what has more is a list. */
const MOST_SPANS = 16
/** Letters of a sentence that are cut into parts. */
const MOST_READ = 1200
/** What is shorter says nothing by itself. */
const LEAST = { english: 14, japanese: 6 }
const JAPANESE = /[\u3041-\u30ff\u4e00-\u9fff]/u
/** Signs that part what is said; the dash only between blanks, the point of a sum or a time not at all. */
const SIGNS = new Set([...',;()[]{}<>|"“”「」『』【】［］（）〈〉＜＞、，；｜。！？!?—–―…•・*※†‡§'])
const COLONS = new Set([':', '：', '='])
const ASIDES = new Set([...'()[]{}<>「」『』【】［］（）〈〉＜＞—–―-'])

function isCut(text: string, at: number): boolean {
  const char = text.charAt(at)
  const next = text.charAt(at + 1)
  if (SIGNS.has(char)) return !(char === ',' && /\d/.test(next))
  if (COLONS.has(char)) return !/\d/.test(next)
  return char === '-' && text.charAt(at - 1) === ' ' && next === ' '
}

/**
 * Behind a full stop that ends nothing ("day. reset here"); without a sign: a capital letter behind a small one ("reset
 * here The plant"), or another script ("tea 要約は").
 */
function isSeam(text: string, at: number): boolean {
  if (text.charAt(at) !== ' ') return false
  if (/[.!?]/.test(text.charAt(at - 1))) return true
  const [before, after] = [text.charAt(at - 1), text.charAt(at + 1)]
  if (/\p{Lu}/u.test(after)) return /[\p{Ll}\p{N}]/u.test(before)
  return JAPANESE.test(before) !== JAPANESE.test(after) && (JAPANESE.test(before) || JAPANESE.test(after))
}

/** Places where a title or a sentence may begin anew without a sign. */
export function seamsIn(text: string): readonly number[] {
  return Array.from({ length: Math.min(text.length, MOST_READ) }, (_, at) => at)
    .filter((at) => isSeam(text, at))
    .map((at) => at + 1)
}

/** The parts at each cut, and at each seam all that stands before and behind it; never the whole again. */
export function speechSpans(sentence: string): readonly SpeechSpan[] {
  const text = sentence.slice(0, MOST_READ)
  const spans: SpeechSpan[] = []
  const add = (from: number, to: number, kind: SpeechSpan['kind']) => {
    const part = text.slice(from, to)
    const said = part.trim()
    const least = JAPANESE.test(said) ? LEAST.japanese : LEAST.english
    if (said.length < least || said.length >= sentence.trim().length) return
    spans.push({ text: said, kind })
  }
  let [from, fresh] = [0, 0]
  for (let at = 0; at <= text.length && spans.length < MOST_SPANS; at += 1) {
    if (at < text.length && !isCut(text, at)) {
      if (isSeam(text, at)) {
        add(fresh, at, 'segment')
        add(at + 1, text.length, 'segment')
        if (fresh < from) add(from, at, 'clause')
        fresh = at + 1
      }
      continue
    }
    add(from, at, ASIDES.has(text.charAt(at)) && ASIDES.has(text.charAt(from - 1)) ? 'aside' : 'clause')
    from = at + 1
  }
  return spans
}
