import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { TextContext } from '../../src/judge/text-context.ts'
import { loadWorld, worldFolders } from '../worlds/load-world.ts'
import type { WebPair } from './webs.ts'

export interface ToldStatement {
  readonly id: string
  readonly page: string
  readonly text: string
  readonly context: TextContext
  /** Statements that say the same share it. */
  readonly finding: string
}

/** What the pages of a world state, in the order they state it, and how some of the statements stand to each other. */
export interface ToldWorld {
  readonly name: string
  readonly language: string
  readonly statements: readonly ToldStatement[]
  readonly pairs: readonly {
    readonly evidence: string
    readonly claim: string
    readonly y: WebPair['y']
    readonly near: boolean
  }[]
}

/** The worlds that also exist as pages. */
export function wholeWorlds(which: 'open' | 'closed' = 'open'): readonly ToldWorld[] {
  return worldFolders(join(import.meta.dirname, '..', 'worlds', which)).map((folder) => {
    const { plan, pages, truth } = loadWorld(folder)
    const titles = new Map(pages.map((page) => [page.url, page.front.title]))
    return {
      name: plan.name,
      language: plan.language,
      statements: truth.statements.map(({ id, page, quote, finding }) => {
        return { id, page, text: quote, context: { title: titles.get(page) ?? null, heading: null }, finding }
      }),
      pairs: truth.pairs.map(({ evidence, claim, label, near }) => {
        return { evidence, claim, y: label === 'supports' ? 0 : label === 'refutes' ? 1 : 2, near }
      }),
    }
  })
}

/** A line of a file of small worlds: titles and statements without the pages around them. */
interface SmallWorld {
  readonly world: string
  readonly lang: string
  readonly pages: readonly { readonly id: string; readonly title: string }[]
  readonly statements: readonly {
    readonly id: string
    readonly page: string
    readonly heading?: string
    readonly text: string
    readonly finding: string
  }[]
  readonly pairs: readonly (readonly [evidence: string, claim: string, label: 'S' | 'R' | 'N'])[]
}

/** The small worlds of a folder (`*.jsonl`, one a line). */
export function smallWorlds(folder: string): readonly ToldWorld[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl'))
  return files.sort().flatMap((file) => {
    const lines = readFileSync(join(folder, file), 'utf8').split('\n')
    return lines.filter((line) => line.trim() !== '').map((line) => told(JSON.parse(line), basename(file, '.jsonl')))
  })
}

function told({ world, lang, pages, statements, pairs }: SmallWorld, file: string): ToldWorld {
  const titles = new Map(pages.map(({ id, title }) => [id, title]))
  return {
    name: `${file}:${world}`,
    language: lang,
    statements: statements.map(({ id, page, heading, text, finding }) => {
      return { id, page, text, context: { title: titles.get(page) ?? null, heading: heading ?? null }, finding }
    }),
    pairs: pairs.map(([evidence, claim, label]) => {
      return { evidence, claim, y: label === 'S' ? 0 : label === 'R' ? 1 : 2, near: label === 'N' }
    }),
  }
}
