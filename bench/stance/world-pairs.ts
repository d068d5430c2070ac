import { dot } from '../../src/domain/vector.ts'
import type { Embedder } from '../../src/models/types.ts'
import { type ToldStatement, type ToldWorld, wholeWorlds } from './told-worlds.ts'
import type { WebPair } from './webs.ts'

/** Statements of other findings that stand nearest to a claim: taken for neutral where the truth says nothing. */
const NEAREST = 4
/** A passage is about this long where a page states several things. */
const PASSAGE = 420

type Kind = 'world' | 'near' | 'unlisted' | 'alike'

/** The pairs of a world's truth, and beside them what a search would show the judge in vain. */
export async function worldPairs(embedder: Embedder, world: ToldWorld, nearest = NEAREST): Promise<readonly WebPair[]> {
  const { statements } = world
  const byId = new Map(statements.map((statement) => [statement.id, statement]))
  const labels = new Map(world.pairs.map(({ evidence, claim, y }) => [`${evidence} ${claim}`, y]))
  const isListed = (a: ToldStatement, b: ToldStatement) =>
    labels.has(`${a.id} ${b.id}`) || labels.has(`${b.id} ${a.id}`)
  const pairs: WebPair[] = []
  const put = (claim: ToldStatement, evidence: ToldStatement, kind: Kind, y: WebPair['y']) => {
    const of = { web: world.name, language: world.language, kind, claim, y }
    pairs.push({ ...of, passage: evidence })
    if (kind === 'alike') return
    // On a page the sentence stands among others, which say nothing about the claim.
    const silent = (one: ToldStatement) => one.finding !== claim.finding && !isListed(one, claim)
    const text = amongOthers(evidence, statements, silent)
    if (text !== evidence.text) pairs.push({ ...of, passage: { text, context: evidence.context } })
  }
  for (const { evidence, claim, y, near } of world.pairs) {
    const [told, asked] = [byId.get(evidence), byId.get(claim)]
    if (told !== undefined && asked !== undefined) put(asked, told, near ? 'near' : 'world', y)
  }
  const vectors = await embedder.embed(statements.map(({ context, text }) => `${context.title} : ${text}`))
  for (const [at, claim] of statements.entries()) {
    const closeness = (index: number) => {
      const [own, other] = [vectors[at], vectors[index]]
      return own === undefined || other === undefined ? 0 : dot(own, other)
    }
    const others = statements
      .map((evidence, index) => ({ evidence, close: closeness(index) }))
      .filter(({ evidence }) => evidence.page !== claim.page && !isListed(evidence, claim))
      .sort((a, b) => b.close - a.close)
    for (const { evidence } of others) if (evidence.finding === claim.finding) put(claim, evidence, 'alike', 0)
    const unlike = others.filter(({ evidence }) => evidence.finding !== claim.finding)
    for (const { evidence } of unlike.slice(0, nearest)) put(claim, evidence, 'unlisted', 2)
  }
  return pairs
}

export async function wholeWorldPairs(
  embedder: Embedder,
  which: 'open' | 'closed' = 'open',
): Promise<readonly WebPair[]> {
  const pairs: WebPair[] = []
  for (const world of wholeWorlds(which)) pairs.push(...(await worldPairs(embedder, world)))
  return pairs
}

/** The statement with its neighbours on the page, as many as a passage holds. */
function amongOthers(
  statement: ToldStatement,
  statements: readonly ToldStatement[],
  mayStand: (one: ToldStatement) => boolean,
): string {
  const { context, page } = statement
  const own = statements.filter((one) => one.page === page && one.context.heading === context.heading)
  const at = own.indexOf(statement)
  const taken = [statement]
  let length = statement.text.length
  for (const one of [own[at + 1], own[at - 1], own[at + 2], own[at - 2]]) {
    if (one === undefined || !mayStand(one) || length + one.text.length > PASSAGE) continue
    taken.push(one)
    length += one.text.length
  }
  return own
    .filter((one) => taken.includes(one))
    .map(({ text }) => text)
    .join(' ')
}
