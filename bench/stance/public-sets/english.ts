import { z } from 'zod'
import type { StanceRelation } from '../../../src/domain/claim.ts'
import type { PublicPair, PublicSet } from './pairs.ts'
import { readLines, readRecords } from './separated-values.ts'

const LABELS: Readonly<Record<string, StanceRelation>> = {
  ...{ Supports: 'supports', SUPPORTS: 'supports', SUPPORTED: 'supports', supported: 'supports', e: 'supports' },
  ...{ Refutes: 'refutes', REFUTES: 'refutes', REFUTED: 'refutes', c: 'refutes' },
  ...{ Neutral: 'neutral', NOT_ENOUGH_INFO: 'neutral', n: 'neutral' },
  ...{ partially_supported: 'neutral', not_supported: 'neutral' },
}

function pairOf(claim: string, evidence: string, label: string, title: string | null = null): readonly PublicPair[] {
  const known = LABELS[label]
  if (known === undefined) throw new Error(`unknown label ${label}`)
  return [{ claim: claim.trim(), evidence: evidence.trim(), title, label: known }]
}

const CLIMATE = z.object({
  claim: z.string(),
  evidences: z.array(z.object({ evidence_label: z.string(), article: z.string(), evidence: z.string() })),
})
const COVID = z.object({ claim: z.string(), label: z.string(), evidence: z.array(z.string()) })
const SYMMETRIC = z.object({ claim: z.string(), evidence: z.string(), label: z.string() })
const WICE = z.object({ claim: z.string(), label: z.string(), evidence: z.array(z.string()) })
const CONTROL = z.object({ premise: z.string(), hypothesis: z.string(), label: z.string() })

/** Sentences of a page of WiCE that are not text: its title, then headings marked by number signs. */
const WICE_TITLE = '(meta data) TITLE: '

function readWice({ claim, label, evidence }: z.infer<typeof WICE>): readonly PublicPair[] {
  const title = evidence.find((sentence) => sentence.startsWith(WICE_TITLE))?.slice(WICE_TITLE.length) ?? null
  const text = evidence.filter((sentence) => !sentence.startsWith('(meta data)') && !sentence.startsWith('#'))
  return pairOf(claim, text.join(' '), label, title)
}

const BRACKETS: Readonly<Record<string, string>> = { LRB: '(', RRB: ')', LSB: '[', RSB: ']' }

/** FEVER's sentences are cut into words: "-LRB- born 1968 -RRB- ," was "(born 1968)," on the page. */
export function restoreFever(text: string): string {
  return text
    .replace(/-([LR][RS]B)-/g, (mark, name: string) => BRACKETS[name] ?? mark)
    .replace(/`` ?(.*?) ?(?:``|'')/g, '"$1"')
    .replace(/(?<=[([]) | (?=[)\],.;:])/g, '')
    .replace(/ -- /g, ' – ')
}

export const ENGLISH_SETS: readonly PublicSet[] = [
  {
    ...{ name: 'healthver', language: 'en', labels: 'three', files: ['healthver_test.csv'] },
    from: 'sarrouti/HealthVer, data',
    clean: 'no pair or claim; 28 evidence texts in the text of lyra-nli-mini; looked at in choosing a model before it',
    read: (file) =>
      readRecords(file('healthver_test.csv')).flatMap(({ claim = '', evidence = '', label = '' }) =>
        pairOf(claim, evidence, label),
      ),
  },
  {
    ...{ name: 'climate-fever', language: 'en', labels: 'three', files: ['climate-fever.jsonl'] },
    from: 'tdiggelm/climate-fever-dataset, dataset',
    clean: 'no pair or claim; one evidence text in the text of lyra-nli-mini',
    read: (file) =>
      readLines(file('climate-fever.jsonl')).flatMap((line) => {
        const { claim, evidences } = CLIMATE.parse(JSON.parse(line))
        return evidences.flatMap((one) => pairOf(claim, one.evidence, one.evidence_label, one.article))
      }),
  },
  {
    ...{ name: 'covid-fact', language: 'en', labels: 'no neutral', files: ['COVIDFACT_dataset.jsonl'] },
    from: 'asaakyan/covidfact',
    clean: 'no pair or claim',
    read: (file) =>
      readLines(file('COVIDFACT_dataset.jsonl')).flatMap((line) => {
        const { claim, label, evidence } = COVID.parse(JSON.parse(line))
        return pairOf(claim, evidence.join(' '), label)
      }),
  },
  {
    ...{ name: 'fever-symmetric', language: 'en', labels: 'no neutral', files: ['fever_symmetric_test.jsonl'] },
    from: 'TalSchuster/FeverSymmetric, symmetric_v0.2',
    restore: restoreFever,
    clean: 'no pair or claim; Wikipedia is in the running text of the models it starts from, without labels',
    read: (file) =>
      readLines(file('fever_symmetric_test.jsonl')).flatMap((line) => {
        const { claim, evidence, label } = SYMMETRIC.parse(JSON.parse(line))
        return pairOf(claim, evidence, label)
      }),
  },
  {
    ...{ name: 'wice', language: 'en', labels: 'supports or not', files: ['test.jsonl'] },
    from: 'ryokamoi/wice, code_and_resources/entailment_inputs/oracle_chunks/claim',
    clean: 'no pair or claim; partly supported counts as not supported, as its authors score it',
    read: (file) => readLines(file('test.jsonl')).flatMap((line) => readWice(WICE.parse(JSON.parse(line)))),
  },
  {
    ...{ name: 'control', language: 'en', labels: 'three', files: ['test.jsonl'] },
    from: 'csitfun/ConTRoL-dataset, data',
    clean: 'no pair or claim; passages of exams, 2,900 characters on average',
    read: (file) =>
      readLines(file('test.jsonl')).flatMap((line) => {
        const { premise, hypothesis, label } = CONTROL.parse(JSON.parse(line))
        return pairOf(hypothesis, premise, label)
      }),
  },
]
