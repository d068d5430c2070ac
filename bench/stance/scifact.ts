import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { StanceRelation } from '../../src/domain/claim.ts'

export interface ScifactClaim {
  readonly id: number
  readonly claim: string
  readonly evidence: Readonly<
    Record<string, readonly { readonly sentences: readonly number[]; readonly label: 'SUPPORT' | 'CONTRADICT' }[]>
  >
  readonly cited_doc_ids: readonly number[]
}

export interface Scifact {
  readonly abstracts: ReadonlyMap<number, readonly string[]>
  readonly dev: readonly ScifactClaim[]
  readonly train: readonly ScifactClaim[]
}

export interface GoldPair {
  readonly claimId: number
  readonly doc: number
  readonly evidence: string
  readonly claim: string
  readonly label: StanceRelation
}

export function readScifact(data: string): Scifact | null {
  const folder = join(data, 'scifact')
  const corpus = join(folder, 'corpus.jsonl.gz')
  if (!existsSync(corpus)) return null
  const lines = (text: string) => text.split('\n').filter((line) => line !== '')
  const abstracts = new Map<number, readonly string[]>()
  for (const line of lines(gunzipSync(readFileSync(corpus)).toString('utf8'))) {
    const row = JSON.parse(line) as { doc_id: number; abstract: string[] }
    abstracts.set(row.doc_id, row.abstract)
  }
  const claims = (part: string) =>
    lines(readFileSync(join(folder, `claims_${part}.jsonl`), 'utf8')).map((line) => JSON.parse(line) as ScifactClaim)
  return { abstracts, dev: claims('dev'), train: claims('train') }
}

export function labelOf(claim: ScifactClaim, doc: number): StanceRelation {
  const label = claim.evidence[String(doc)]?.[0]?.label
  if (label === undefined) return 'neutral'
  return label === 'SUPPORT' ? 'supports' : 'refutes'
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[a-z0-9]{3,}/g) ?? [])
}

/** How the model card weighs a sentence: the idf of the claim's words in it. */
export function wordWeights(abstracts: Scifact['abstracts']): (claim: string, sentence: string) => number {
  const documents = new Map<string, number>()
  for (const abstract of abstracts.values())
    for (const word of words(abstract.join(' '))) documents.set(word, (documents.get(word) ?? 0) + 1)
  return (claim, sentence) => {
    const wanted = words(claim)
    let sum = 0
    for (const word of words(sentence)) {
      const found = documents.get(word)
      if (wanted.has(word) && found !== undefined) sum += Math.log(abstracts.size / found)
    }
    return sum
  }
}

/** The pairs of the model card: gold sentences, and as neutral the best-matching sentences that are no evidence. */
export function goldPairs(claims: readonly ScifactClaim[], abstracts: Scifact['abstracts']): readonly GoldPair[] {
  const weigh = wordWeights(abstracts)
  const pairs: GoldPair[] = []
  for (const claim of claims)
    for (const doc of claim.cited_doc_ids) {
      const text = abstracts.get(doc) ?? []
      const add = (evidence: string, label: StanceRelation) =>
        pairs.push({ claimId: claim.id, doc, evidence, claim: claim.claim, label })
      const found = claim.evidence[String(doc)]
      const ranked = text.map((sentence) => ({ sentence, weight: weigh(claim.claim, sentence) }))
      ranked.sort((a, b) => b.weight - a.weight)
      if (found === undefined) {
        const best = new Set(ranked.slice(0, 2).map(({ sentence }) => sentence))
        add(text.filter((sentence) => best.has(sentence)).join(' '), 'neutral')
        continue
      }
      const at = new Set(found.flatMap(({ sentences }) => sentences))
      add(text.filter((_, index) => at.has(index)).join(' '), labelOf(claim, doc))
      const rest = text.filter((_, index) => !at.has(index))
      const best = ranked.find(({ sentence }) => rest.includes(sentence))
      if (doc % 3 === 0 && best !== undefined) add(best.sentence, 'neutral')
    }
  return pairs
}
