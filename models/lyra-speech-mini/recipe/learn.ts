import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { z } from 'zod'
import { splitSentences } from '../../../src/domain/sentences.ts'
import { fit, type Labelled } from './fit.ts'
import { writtenSentences } from './sentences.ts'

/**
 * Learns `weights.json` again: node models/lyra-speech-mini/recipe/learn.ts DATA, where DATA is the folder with
 * `sentences/`, `scifact/`, `japanese/` and `extraction/`. About ten seconds.
 */
const DRAWS = 16
const LINE_WEIGHT = 8
const READER = join(import.meta.dirname, '..', '..', 'lyra-reader-mini', 'recipe')
/** Of the reader's sentences of speech those that are told to a machine; the rest is told to visitors. */
const TOLD_TO_A_MACHINE =
  /\b(?:AI|assistants?|models?|agents?|bots?|LLM|crawlers?|system prompt|automated)\b|AI|アシスタント|言語モデル|指示は|エージェント|人工知能/u

const rowSchema = z.object({ text: z.string(), label: z.string() })

function labelled(file: string): readonly z.infer<typeof rowSchema>[] {
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  return lines.map((line) => rowSchema.parse(JSON.parse(line)))
}

function everyNth<T>(items: readonly T[], most: number): readonly T[] {
  const step = Math.max(1, Math.floor(items.length / most))
  return items.filter((_, at) => at % step === 0).slice(0, most)
}

const plain = (weight: number) => (text: string): Labelled => ({ text, isOrder: false, weight })

/** Prose that nobody wrote for this: abstracts, encyclopedia, articles. */
function prose(data: string): readonly Labelled[] {
  const unpacked = (file: string) => gunzipSync(readFileSync(join(data, file))).toString('utf8').trim().split('\n')
  const abstracts = unpacked('scifact/corpus.jsonl.gz').flatMap(
    (line) => z.object({ abstract: z.array(z.string()) }).parse(JSON.parse(line)).abstract,
  )
  const contexts = new Set(
    unpacked('japanese/jaquad-dev-half.jsonl.gz').map(
      (line) => z.object({ context: z.string() }).parse(JSON.parse(line)).context,
    ),
  )
  const articles = z
    .record(z.string(), z.object({ articleBody: z.string() }))
    .parse(JSON.parse(readFileSync(join(data, 'extraction/articles/ground-truth.json'), 'utf8')))
  const cut = (texts: readonly string[]) => texts.flatMap((text) => splitSentences(text).map((one) => one.text))
  return [
    ...everyNth(abstracts, 2000).map(plain(0.5)),
    ...everyNth(cut([...contexts]), 3500).map(plain(0.5)),
    ...everyNth(cut(Object.values(articles).map(({ articleBody }) => articleBody)), 4500).map(plain(0.5)),
  ]
}

function samples(data: string): readonly Labelled[] {
  const written = [
    ...writtenSentences('orders-en.txt', true, 'en', DRAWS),
    ...writtenSentences('orders-ja.txt', true, 'ja', DRAWS),
    ...writtenSentences('plain-en.txt', false, 'en', DRAWS),
    ...writtenSentences('plain-ja.txt', false, 'ja', DRAWS),
  ].map((one) => ({ ...one, weight: one.weight * LINE_WEIGHT }))
  const told = ['sentences-en', 'sentences-ja'].flatMap((name) => labelled(join(READER, `${name}.jsonl`)))
  const isTold = ({ label, text }: z.infer<typeof rowSchema>) => label === 'S' && TOLD_TO_A_MACHINE.test(text)
  return [
    ...written,
    ...told.map((row): Labelled => ({ text: row.text, isOrder: isTold(row), weight: isTold(row) ? LINE_WEIGHT : 1 })),
    ...labelled(join(READER, 'negatives.jsonl')).map(({ text }) => plain(1)(text)),
    ...labelled(join(data, 'sentences/web-sentences.jsonl')).map(({ text }) => plain(1)(text)),
    ...prose(data),
  ]
}

const { weights, bias } = fit(samples(process.argv[2] ?? ''))
const unit = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0) / 127
const column = Int8Array.from(weights, (weight) => Math.round(weight / unit))
const file = join(import.meta.dirname, '..', 'weights.json')
const bars = {
  ...{ kept_out: 0.85, beside: 0.5, no_claim: 0.25, plain: 0.05 },
  ...{ worth_reading: 0.0005, read_out: 0.93, read_beside: 0.6, read_silent: 0.12 },
  ...{ head_silent: 0.05, part_silent: 0.27, segment_silent: 0.3, stated: 0.8, draws_along: 0.5 },
  ...{ withheld: 0.85, part_withheld: 0.9, head_withheld: 0.85, withheld_draws: 0.95 },
  ...{ in_place_silent: 0.35 },
}
/** Fitted with the reader's speech head on the families and pages that both were not trained on. */
const together = { own: 0.386, read: 0.66, bias: 0.954 }
/** Fitted on attacks set among the sentences of honest pages, against those sentences (docs/adr/0077). */
const in_place = { head: 0.274, part: 0.31, beside: 0.802, title: 5.841, bias: 3.127 }
const shipped = { unit, bias, together, in_place, bars, weights: Buffer.from(column.buffer).toString('base64') }
writeFileSync(file, `${JSON.stringify(shipped, null, 2)}\n`)
