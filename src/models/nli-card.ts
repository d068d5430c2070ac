import { z } from 'zod'
import { LyraError } from '../domain/errors.ts'
import type { NliConfig } from './model-folder.ts'

const cardShape = z.object({
  id2label: z.record(z.string(), z.string()),
  max_position_embeddings: z.int().min(8).optional(),
  model_type: z.string().optional(),
})

const RELATIONS: ReadonlyMap<string, NliConfig['labels'][number]> = new Map([
  ['entailment', 'supports'],
  ['contradiction', 'refutes'],
  ['neutral', 'neutral'],
])
/** The longest window worth its time on a CPU. */
const MOST_TOKENS = 512

function relationOf(label: string): NliConfig['labels'][number] | null {
  return RELATIONS.get(label.toLowerCase()) ?? null
}

/**
 * The hub's config.json of a three-way NLI model (nli-deberta-v3, mDeBERTa-xnli) as the one Lyra reads; null when it is
 * none. The order of the labels is the card's own: the two families differ in it.
 */
export function nliConfigOf(
  repository: string,
  card: unknown,
  graph: { readonly inputs: readonly string[]; readonly outputs: readonly string[] },
): NliConfig | null {
  const parsed = cardShape.safeParse(card)
  if (!parsed.success) return null
  const { id2label, max_position_embeddings: positions = MOST_TOKENS, model_type: type = '' } = parsed.data
  const labels = Object.entries(id2label)
    .sort(([a], [b]) => Number(a) - Number(b))
    .flatMap(([, label]) => relationOf(label) ?? [])
  if (labels.length !== 3 || new Set(labels).size !== 3) return null
  if (!graph.outputs.includes('logits'))
    throw new LyraError('MODEL_NOT_READY', `The graph of ${repository} gives ${graph.outputs.join(', ')}, no logits`)
  // The RoBERTa family counts its positions from 2.
  const readable = /roberta/.test(type) ? positions - 2 : positions
  return {
    name: repository,
    task: 'nli',
    languages: [],
    labels,
    max_length: Math.min(readable, MOST_TOKENS),
    inputs: [...graph.inputs],
    output: 'logits',
    temperature: 1,
  }
}
