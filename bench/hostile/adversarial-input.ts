import { type PatternNode, patternTree } from './pattern-tree.ts'

/** A text that is `head`, then `pump` over and over, then a `tail` that ends every match. */
export interface Adversary {
  readonly head: string
  readonly pump: string
  readonly tail: string
}

/**
 * A dot does not pass a line end, and few sets hold a control character or one for private use; after two lines also
 * `\s+.+$` has to go back, and before the letter `\W+$`. One of them is outside of Latin-1: in a text of nothing else
 * the engine knows at once that a pattern with a kanji does not match.
 */
const TAIL = '\n\u0001\n\ue000a'
/** Where `$` also stands before a line end. */
const TAIL_OF_LINES = '\u0001\ue000'

export function writeOut({ head, pump, tail }: Adversary, length: number): string {
  const room = Math.max(0, length - head.length - tail.length)
  return head + pump.repeat(Math.ceil(room / pump.length)).slice(0, room) + tail
}

/** What any pattern meets: one character over and over, words, figures, brackets, markup, Japanese. */
const EVERYDAY = [
  ...'a A 1 0 / ( [ < { " \' . , - : = & % \\ _ @ # * | あ ア 漢 ー 「 。 、 １ e\u0301 😀'.split(' '),
  ...[' ', '\n', '\r', '\t', '\u00a0', '\r\n', '\u3000', ' \n', '- ', '\n- ', '|\n'],
  ...[
    'a ',
    'A ',
    'the ',
    'a,',
    'a.',
    'a. ',
    'aA',
    'a1',
    '1.',
    '1,',
    '1 ',
    'a/',
    '../',
    '<a ',
    '<a>',
    'a=',
    'a:',
    'あ 漢',
  ],
  ...['is not ', 'of the ', 'and, ', 'x of 12 % and ', '漢字の', 'する、', 'http://', 'a@', '](', '&amp;', '\\n'],
].map((pump) => ({ head: '', pump, tail: TAIL }))

/** One character of each kind that a set may want; those of the pattern itself come first. */
const POOL = [...'aA1 \n.,-/_:;<>()[]{}"\'=&%#@!?|*+~^$`\\éあア漢ー、。（「１　ß\u00a0\t\u0301']

/** Adversarial texts for a pattern: the everyday ones and, for each part that repeats, texts made from the pattern. */
export function adversariesOf(source: string, flags: string): readonly Adversary[] {
  const found = new Map<string, Adversary>()
  const maker = new Maker(source, flags)
  for (const option of patternTree(source)) maker.walk(option, '')
  for (const one of [...maker.found, ...EVERYDAY]) found.set(`${one.head}\u0000${one.pump}`, one)
  const plain = [...found.values()]
  // `^\s+|\s+$`: at the very start the one way takes what the other should stumble over.
  const inside = source.includes('^') ? plain.map((one) => ({ ...one, head: `a\u0001${one.head}` })) : []
  const all = [...plain, ...inside]
  return flags.includes('m') ? [...all, ...all.map((one) => ({ ...one, tail: TAIL_OF_LINES }))] : all
}

/** Longer repetitions than this count as without end: what they cost together shows on 20 kB. */
const SHORT = 12
const MOST_PUMPS = 6
const MOST_FOUND = 120
/** Repetitions before one that are taken together with what stands between them. */
const MOST_BEFORE = 2

class Maker {
  readonly found: Adversary[] = []
  private readonly flags: string
  private readonly pool: readonly string[]
  private readonly members = new Map<string, readonly string[]>()
  /** Where in the text of the way that is followed a long repetition stands. */
  private repeated: readonly number[] = []

  constructor(source: string, flags: string) {
    this.flags = flags.replace(/[gyd]/g, '')
    const own = [...source].filter((char) => !'\\()[]{}|?*+^$.'.includes(char))
    this.pool = [...new Set([...own, ...POOL])]
  }

  /** Follows one way through the pattern; returns a text that it matches. */
  walk(nodes: readonly PatternNode[], before: string): string {
    let text = before
    for (const node of nodes) {
      if (node.kind === 'set') {
        const members = this.membersOf(node.source)
        if (node.max > SHORT) {
          for (const char of spread(members)) this.add(text, char)
          this.repeated = [...this.repeated, text.length]
        }
        text += (members[0] ?? '').repeat(Math.min(node.min, SHORT))
      } else {
        const ways = node.options.map((option) => this.walk(option, text))
        const pumps = ways.map((way) => way.slice(text.length)).filter((pump) => pump !== '')
        if (node.kind === 'look') continue
        if (node.max > SHORT) {
          for (const pump of spread(pumps)) this.add(text, pump)
          for (const option of node.options) this.addOptional(option, text)
          this.repeated = [...this.repeated, text.length]
        }
        const longest = pumps[0] ?? ''
        text += longest.repeat(Math.min(node.min, SHORT))
      }
    }
    if (text !== '' && text.length < 200) this.put('', text)
    return text
  }

  /** `(?: ?x ?)+`: what may be left out once in it, since the next time round may take it as well. */
  private addOptional(option: readonly PatternNode[], before: string): void {
    for (const [at, node] of option.entries()) {
      if (node.kind === 'look' || node.min > 0) continue
      const once = option.map((other, index) => (index === at ? { ...node, min: 1 } : other))
      const pump = this.walk(once, before).slice(before.length)
      if (pump !== '') this.add(before, pump)
    }
  }

  private add(head: string, pump: string): void {
    this.put('', pump)
    if (head === '') return
    this.put(head, pump)
    this.put('', head + pump)
    this.put('', head)
    // `rel="[^"]*prev[^"]*"`: what stands between two repetitions may be read by either.
    for (const from of this.repeated.filter((place) => place > 0 && place < head.length).slice(-MOST_BEFORE)) {
      this.put(head.slice(0, from), head.slice(from) + pump)
      this.put(head.slice(0, from), head.slice(from))
    }
  }

  private put(head: string, pump: string): void {
    if (this.found.length < MOST_FOUND) this.found.push({ head, pump, tail: TAIL })
  }

  private membersOf(set: string): readonly string[] {
    const known = this.members.get(set)
    if (known !== undefined) return known
    const one = new RegExp(`^${set}$`, this.flags)
    const members = this.pool.filter((char) => one.test(char))
    this.members.set(set, members)
    return members
  }
}

/** The first few and, of many, some from the middle and the end: `[^<]` should meet letters, spaces and kanji. */
function spread<T>(values: readonly T[]): readonly T[] {
  if (values.length <= MOST_PUMPS) return values
  return Array.from({ length: MOST_PUMPS }, (_, index) => values[Math.floor((index * values.length) / MOST_PUMPS)] as T)
}
