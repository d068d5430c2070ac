import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Random, seededRandom } from '../../../src/domain/random.ts'

export interface Sample {
  readonly text: string
  readonly isOrder: boolean
  readonly lang: 'en' | 'ja'
  /** The line it was made from: lines are held out whole. */
  readonly line: string
  readonly weight: number
}

type Lists = ReadonlyMap<string, readonly string[]>

/** One sentence of the many that a line stands for: the innermost choices first, then the lists. */
function drawn(line: string, lists: Lists, random: Random): string {
  const pick = (choices: readonly string[]) => choices[Math.floor(random.next() * choices.length)] ?? ''
  let text = line
  for (let open = text.lastIndexOf('{'); open !== -1; open = text.lastIndexOf('{')) {
    const close = text.indexOf('}', open)
    text = text.slice(0, open) + pick(text.slice(open + 1, close).split('|')) + text.slice(close + 1)
  }
  const named = text.replace(/\$([A-Z]+)/gu, (_, name: string) => pick(lists.get(name) ?? []))
  return named.replace(/\s+/gu, ' ').replace(/。。/gu, '。').trim()
}

/** Every line of a file of lines, drawn some times; a line weighs the same however many choices it has. */
export function writtenSentences(name: string, isOrder: boolean, lang: 'en' | 'ja', draws: number): readonly Sample[] {
  const random = seededRandom(draws)
  const lines = readFileSync(join(import.meta.dirname, name), 'utf8').split('\n')
  const lists = new Map<string, readonly string[]>()
  const samples: Sample[] = []
  for (const line of lines) {
    const list = /^\$([A-Z]+) = (.*)$/u.exec(line)
    if (list !== null) lists.set(list[1] ?? '', (list[2] ?? '').split(' | '))
    else if (line !== '' && !line.startsWith('# ')) {
      const texts = new Set(Array.from({ length: draws }, () => drawn(line, lists, random)))
      for (const text of texts) {
        const first = text.charAt(0).toUpperCase() + text.slice(1)
        samples.push({ text: first, isOrder, lang, line: `${name} ${line}`, weight: 1 / texts.size })
      }
    }
  }
  return samples
}
