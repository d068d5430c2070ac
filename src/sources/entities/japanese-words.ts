/** A word of a text and what a morphological dictionary says of it; details as IPADIC names them. */
export interface TaggedWord {
  readonly text: string
  readonly start: number
  readonly end: number
  readonly pos: string
  /** 固有名詞, 一般, 接尾, 数, サ変接続 ... */
  readonly detail: string
  /** Of a proper noun: 人名, 地域, 組織, 一般. */
  readonly group: string
  /** Of a person: 姓, 名; of a region: 国. */
  readonly part: string
  /** In katakana; null where the dictionary has none. */
  readonly reading: string | null
  /** The dictionary does not have the word. */
  readonly isUnknown: boolean
}

/** A morpheme of the dictionary as it comes. */
export interface Morpheme {
  readonly surface_form: string
  readonly pos: string
  readonly pos_detail_1: string
  readonly pos_detail_2?: string
  readonly pos_detail_3?: string
  readonly reading?: string
  readonly word_type?: string
}

/** The time of the analysis grows faster than the text: it is read sentence by sentence. */
const PIECE = /[^。！？\n]{1,400}[。！？\n]{0,3}|[。！？\n]+/gu

const DOT = { pos: '記号', pos_detail_1: '一般' }

function tagsOf(tags: Omit<Morpheme, 'surface_form'>): Omit<TaggedWord, 'text' | 'start' | 'end'> {
  return {
    pos: tags.pos,
    detail: tags.pos_detail_1,
    group: tags.pos_detail_2 ?? '*',
    part: tags.pos_detail_3 ?? '*',
    reading: tags.reading === undefined || tags.reading === '*' ? null : tags.reading,
    isUnknown: tags.word_type === 'UNKNOWN',
  }
}

export function taggedWords(tokenize: (text: string) => readonly Morpheme[], text: string): readonly TaggedWord[] {
  const words: TaggedWord[] = []
  for (const piece of text.matchAll(PIECE)) {
    let at = piece.index
    for (const { surface_form: surface, ...tags } of tokenize(piece[0])) {
      // An unknown word in katakana runs over its dots.
      for (const text of surface.match(/・|[^・]+/gu) ?? []) {
        const end = at + text.length
        words.push({ text, start: at, end, ...tagsOf(text === '・' ? DOT : tags) })
        at = end
      }
    }
  }
  return words
}

/** How a name is read, from the readings of its words. */
export function readingOf(words: readonly TaggedWord[]): string | null {
  const readings = words.map(
    ({ text, reading }) => reading ?? (/^[\p{Script=Katakana}\p{Script=Hiragana}ー]+$/u.test(text) ? text : null),
  )
  return readings.some((one) => one === null) ? null : readings.join('')
}
