import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { z } from 'zod'
import { createAnalyser } from '../../src/rank/tokens.ts'
import { type BenchResult, median } from '../bench.ts'
import { growthRows, sideBySide } from '../growth.ts'
import { openFullText } from './full-text.ts'

const abstractRow = z.object({ doc_id: z.number(), title: z.string(), abstract: z.array(z.string()) })
const claimRow = z.object({ claim: z.string() })

function rows<T>(text: string, shape: z.ZodType<T>): readonly T[] {
  return text
    .trim()
    .split('\n')
    .map((line) => shape.parse(JSON.parse(line)))
}

/**
 * The abstracts, and copies whose sentences come from as many others: words are as frequent as before, so that every
 * list of places grows with the texts.
 */
function mixed(abstracts: readonly z.infer<typeof abstractRow>[], times: number) {
  const sentenceOf = (document: number, place: number) => {
    const { abstract } = abstracts[document % abstracts.length] as z.infer<typeof abstractRow>
    return abstract[place % abstract.length] ?? ''
  }
  return Array.from({ length: times }, (_, copy) =>
    abstracts.map(({ doc_id: id, title, abstract }, document) => ({
      id: `${id}-${copy}`,
      text:
        copy === 0
          ? `${title}\n${abstract.join(' ')}`
          : abstract.map((_, place) => sentenceOf(document + copy * 977 + place * 131, place)).join(' '),
    })),
  ).flat()
}

/** The stored full-text index at one and at `times` times SciFact. */
export async function indexGrowth(data: string, times: number, say: (line: string) => void): Promise<BenchResult> {
  const folder = join(data, 'scifact')
  const abstracts = rows(gunzipSync(readFileSync(join(folder, 'corpus.jsonl.gz'))).toString('utf8'), abstractRow)
  const queries = rows(readFileSync(join(folder, 'claims_dev.jsonl'), 'utf8'), claimRow).slice(0, 100)
  const analyser = await createAnalyser()
  const at = (count: number) => {
    const documents = mixed(abstracts, count)
    const index = openFullText(documents, analyser)
    const time = () =>
      queries.map(({ claim }) => {
        const started = performance.now()
        if (index.search(claim, 10).length === 0) throw new Error('a claim was not found')
        return performance.now() - started
      })
    time()
    const times = time().sort((a, b) => a - b)
    index.close()
    const numbers = {
      texts: documents.length,
      index_s: rounded(index.secondsToIndex),
      index_ms_a_text: rounded((index.secondsToIndex * 1000) / documents.length),
      index_share: rounded(index.sizeShare),
      query_ms_p50: rounded(median(times)),
      query_ms_p95: rounded(times[Math.floor(times.length * 0.95)] ?? 0),
    }
    say(JSON.stringify(numbers))
    return numbers
  }
  const usual = at(1)
  const large = at(times)
  return {
    numbers: sideBySide('retrieval', times, usual, large),
    rows: growthRows(`${times} times: ${large.texts} abstracts in the full-text index`, usual, large, [
      { what: 'query, 10 results, p50', key: 'query_ms_p50', unit: 'ms', target: 'as the texts' },
      { what: 'query, 10 results, p95', key: 'query_ms_p95', unit: 'ms', target: 'as the texts' },
      { what: 'indexing a text', key: 'index_ms_a_text', unit: 'ms', target: 'flat' },
      { what: 'size of the index beside the texts', key: 'index_share', unit: 'of 1', target: 'flat' },
    ]),
  }
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}
