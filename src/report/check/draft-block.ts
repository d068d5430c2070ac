/** A paragraph, list item or table row of a draft. */
export interface DraftBlock {
  readonly text: string
  /** Line of the draft it begins on, from 1. */
  readonly line: number
  /** Where in its text each of its lines begins. */
  readonly starts: readonly number[]
}

const WIDE = /[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]/u

/** A block that lines are added to, without being put together anew for each of them. */
export class OpenBlock {
  readonly #line: number
  readonly #pieces: string[]
  readonly #starts: number[] = [0]
  #length: number
  #last: string

  constructor(text: string, line: number) {
    const first = text.trimEnd()
    this.#line = line
    this.#pieces = [first]
    this.#length = first.length
    this.#last = first.at(-1) ?? ''
  }

  /** Japanese has no space at the end of a line. */
  add(line: string): void {
    const joint = WIDE.test(this.#last) ? '' : ' '
    const text = line.trim()
    this.#starts.push(this.#length + joint.length)
    if (text === '') return
    this.#pieces.push(joint, text)
    this.#length += joint.length + text.length
    this.#last = text.at(-1) ?? ''
  }

  closed(): DraftBlock {
    return { text: this.#pieces.join(''), line: this.#line, starts: this.#starts }
  }
}
