import { DOMParser } from 'linkedom'
import { z } from 'zod'
import type { StanceRelation } from '../../../src/domain/claim.ts'
import type { PublicPair, PublicSet } from './pairs.ts'
import { readLines } from './separated-values.ts'

const CAPTIONS = z.object({ sentence1: z.string(), sentence2: z.string(), label: z.union([z.string(), z.number()]) })
const OF_CAPTIONS: Readonly<Record<string, StanceRelation>> = {
  ...{ entailment: 'supports', contradiction: 'refutes', neutral: 'neutral' },
}

/** The captions of JSTS train made training pairs of lyra-nli-mini: the same two sentences are left out here. */
function readCaptions(jnli: string, jsts: string): readonly PublicPair[] {
  const rows = (text: string) => readLines(text).map((line) => CAPTIONS.parse(JSON.parse(line)))
  const both = (a: string, b: string) => [a, b].sort().join('\n')
  const known = new Set(rows(jsts).map(({ sentence1, sentence2 }) => both(sentence1, sentence2)))
  return rows(jnli).flatMap(({ sentence1, sentence2, label }) => {
    const relation = OF_CAPTIONS[String(label)]
    if (relation === undefined || known.has(both(sentence1, sentence2))) return []
    return [{ claim: sentence2, evidence: sentence1, title: null, label: relation }]
  })
}

const JSEM_FILES = [
  ...['Adjectives', 'Adverb', 'Attitudes', 'AuxiliaryVerb', 'CaseParticle', 'Comparatives', 'CompoundAdjective'],
  ...['CompoundVerb', 'Conditional', 'Conjunction', 'Coordination', 'Ellipsis', 'GeneralizedQuantifier', 'Modality'],
  ...['NP', 'NewAdjective', 'NominalAnaphora', 'Plurals', 'Question', 'TemporalReference', 'Toritate', 'Verbs'],
].map((name) => `${name}.xml`)
/** What else it tells (unacceptable, infelicitous, undefined) is no stance. */
const OF_JSEM: Readonly<Record<string, StanceRelation>> = { yes: 'supports', no: 'refutes', unknown: 'neutral' }

function readJsem(xml: string): readonly PublicPair[] {
  const document = new DOMParser().parseFromString(xml, 'text/xml')
  const said = (texts: readonly (string | null)[]) => texts.map((text) => (text ?? '').trim()).join('')
  return [...document.querySelectorAll('problem')].flatMap((problem): readonly PublicPair[] => {
    const label = OF_JSEM[problem.getAttribute('answer') ?? '']
    const textsOf = (part: string) => [...problem.querySelectorAll(`${part} > script`)].map((one) => one.textContent)
    const [claim, evidence] = [said(textsOf('h')), said(textsOf('p'))]
    return label === undefined || claim === '' || evidence === '' ? [] : [{ claim, evidence, title: null, label }]
  })
}

export const JAPANESE_SETS: readonly PublicSet[] = [
  {
    ...{ name: 'jnli', language: 'ja', labels: 'three', files: ['valid-v1.3.json', 'jsts-train-v1.3.json'] },
    from: 'yahoojapan/JGLUE, datasets/jnli-v1.3; jsts-v1.3/train-v1.3.json as jsts-train-v1.3.json',
    clean: 'validation without the caption pairs that JSTS train has, too, which made training pairs of lyra-nli-mini',
    read: (file) => readCaptions(file('valid-v1.3.json'), file('jsts-train-v1.3.json')),
  },
  {
    ...{ name: 'jsem', language: 'ja', labels: 'three', files: JSEM_FILES },
    from: 'DaisukeBekki/JSeM, data/v1.0',
    clean: 'no pair or claim; answers yes, no and unknown',
    read: (file) => JSEM_FILES.flatMap((name) => readJsem(file(name))),
  },
  {
    ...{ name: 'jrte', language: 'ja', labels: 'supports or not', files: ['rte.nlp2020_base.tsv'] },
    from: 'megagonlabs/jrte-corpus, data',
    clean: 'no pair or claim; its test rows',
    read: (file) =>
      readLines(file('rte.nlp2020_base.tsv')).flatMap((line): readonly PublicPair[] => {
        const [, label, claim = '', evidence = '', , , usage] = line.split('\t')
        return usage === 'test' ? [{ claim, evidence, title: null, label: label === '1' ? 'supports' : 'neutral' }] : []
      }),
  },
]
