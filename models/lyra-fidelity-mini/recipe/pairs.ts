import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { smallWorlds } from '../../../bench/stance/told-worlds.ts'
import { statedNames } from '../../../src/judge/alignment/stated-names.ts'

/** A written text beside what bears it out, denies it, or says nothing of it. */
export interface WrittenPair {
  readonly group: string
  readonly title: string
  readonly heading: string
  /** The sentence or passage, and what stands beside it on its page. */
  readonly text: string
  readonly before: string
  readonly after: string
  readonly claim: string
  readonly y: 'S' | 'R' | 'N'
}
export interface Group {
  readonly names: readonly string[]
  readonly years: readonly string[]
}

const YEAR = /(?<!\d)(?:1[5-9]|20)\d\d(?!\d)/gu
const READER = join(import.meta.dirname, '../../lyra-reader-mini/recipe')

const lines = (file: string): any[] =>
  readFileSync(file, 'utf8').trim().split('\n').map((line) => JSON.parse(line))
const filesOf = (folder: string, like: RegExp) => readdirSync(folder).filter((file) => like.test(file)).sort()

/** All pairs of the small worlds, of the webs of sentences, of the topics, and (with a folder of data) of the webs. */
export function writtenPairs(data: string | undefined): { pairs: readonly WrittenPair[]; groups: ReadonlyMap<string, Group> } {
  const pairs: WrittenPair[] = []
  const texts = new Map<string, string[]>()
  const note = (group: string, ...some: string[]) => {
    const known = texts.get(group) ?? []
    known.push(...some)
    texts.set(group, known)
  }
  for (const { name, statements, pairs: told } of smallWorlds(join(READER, 'worlds'))) {
    const byId = new Map(statements.map((one) => [one.id, one]))
    const besideOf = (id: string, step: number) => {
      const at = statements.findIndex((one) => one.id === id)
      const other = statements[at + step]
      return other !== undefined && other.page === statements[at]?.page ? other.text : ''
    }
    note(name, ...statements.flatMap(({ text, context }) => [text, context.title ?? '']))
    const put = (e: string, claim: string, y: WrittenPair['y']) => {
      const own = byId.get(e)
      if (own === undefined) return
      const { title, heading } = own.context
      pairs.push({ group: name, title: title ?? '', heading: heading ?? '', text: own.text, before: besideOf(e, -1), after: besideOf(e, 1), claim, y })
    }
    for (const { evidence, claim, y } of told) put(evidence, byId.get(claim)?.text ?? '', 'SRN'[y] as WrittenPair['y'])
    // What a page says is borne out by the page.
    for (const { id, text } of statements) put(id, text, 'S')
  }
  const web = (group: string, t: any) => {
    const pieces = t.pages ?? t.passages ?? t.evidence.map((text: string) => ({ title: '', heading: '', text }))
    const claims = t.claims.map((claim: any) => claim.means ?? claim)
    note(group, ...claims, ...pieces.flatMap((piece: any) => [piece.text, piece.title ?? '']))
    claims.forEach((claim: string, i: number) =>
      pieces.forEach(({ title, heading, text }: any, j: number) => {
        const y = t.labels[i][j]
        if (y !== '-') pairs.push({ group, title: title ?? '', heading: heading ?? '', text, before: '', after: '', claim, y })
      }),
    )
  }
  for (const t of lines(join(READER, 'topics.jsonl'))) web(`topic:${t.topic}`, t)
  for (const file of filesOf(READER, /^(en|ja)-.\.jsonl$/)) lines(join(READER, file)).forEach((t, n) => web(`${file}:${n}`, t))
  if (data !== undefined) {
    for (const file of filesOf(join(data, 'stance'), /^(?:mini-webs|pages)-/))
      for (const t of lines(join(data, 'stance', file))) web(`web:${t.topic}`, t)
    for (const a of lines(join(data, 'stance/abstract-claims.jsonl')))
      for (const [key, y] of [['supports', 'S'], ['refutes', 'R'], ['neutral', 'N']] as const)
        for (const claim of a[key]) pairs.push({ group: `abs${a.doc_id}`, title: '', heading: '', text: a.passage, before: '', after: '', claim, y })
  }
  const groups = new Map(
    [...texts].map(([group, some]) => {
      const names = [...new Set(some.flatMap((text) => statedNames(text).map((name) => name.text)))]
      return [group, { names, years: [...new Set(some.flatMap((text) => text.match(YEAR) ?? []))] }] as const
    }),
  )
  return { pairs, groups }
}
