import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { NO_CONTEXT, type TextContext } from '../../src/judge/text-context.ts'

/** One claim against one passage of a written web, both with the context they stand in. */
export interface WebPair {
  readonly web: string
  readonly language: string
  /**
   * A claim cut from a page of a web or written for its pages; a pair of a world: told, a near-topic trap, unlisted, or
   * two statements of one finding.
   */
  readonly kind: 'sentences' | 'pages' | 'world' | 'near' | 'unlisted' | 'alike'
  readonly claim: { readonly text: string; readonly context: TextContext }
  readonly passage: { readonly text: string; readonly context: TextContext }
  /** 0 supports, 1 refutes, 2 neutral. */
  readonly y: 0 | 1 | 2
}

interface Passage {
  readonly title?: string
  readonly heading?: string
  readonly text: string
}

interface Web {
  readonly lang: string
  readonly topic: string
  readonly passages?: readonly Passage[]
  readonly pages?: readonly Passage[]
  readonly claims: readonly (string | { readonly from: number; readonly text: string; readonly means: string })[]
  readonly labels: readonly string[]
}

/** Every sixth web of a file is held out of the training of the reader. */
const HELD_OUT = { of: 6, at: 5 }

function readWebs(file: string): readonly Web[] {
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Web)
}

const contextOf = ({ title = '', heading = '' }: Passage): TextContext => ({ title, heading })

function pairsOf(web: Web, name: string): readonly WebPair[] {
  const passages = web.passages ?? web.pages ?? []
  return web.claims.flatMap((claim, row) => {
    const own = typeof claim === 'string' ? undefined : passages[claim.from]
    const said =
      typeof claim === 'string' || own === undefined
        ? { text: String(claim), context: NO_CONTEXT }
        : { text: claim.text, context: contextOf(own) }
    return passages.flatMap((passage, column): readonly WebPair[] => {
      const y = 'SRN'.indexOf(web.labels[row]?.[column] ?? '-')
      if (y !== 0 && y !== 1 && y !== 2) return []
      const kind = web.passages === undefined ? 'pages' : 'sentences'
      return [
        {
          web: name,
          language: web.lang,
          kind,
          claim: said,
          passage: { text: passage.text, context: contextOf(passage) },
          y,
        },
      ]
    })
  })
}

/** The held-out webs of a folder: sentence webs (`en-a.jsonl`) and webs of pages (`pages-en-a.jsonl`). */
export function heldOutPairs(folder: string): readonly WebPair[] {
  const files = readdirSync(folder)
    .filter((name) => /^(?:pages-)?(?:en|ja)-[a-z]\.jsonl$/.test(name))
    .sort()
  return files.flatMap((file) =>
    readWebs(join(folder, file)).flatMap((web, n) =>
      n % HELD_OUT.of === HELD_OUT.at ? pairsOf(web, `${basename(file)}:${n}`) : [],
    ),
  )
}
