import { grouped, lower, operator, raise, rootOf } from './math-text.ts'
import { FACES, FUNCTIONS, SETTINGS, SIGNS, SPACES, TABLES, UNSEEN, WORDS } from './tex-symbols.ts'

/** Characters: whoever writes a longer formula writes a chapter. */
const LONGEST = 5000
/** As deep as those of MathML are read. */
const DEEPEST = 40

/** A formula of TeX as one line, as MathML is read: `10^{-22}` is "10^-22", `\frac{a+b}{2}` "(a + b)/2". */
export function texText(source: string): string {
  return new TexReader(source.slice(0, LONGEST)).all().replace(/\s+/g, ' ').trim()
}

/** What was read last, to which a raised or lowered part belongs. */
interface Line {
  text: string
  atom: string
  /** The last one carries a script, a fraction or a root: a number behind it is another number. */
  isClosed: boolean
}

class TexReader {
  readonly #source: string
  #at = 0
  #depth = 0
  /** Of the tables that are open, whether & parts their cells. */
  readonly #cells: boolean[] = []

  constructor(source: string) {
    this.#source = source
  }

  all(): string {
    let text = ''
    // A brace that closes nothing ends nothing.
    while (this.#at < this.#source.length) {
      text += this.#until('')
      this.#at += 1
    }
    return text
  }

