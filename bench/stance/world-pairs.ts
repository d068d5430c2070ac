import { join } from 'node:path'
import { dot } from '../../src/domain/vector.ts'
import type { Embedder } from '../../src/models/types.ts'
import { loadWorld, worldFolders } from '../worlds/load-world.ts'
import type { WebPair } from './webs.ts'

/** Statements of other findings that stand nearest to a claim: taken for neutral where the truth says nothing. */
const NEAREST = 4

export function openWorldPairs(embedder: Embedder): Promise<readonly WebPair[]> {
  return worldPairs(embedder, 'open')
}

/** The pairs of the worlds' truth, and beside them what a search would show the judge in vain. */
export async function worldPairs(embedder: Embedder, worlds: 'open' | 'closed'): Promise<readonly WebPair[]> {
  const pairs: WebPair[] = []
  for (const folder of worldFolders(join(import.meta.dirname, '..', 'worlds', worlds))) {
    const { plan, pages, truth } = loadWorld(folder)
    const titles = new Map(pages.map((page) => [page.url, page.front.title]))
    const byId = new Map(truth.statements.map((statement) => [statement.id, statement]))
    const listed = new Set(
      truth.pairs.flatMap(({ evidence, claim }) => [`${evidence} ${claim}`, `${claim} ${evidence}`]),
    )
    type Statement = (typeof truth.statements)[number]
    const said = ({ quote, page }: Statement) => ({
      text: quote,
      context: { title: titles.get(page) ?? null, heading: null },
    })
    const put = (claim: Statement, evidence: Statement, kind: WebPair['kind'], y: WebPair['y']) =>
      pairs.push({ web: plan.name, language: plan.language, kind, claim: said(claim), passage: said(evidence), y })
    for (const { evidence, claim, label, near } of truth.pairs) {
      const [told, asked] = [byId.get(evidence), byId.get(claim)]
      if (told === undefined || asked === undefined) continue
      put(asked, told, near === true ? 'near' : 'world', label === 'supports' ? 0 : label === 'refutes' ? 1 : 2)
    }
    const vectors = await embedder.embed(truth.statements.map((one) => `${titles.get(one.page)} : ${one.quote}`))
    for (const [at, claim] of truth.statements.entries()) {
      const closeness = (index: number) => {
        const [own, other] = [vectors[at], vectors[index]]
        return own === undefined || other === undefined ? 0 : dot(own, other)
      }
      const others = truth.statements
        .map((evidence, index) => ({ evidence, close: closeness(index) }))
        .filter(({ evidence: { id, page, finding } }) => {
          return page !== claim.page && finding !== claim.finding && !listed.has(`${id} ${claim.id}`)
        })
        .sort((a, b) => b.close - a.close)
      for (const { evidence } of others.slice(0, NEAREST)) put(claim, evidence, 'unlisted', 2)
    }
  }
  return pairs
}
