/** What a choice is for. */
export type ChoiceTask = 'stance' | 'vectors' | 'language model'

export interface ModelChoice {
  /** What `lyra models pull` takes. */
  readonly name: string
  /** `hf:owner/name` or `ollama:name`. */
  readonly from: string
  readonly task: ChoiceTask
  /** Megabytes to download: weights and tokenizer. */
  readonly megabytes: number
  readonly licence: string
  readonly brings: string
}

/**
 * Models whose files and terms were looked up; their formats are tried in the tests, their weights could not be. Sizes
 * are of the file that is taken, the int8 one.
 */
export const MODEL_CHOICES: readonly ModelChoice[] = [
  {
    name: 'mdeberta-xnli',
    from: 'hf:MoritzLaurer/mDeBERTa-v3-base-xnli-multilingual-nli-2mil7',
    task: 'stance',
    megabytes: 355,
    licence: 'MIT',
    brings: 'support and refutation in 27 languages, English and Japanese among them; the first one to try',
  },
  {
    name: 'nli-deberta-v3-small',
    from: 'hf:cross-encoder/nli-deberta-v3-small',
    task: 'stance',
    megabytes: 182,
    licence: 'Apache-2.0',
    brings: 'a second reading of hard English pairs',
  },
  {
    name: 'multilingual-e5-small',
    from: 'hf:Xenova/multilingual-e5-small',
    task: 'vectors',
    megabytes: 135,
    licence: 'MIT',
    brings: 'ranking and candidates in about 100 languages, 384 dimensions as the embedded one',
  },
  {
    name: 'multilingual-e5-base',
    from: 'hf:Xenova/multilingual-e5-base',
    task: 'vectors',
    megabytes: 296,
    licence: 'MIT',
    brings: 'the same, larger: 768 dimensions, about a third of the speed',
  },
  {
    name: 'bge-m3',
    from: 'hf:Xenova/bge-m3',
    task: 'vectors',
    megabytes: 587,
    licence: 'MIT',
    brings: 'the strongest vectors of this list, 1,024 dimensions; for a machine with a GPU or patience',
  },
  {
    name: 'qwen2.5-7b',
    from: 'ollama:qwen2.5:7b',
    task: 'language model',
    megabytes: 4700,
    licence: 'Apache-2.0',
    brings: 'claims told in plain sentences, queries in the other language; wants 8 GB of memory',
  },
  {
    name: 'qwen2.5-3b',
    from: 'ollama:qwen2.5:3b',
    task: 'language model',
    megabytes: 1900,
    licence: 'Qwen Research (not for commercial use)',
    brings: 'the same on a small machine',
  },
]

/** What a person asked for, as an address; a bare `owner/name` is one of the hub. */
export type ModelAddress =
  | { readonly kind: 'hub'; readonly repository: string; readonly revision: string | undefined }
  | { readonly kind: 'ollama'; readonly model: string }
  | { readonly kind: 'openai'; readonly model: string }
  | { readonly kind: 'folder'; readonly path: string }

/** Null where the words are neither a choice nor an address. */
export function modelAddress(words: string): ModelAddress | null {
  const text = MODEL_CHOICES.find(({ name }) => name === words.toLowerCase())?.from ?? words
  if (text.startsWith('ollama:')) return named(text.slice('ollama:'.length), 'ollama')
  if (text.startsWith('openai:')) return named(text.slice('openai:'.length), 'openai')
  if (/^(?:[./~]|[A-Za-z]:[\\/])/.test(text)) return { kind: 'folder', path: text }
  const bare = text.startsWith('hf:') ? text.slice('hf:'.length) : text
  const at = bare.indexOf('@')
  const repository = at === -1 ? bare : bare.slice(0, at)
  if (!/^[A-Za-z0-9][\w.-]{0,95}\/[A-Za-z0-9][\w.-]{0,95}$/.test(repository) || repository.includes('..')) return null
  const revision = at === -1 ? undefined : bare.slice(at + 1)
  return revision === '' ? null : { kind: 'hub', repository, revision }
}

function named(model: string, kind: 'ollama' | 'openai'): ModelAddress | null {
  return /^[\w][\w.:/-]{0,127}$/.test(model) ? { kind, model } : null
}
