import { contentTypeOf } from '../src/research/documents/content-type.ts'
import { defaultExtract } from '../test/extract/default-extract.ts'
import { type Bench, type BenchResult, median } from './bench.ts'
import { type Comparison, compareWords } from './documents/compare.ts'
import { type DocumentEntry, readEntry, readManifest, readReferences } from './documents/files.ts'
import { hashesOf } from './documents/words.ts'

interface Read extends Comparison {
  readonly entry: DocumentEntry
  readonly failure: string | null
  readonly ms: number
}

/** Files shown with what they lost, worst first. */
const SHOWN = 10

/**
 * Real public files of nine kinds beside what other programs read in them (bench/documents/README.md). The files lie in
 * the folder of LYRA_DOCUMENTS, laid out as `<repository>/<path>`; of the references only hashes of words are kept.
 */
export const documents: Bench = {
  about: 'text of real files of nine kinds beside a reference extraction by other programs',
  run: async ({ root, say }) => {
    const folder = process.env.LYRA_DOCUMENTS ?? ''
    const references = readReferences(root)
    const reads: Read[] = []
    const extract = defaultExtract()
    let absent = 0
    for (const entry of readManifest(root)) {
      const body = folder === '' ? null : readEntry(folder, entry)
      const reference = references.get(entry.sha256)
      if (body === null || reference === undefined) {
        absent += 1
        continue
      }
      const begin = performance.now()
      const type = contentTypeOf(entry.path, body)
      const extraction = await extract({ url: `file-copy:${entry.sha256}`, contentType: type, body })
      const ms = performance.now() - begin
      const text = extraction.ok ? extraction.page.fragments.map((one) => one.text_content).join('\n') : ''
      const failure = extraction.ok ? null : `${extraction.failure}: ${extraction.reason}`
      reads.push({ entry, failure, ms, ...compareWords(reference, hashesOf(text)) })
    }
    if (reads.length === 0) {
      say('Set LYRA_DOCUMENTS to the folder with the files of bench/documents/manifest.jsonl')
      return { numbers: { bench: 'documents', files: 0, absent }, rows: [] }
    }
    tellWorst(reads, say)
    return { numbers: { bench: 'documents', files: reads.length, absent, ...figures(reads) }, rows: rowsOf(reads) }
  },
}

function figures(reads: readonly Read[]): Record<string, number> {
  const kinds = Map.groupBy(reads, ({ entry }) => entry.kind)
  const of = (some: readonly Read[]) => ({ kept: share(some, 'kept', 'words'), order: share(some, 'ordered', 'once') })
  return {
    kinds: kinds.size,
    not_read: reads.filter(({ failure }) => failure !== null).length,
    reference_words: sum(reads, 'words'),
    words_kept: of(reads).kept,
    order_right: of(reads).order,
    falsified_figures: reads.reduce((all, { falsified }) => all + falsified.length, 0),
    median_ms: Math.round(median(reads.map(({ ms }) => ms))),
    ...Object.fromEntries([...kinds].map(([kind, some]) => [`files_${kind}`, some.length])),
    ...Object.fromEntries([...kinds].map(([kind, some]) => [`words_kept_${kind}`, of(some).kept])),
    ...Object.fromEntries([...kinds].map(([kind, some]) => [`order_right_${kind}`, of(some).order])),
  }
}

type Counted = 'words' | 'kept' | 'once' | 'ordered'

function sum(reads: readonly Read[], what: Counted): number {
  return reads.reduce((all, read) => all + read[what], 0)
}

function share(reads: readonly Read[], part: Counted, whole: Counted): number {
  return Math.round((1e4 * sum(reads, part)) / Math.max(1, sum(reads, whole))) / 1e4
}

function tellWorst(reads: readonly Read[], say: (line: string) => void): void {
  const worst = reads.toSorted((a, b) => a.kept / a.words - b.kept / b.words).slice(0, SHOWN)
  for (const { entry, kept, words, failure } of worst)
    say(`${(kept / words).toFixed(3)} ${entry.kind} ${entry.repository} ${entry.path}${failure ? ` (${failure})` : ''}`)
  for (const { entry, falsified } of reads)
    if (falsified.length > 0) say(`figures that differ: ${falsified.length} in ${entry.repository} ${entry.path}`)
}

function rowsOf(reads: readonly Read[]): BenchResult['rows'] {
  const { words_kept, order_right, falsified_figures, kinds } = figures(reads)
  const what = `Own documents: ${reads.length} public files of ${kinds} kinds beside other programs`
  const shown = (value: number | undefined) => (value ?? 0).toFixed(4)
  return [
    {
      what,
      measured: `words kept ${shown(words_kept)}, order ${shown(order_right)}, figures falsified ${falsified_figures}`,
      baseline: 'pandoc, LibreOffice, pdftotext, Python csv and email: 1 by definition',
      target: 'words kept >= 0.97, order right, no falsified figure',
    },
  ]
}