  /** Reads up to the sign that ends the part, which it leaves where it is. */
  #until(end: string): string {
    const line: Line = { text: '', atom: '', isClosed: false }
    while (this.#at < this.#source.length) {
      const sign = this.#source.charAt(this.#at)
      if (sign === '}' || (end !== '' && sign === end)) break
      if (this.#source.startsWith('\\over', this.#at) && !/[a-z]/i.test(this.#source.charAt(this.#at + 5))) {
        this.#at += 5
        return `${grouped(line.text + line.atom)}/${grouped(this.#until(end))}`
      }
      this.#step(line, sign)
    }
    return line.text + line.atom
  }

  #step(line: Line, sign: string): void {
    if (sign === '^' || sign === '_') this.#script(line, sign)
    else if (sign === "'") {
      line.atom += sign
      this.#at += 1
    } else if (sign === '{') add(line, this.#group(), false)
    else if (sign === '\\') this.#command(line)
    else {
      this.#at += 1
      if (sign === '&') add(line, this.#cells.at(-1) === true ? ', ' : ' ', false)
      else if (sign === '~') add(line, ' ', false)
      else if (sign === '%') this.#skipComment()
      else if (/[$\s]/.test(sign)) return
      else addSign(line, sign)
    }
  }

  #script(line: Line, sign: string): void {
    this.#at += 1
    this.#skipSpace()
    // Not TeX but a formula in one line: 10^(-22).
    if (/[([]/.test(this.#source.charAt(this.#at))) {
      line.atom += sign
      return
    }
    const script = this.#argument()
    const charge = sign === '^' ? CHARGE.exec(script) : null
    if (charge !== null) line.atom += `^${charge[1]}${charge[2]}`
    else line.atom = sign === '^' ? raise(line.atom, script) : lower(line.atom, script)
    line.isClosed ||= sign === '^' || line.atom.includes('_')
  }

  #group(): string {
    this.#at += 1
    this.#depth += 1
    const text = this.#depth > DEEPEST ? this.#raw() : this.#until('}')
    this.#depth -= 1
    this.#at += 1
    return text
  }

  /** What stands up to the brace that closes the part, as it is written. */
  #raw(): string {
    const from = this.#at
    let open = 0
    for (; this.#at < this.#source.length; this.#at += 1) {
      const sign = this.#source.charAt(this.#at)
      if (sign === '{') open += 1
      if (sign === '}' && open === 0) break
      if (sign === '}') open -= 1
    }
    return this.#source.slice(from, this.#at)
  }

  /** A group or a single sign, as a script, a fraction or a root takes it. */
  #argument(): string {
    this.#skipSpace()
    const sign = this.#source.charAt(this.#at)
    if (sign === '{') return this.#group()
    const line: Line = { text: '', atom: '', isClosed: false }
    if (sign === '\\') this.#command(line)
    else if (sign !== '' && sign !== '}') {
      this.#at += 1
      return sign
    }
    return line.text + line.atom
  }

  #words(): string {
    this.#skipSpace()
    if (this.#source.charAt(this.#at) !== '{') return this.#argument()
    this.#at += 1
    const text = this.#raw()
    this.#at += 1
    return text.replace(/\\([%$&#_{}])|[{}$]/g, '$1').replaceAll('~', ' ')
  }

  #command(line: Line): void {
    const name = this.#name()
    if (name === 'begin') this.#environment(line)
    else if (name === '\\' || name === 'cr' || name === 'newline') add(line, '; ', false)
    else if (/^[dtc]?frac$/.test(name)) add(line, `${grouped(this.#argument())}/${grouped(this.#argument())}`, true)
    else if (/^[dt]?binom$/.test(name)) add(line, `(${this.#argument()} choose ${this.#argument()})`, true)
    else if (name === 'sqrt') add(line, this.#root(), true)
    else if (FACES.has(name)) add(line, this.#argument(), false)
    else if (WORDS.has(name)) add(line, this.#words(), false)
    else if (UNSEEN.has(name)) this.#argument()
    else if (SPACES.has(name) || name.trim() === '') add(line, ' ', false)
    else if (FUNCTIONS.has(name)) add(line, ` ${name}`, true)
    else if (SETTINGS.has(name)) this.#skipDot(name)
    else this.#named(line, name)
  }

  #named(line: Line, name: string): void {
    const sign = SIGNS.get(name)
    if (sign !== undefined) addSign(line, sign)
    else if (/^[^a-z]$/i.test(name)) addSign(line, name)
    // What nobody here knows is shown as it was written.
    else add(line, ` \\${name} `, false)
  }

  #name(): string {
    const from = this.#at + 1
    let to = from
    while (/[a-z]/i.test(this.#source.charAt(to))) to += 1
    if (to === from) to += 1
    this.#at = Math.min(to, this.#source.length)
    return this.#source.slice(from, to)
  }

  #environment(line: Line): void {
    const name = this.#words().replace('*', '')
    if (name === 'array' || name === 'tabular') this.#words()
    const end = `\\end{`
    this.#cells.push(TABLES.has(name))
    const inner: Line = { text: '', atom: '', isClosed: false }
    while (this.#at < this.#source.length && !this.#source.startsWith(end, this.#at)) {
      const sign = this.#source.charAt(this.#at)
      if (sign === '}') this.#at += 1
      else this.#step(inner, sign)
    }
    this.#cells.pop()
    this.#at += '\\end'.length
    this.#words()
    const text = withoutEnd((inner.text + inner.atom).replace(/\s+/g, ' ').replaceAll(' ,', ',').replaceAll(' ;', ';'))
    add(line, TABLES.has(name) && name !== 'cases' ? `[${text}]` : text, true)
  }

  #root(): string {
    this.#skipSpace()
    let index = ''
    if (this.#source.charAt(this.#at) === '[') {
      this.#at += 1
      index = this.#until(']')
      this.#at += 1
    }
    const under = grouped(this.#argument())
    return index === '' ? `√${under}` : rootOf(under, index)
  }

  #skipSpace(): void {
    while (/\s/.test(this.#source.charAt(this.#at))) this.#at += 1
  }

  /** `\left.` draws nothing. */
  #skipDot(name: string): void {
    if (/^(?:left|right)$/.test(name) && this.#source.charAt(this.#at) === '.') this.#at += 1
  }

  #skipComment(): void {
    const end = this.#source.indexOf('\n', this.#at)
    this.#at = end < 0 ? this.#source.length : end + 1
  }
}

/** "2 -" over an ion is one sign, "SO4^2-". */
const CHARGE = /^(\d{0,2}) ?([-−+]) ?$/
const UNARY = /^[-−+±∓]$/
const BEFORE_UNARY = /(?:^|[(=×·<>≤≥≈~,|[{;])\s?$/

/** A last row that is only begun is none. */
function withoutEnd(rows: string): string {
  let end = rows.length
  while (end > 0 && /[;\s]/.test(rows.charAt(end - 1))) end -= 1
  return rows.slice(0, end)
}

function addSign(line: Line, sign: string): void {
  const shown = operator(sign)
  const isUnary = UNARY.test(sign) && BEFORE_UNARY.test(line.text + line.atom)
  add(line, isUnary || !(shown !== sign || UNARY.test(sign)) ? sign : ` ${sign} `, false)
}

/** Two numbers side by side are no single one: a fraction behind a figure is not its last digits. */
function add(line: Line, next: string, isClosed: boolean): void {
  const before = line.text + line.atom
  const isApart = (line.isClosed || isClosed) && /[\p{L}\d]$/u.test(before) && /^[\p{L}\d]/u.test(next)
  line.text = isApart ? `${before} ` : before
  line.atom = next
  line.isClosed = isClosed
}
