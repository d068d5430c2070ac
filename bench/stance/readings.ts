import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { softmax } from '../../src/domain/softmax.ts'
import { type MeasuredFragment, measureFragment } from '../../src/judge/stance-features.ts'
import type { StanceScore } from '../../src/models/types.ts'
import type { PlannedTopic } from './plan-topics.ts'
import type { Scifact } from './scifact.ts'

/** Where a pair comes from: SciFact's gold sentences, cited abstracts, retrieved abstracts; the written topics. */
export type Kind = 'gold' | 'abs' | 'ret' | 'topic'

/** One fragment as the models read it, and what it is labelled. */
export interface Reading {
  readonly kind: Kind
  readonly claim: string
  /** 0 supports, 1 refutes, 2 neutral. */
  readonly y: 0 | 1 | 2
  /**
   * The fold whose copy of the model read it, without having seen its abstract or topic; -1: held out of everything.
   */
  readonly fold: number
  /** Rank among the retrieved abstracts; -1 where it was not retrieved. */
  readonly rank: number
  readonly language: string
  readonly sentences: readonly { readonly text: string; readonly similarity: number }[]
  readonly joined: string
  /** Logits of the tuned and of the untuned model: up to three sentences, joined, whole, reversed. */
  readonly logits: { readonly tuned: Logits; readonly untuned: Logits }
}

type Logits = readonly (readonly number[])[]

interface ReadRow {
  readonly c?: number
  readonly d?: number
  readonly k?: 'gold' | 'abs' | 'ret'
  readonly y?: 0 | 1 | 2
  readonly at?: readonly number[]
  readonly o?: readonly number[]
  readonly cos?: readonly number[]
  readonly rank?: number
  /** Number of the row in the plan of the topics. */
  readonly own?: number
  readonly f: number
  readonly z: Logits
  readonly b: Logits
}

/** Over this an abstract is not read whole; the judge has the same limit. */
const WHOLE_LIMIT = 1200

function lines<T>(file: string): readonly T[] {
  const bytes = readFileSync(file)
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T)
}

export function loadReadings(file: string, scifact: Scifact, planFile: string | undefined): readonly Reading[] {
  const plan = planFile === undefined ? [] : lines<PlannedTopic>(planFile)
  const claims = new Map(scifact.train.map(({ id, claim }) => [id, claim]))
  return lines<ReadRow>(file).flatMap((row) => {
    if (row.own === undefined) return [ofAbstract(row, scifact, claims)]
    const planned = plan[row.own]
    return planned === undefined ? [] : [ofTopic(row, planned)]
  })
}

function ofTopic(row: ReadRow, planned: PlannedTopic): Reading {
  return {
    kind: 'topic',
    ...{ claim: planned.claim, y: planned.y, fold: row.f, rank: -1, language: planned.lang },
    sentences: planned.near.map((text, index) => ({ text, similarity: planned.cos[index] ?? 0 })),
    joined: planned.joined,
    logits: { tuned: row.z, untuned: row.b },
  }
}

function ofAbstract(row: ReadRow, scifact: Scifact, claims: ReadonlyMap<number, string>): Reading {
  const { at = [], o = [], cos = [] } = row
  const text = scifact.abstracts.get(row.d ?? -1) ?? []
  const sentence = (index: number) => text[at[index] ?? -1] ?? ''
  const whole = at.map((index) => text[index] ?? '').join(' ')
  const wholeAt = o.length + (whole.length <= WHOLE_LIMIT ? 1 : 0)
  const withWhole = (logits: Logits): Logits =>
    logits.map((one, at) => (at === o.length + 1 ? (logits[wholeAt] ?? one) : one))
  return {
    kind: row.k ?? 'gold',
    ...{ claim: claims.get(row.c ?? -1) ?? '', y: row.y ?? 2, fold: row.f, rank: row.rank ?? -1, language: 'en' },
    sentences: o.map((index) => ({ text: sentence(index), similarity: cos[index] ?? 0 })),
    joined: [...o.slice(0, 2)]
      .sort((a, b) => a - b)
      .map(sentence)
      .join(' '),
    logits: { tuned: withWhole(row.z), untuned: withWhole(row.b) },
  }
}

export interface MeasuredReading extends Reading, MeasuredFragment {
  /** The model on the nearest sentences, before any rule. */
  readonly model: StanceScore
}

/** The judge's features of a reading, with the logits of one of the models at its temperature. */
export function measure(reading: Reading, which: 'tuned' | 'untuned', temperature: number): MeasuredReading | null {
  const logits = reading.logits[which]
  const score = (at: number): StanceScore => {
    const [supports = 0, refutes = 0, neutral = 1] = softmax([...(logits[at] ?? [])], temperature)
    return { supports, refutes, neutral }
  }
  const count = reading.sentences.length
  const measured = measureFragment(reading.claim, {
    sentences: reading.sentences.map((sentence, at) => ({ ...sentence, model: score(at) })),
    joined: { text: reading.joined, model: score(count) },
    whole: score(count + 1),
    reversed: score(count + 2),
  })
  return measured === null ? null : { ...reading, ...measured, model: score(count) }
}
