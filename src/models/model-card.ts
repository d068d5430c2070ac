import { z } from 'zod'
import { STANCE_RELATIONS } from '../domain/claim.ts'
import { LyraError } from '../domain/errors.ts'
import type { EmbeddingConfig, NliConfig } from './model-folder.ts'

/** The hub's small files as they came; undefined where the repository has none. */
export interface Card {
  readonly config: unknown
  readonly pooling: unknown
  readonly length: unknown
}

interface Graph {
  readonly inputs: readonly string[]
  readonly outputs: readonly string[]
}

/** What a pulled model is, as the config.json that Lyra reads, and what could not be read from its card. */
export interface ReadCard {
  readonly config: EmbeddingConfig | NliConfig
  /** Its labels have no meaning by name (LABEL_0): their order has to be measured. */
  readonly unnamedLabels: boolean
}

const transformer = z.object({
  hidden_size: z.int().min(1),
  max_position_embeddings: z.int().optional(),
  model_type: z.string().optional(),
  id2label: z.record(z.string(), z.string()).optional(),
  architectures: z.array(z.string()).optional(),
})
type Transformer = z.infer<typeof transformer>

const poolingShape = z.object({
  pooling_mode_cls_token: z.boolean().default(false),
  pooling_mode_mean_tokens: z.boolean().default(false),
})
const lengthShape = z.object({ max_seq_length: z.int().min(8) })

/** Names of the three relations as NLI and fact-checking sets spell them, letters only. */
const SPELLINGS: readonly (readonly [NliConfig['labels'][number], readonly string[]])[] = [
  ['supports', ['entailment', 'entails', 'entail', 'supports', 'support', 'supported', '含意']],
  ['refutes', ['contradiction', 'contradicts', 'contradict', 'contradictory', 'refutes', 'refute', 'refuted', '矛盾']],
  ['neutral', ['neutral', 'nei', 'notenoughinfo', 'neither', 'unknown', '中立']],
]
const RELATIONS: ReadonlyMap<string, NliConfig['labels'][number]> = new Map(
  SPELLINGS.flatMap(([relation, names]) => names.map((name) => [name, relation] as const)),
)

/** Put before a text as the family was trained; by the name of the repository, where no config file says it. */
const FAMILIES: readonly {
  readonly name: RegExp
  readonly prefix?: string
  readonly pooling?: EmbeddingConfig['pooling']
}[] = [
  // One prefix for both sides: a fragment is compared with fragments as well as with queries.
  { name: /(?:^|[-_/])e5(?:[-_]|$)/i, prefix: 'query: ', pooling: 'mean' },
  { name: /(?:^|[-_/])bge(?:[-_]|$)/i, pooling: 'cls' },
  { name: /(?:^|[-_/])gte-multilingual(?:[-_]|$)/i, pooling: 'cls' },
  { name: /(?:^|[-_/])ruri-(?:small|base|large)/i, prefix: '文章: ', pooling: 'mean' },
]

/** The longest window worth its time on a CPU; models that could read more are cut here. */
const MOST_TOKENS = 512
const KNOWN_INPUTS = ['input_ids', 'attention_mask', 'token_type_ids']
const TOKEN_ROWS = ['last_hidden_state', 'token_embeddings', 'hidden_states']
const POOLED = ['sentence_embedding', 'embedding', 'embeddings', 'dense_vecs']

export function readCard(repository: string, card: Card, graph: Graph): ReadCard {
  const parsed = transformer.safeParse(card.config)
  if (!parsed.success) throw refused(repository, 'its config.json has another shape')
  const foreign = graph.inputs.filter((name) => !KNOWN_INPUTS.includes(name))
  if (foreign.length > 0 || !graph.inputs.includes('input_ids'))
    throw refused(repository, `its graph wants ${graph.inputs.join(', ')}, which a tokenizer does not give`)
  const rows = TOKEN_ROWS.find((name) => graph.outputs.includes(name))
  const vector = POOLED.find((name) => graph.outputs.includes(name))
  if (rows !== undefined || vector !== undefined)
    return { config: encoder(repository, card, graph, parsed.data, { rows, vector }), unnamedLabels: false }
  return classifier(repository, graph, parsed.data)
}

function classifier(repository: string, graph: Graph, card: Transformer): ReadCard {
  const output = graph.outputs.includes('logits') ? 'logits' : graph.outputs[0]
  if (output === undefined || (output !== 'logits' && graph.outputs.length > 1))
    throw refused(repository, `its graph gives ${graph.outputs.join(', ')}: neither logits nor vectors`)
  const names = Object.entries(card.id2label ?? {})
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([, label]) => label)
  if (names.length !== 3)
    throw refused(repository, `it has ${names.length} labels (${names.join(', ')}), and a stance has three`)
  const known = names.flatMap((name) => RELATIONS.get(name.toLowerCase().replace(/[^\p{L}]/gu, '')) ?? [])
  const named = known.length === 3 && new Set(known).size === 3
  if (!named && !names.every((name) => /^label_?\d$/i.test(name)))
    throw refused(repository, `its labels (${names.join(', ')}) are not those of a stance model`)
  const config: NliConfig = {
    ...{ name: repository, task: 'nli', languages: [], labels: named ? known : [...STANCE_RELATIONS] },
    ...{ max_length: windowOf(card), inputs: [...graph.inputs], output, temperature: 1 },
  }
  return { config, unnamedLabels: !named }
}

function encoder(
  repository: string,
  { pooling: modules, length }: Card,
  graph: Graph,
  card: Transformer,
  { rows, vector }: { readonly rows: string | undefined; readonly vector: string | undefined },
): EmbeddingConfig {
  const family = FAMILIES.find(({ name }) => name.test(repository))
  const said = lengthShape.safeParse(length)
  const own = poolingOf(repository, modules) ?? family?.pooling ?? 'mean'
  const output = rows ?? vector
  if (output === undefined) throw refused(repository, 'its graph gives no vectors')
  return {
    name: repository,
    task: 'sentence-embedding',
    languages: [],
    dimension: card.hidden_size,
    max_length: Math.min(windowOf(card), said.success ? said.data.max_seq_length : MOST_TOKENS),
    inputs: [...graph.inputs],
    output,
    // One row for the text is its vector already: the "first of one row" of it is that row, made of unit length.
    pooled_in_graph: false,
    pooling: rows === undefined ? 'cls' : own,
    prefix: family?.prefix ?? '',
  }
}

/** What sentence-transformers says in 1_Pooling/config.json; null where the repository has no such file. */
function poolingOf(repository: string, modules: unknown): EmbeddingConfig['pooling'] | null {
  if (modules === undefined) return null
  const parsed = poolingShape.safeParse(modules)
  if (!parsed.success || parsed.data.pooling_mode_cls_token === parsed.data.pooling_mode_mean_tokens)
    throw refused(repository, 'it pools its tokens in a way that is not known here')
  return parsed.data.pooling_mode_cls_token ? 'cls' : 'mean'
}

/** DeBERTa may leave its positions open (0 or less); the RoBERTa family counts them from 2. */
function windowOf({ max_position_embeddings: positions = MOST_TOKENS, model_type: type = '' }: Transformer): number {
  const readable = /roberta|camembert/.test(type) ? positions - 2 : positions
  return readable < 8 ? MOST_TOKENS : Math.min(readable, MOST_TOKENS)
}

function refused(repository: string, why: string): LyraError {
  return new LyraError('MODEL_NOT_READY', `${repository} cannot be used: ${why}`, { details: { repository, why } })
}
