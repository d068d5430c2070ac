/** Models of a few kilobytes with the right shapes, built from bytes: an ONNX graph and a tokenizer of each family. */

type Field = readonly [number: number, value: bigint | number | string | Uint8Array]

function varint(value: bigint): number[] {
  const bytes: number[] = []
  let rest = value
  for (;;) {
    const low = Number(rest & 127n)
    rest >>= 7n
    if (rest === 0n) return [...bytes, low]
    bytes.push(low | 128)
  }
}

/** A protobuf message: whole numbers as varints, everything else with its length. */
function message(...fields: readonly Field[]): Uint8Array {
  return Buffer.concat(
    fields.map(([number, value]) => {
      if (typeof value === 'number' || typeof value === 'bigint')
        return Buffer.from([...varint(BigInt(number << 3)), ...varint(BigInt(value))])
      const body = typeof value === 'string' ? Buffer.from(value) : value
      return Buffer.concat([Buffer.from([...varint(BigInt((number << 3) | 2)), ...varint(BigInt(body.length))]), body])
    }),
  )
}

const FLOAT = 1
const INT64 = 7

function valueInfo(name: string, type: number, dims: readonly (string | number)[]): Uint8Array {
  const shape = message(
    ...dims.map((dim): Field => [1, typeof dim === 'string' ? message([2, dim]) : message([1, dim])]),
  )
  return message([1, name], [2, message([1, message([1, type], [2, shape])])])
}

/** The same numbers for the same seed, between -1 and 1. */
function numbers(count: number, seed: number): Float32Array {
  let state = seed
  return Float32Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 31 - 1
  })
}

interface GraphOptions {
  readonly inputs: readonly string[]
  readonly vocabulary: number
  /** `logits`: the mean of three numbers a token; `last_hidden_state`: a row of `width` a token. */
  readonly output: 'logits' | 'last_hidden_state'
  readonly width?: number
  readonly seed?: number
  /** Numbers of a token, in place of random ones. */
  readonly rows?: ReadonlyMap<number, readonly number[]>
}

export function tinyGraph({ inputs, vocabulary, output, width = 8, seed = 7, rows: known }: GraphOptions): Buffer {
  const columns = output === 'logits' ? 3 : width
  const table = numbers(vocabulary * columns, seed)
  for (const [token, row] of known ?? []) table.set(row, token * columns)
  const weights = message([1, vocabulary], [1, columns], [2, FLOAT], [8, 'table'], [9, new Uint8Array(table.buffer)])
  const rows = output === 'logits' ? 'rows' : output
  const gather = message([1, 'table'], [1, 'input_ids'], [2, rows], [4, 'Gather'])
  const axes = message([1, 'axes'], [8, 1n], [20, 7])
  const keep = message([1, 'keepdims'], [3, 0n], [20, 2])
  const mean = message([1, 'rows'], [2, 'logits'], [4, 'ReduceMean'], [5, axes], [5, keep])
  const shape = output === 'logits' ? ['batch', 3] : ['batch', 'tokens', columns]
  const graph = message(
    [1, gather],
    ...(output === 'logits' ? ([[1, mean]] as const) : []),
    [2, 'tiny'],
    [5, weights],
    ...inputs.map((name): Field => [11, valueInfo(name, INT64, ['batch', 'tokens'])]),
    [12, valueInfo(output, FLOAT, shape)],
  )
  return Buffer.from(message([1, 8n], [7, graph], [8, message([1, ''], [2, 13n])]))
}

export type Family = 'WordPiece' | 'Unigram' | 'BPE'

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz0123456789.,あいうえおかきくけこさしすせそたちつてとのはをん']

function special(id: number, content: string) {
  const flags = { single_word: false, lstrip: false, rstrip: false, normalized: false, special: true }
  return { id, content, ...flags }
}

/** A pair as `<first> A <last> B <last>`, and as RoBERTa and XLM-R write it with two in the middle. */
function template(first: string, last: string, between: readonly string[], second: number) {
  const token = (id: string, type_id = 0) => ({ SpecialToken: { id, type_id } })
  const text = (id: 'A' | 'B', type_id: number) => ({ Sequence: { id, type_id } })
  const ids = new Map([
    [first, 0],
    [last, 1],
  ])
  return {
    type: 'TemplateProcessing',
    single: [token(first), text('A', 0), token(last)],
    pair: [token(first), text('A', 0), ...between.map((id) => token(id)), text('B', second), token(last, second)],
    special_tokens: Object.fromEntries([...ids].map(([id, at]) => [id, { id, ids: [at], tokens: [id] }])),
  }
}

/** The bytes of a text as GPT-2's table of printable characters writes them: those of ASCII letters are themselves. */
const BYTE_LETTERS = [...'abcdefghijklmnopqrstuvwxyzĠ0123456789.,', ...'ãģĤĦ']

interface TinyTokenizer {
  readonly json: Buffer
  readonly vocabulary: number
  /** Pieces by number. */
  readonly tokens: readonly string[]
}

export function tinyTokenizer(family: Family): TinyTokenizer {
  const common = { version: '1.0', truncation: null, padding: null }
  if (family === 'WordPiece') {
    const tokens = ['[CLS]', '[SEP]', '[UNK]', '[PAD]', ...LETTERS, ...LETTERS.map((letter) => `##${letter}`)]
    return pack(tokens, {
      ...common,
      added_tokens: tokens.slice(0, 4).map((content, id) => special(id, content)),
      normalizer: { type: 'BertNormalizer', clean_text: true, handle_chinese_chars: true, lowercase: true },
      pre_tokenizer: { type: 'BertPreTokenizer' },
      post_processor: template('[CLS]', '[SEP]', ['[SEP]'], 1),
      decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
      model: {
        ...{ type: 'WordPiece', unk_token: '[UNK]', continuing_subword_prefix: '##', max_input_chars_per_word: 100 },
        vocab: Object.fromEntries(tokens.map((token, id) => [token, id])),
      },
    })
  }
  if (family === 'Unigram') {
    const tokens = ['<s>', '</s>', '<unk>', '<pad>', '▁', ...LETTERS]
    return pack(tokens, {
      ...common,
      added_tokens: tokens.slice(0, 4).map((content, id) => special(id, content)),
      // As XLM-R and DeBERTa v3 have it.
      normalizer: {
        type: 'Sequence',
        normalizers: [
          { type: 'Strip', strip_left: true, strip_right: true },
          { type: 'Precompiled', precompiled_charsmap: '' },
          { type: 'Replace', pattern: { Regex: ' {2,}' }, content: ' ' },
        ],
      },
      pre_tokenizer: {
        type: 'Sequence',
        pretokenizers: [
          { type: 'WhitespaceSplit' },
          { type: 'Metaspace', replacement: '▁', add_prefix_space: true, prepend_scheme: 'always' },
        ],
      },
      post_processor: template('<s>', '</s>', ['</s>', '</s>'], 0),
      decoder: { type: 'Metaspace', replacement: '▁', add_prefix_space: true, prepend_scheme: 'always' },
      model: { type: 'Unigram', unk_id: 2, vocab: tokens.map((token, at) => [token, at < 4 ? 0 : -at / 10]) },
    })
  }
  const tokens = ['<s>', '</s>', '<unk>', '<pad>', ...BYTE_LETTERS, 'th', 'the', 'Ġa']
  return pack(tokens, {
    ...common,
    added_tokens: tokens.slice(0, 4).map((content, id) => special(id, content)),
    normalizer: null,
    pre_tokenizer: { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: true },
    // As RoBERTa has it, which names its two special tokens and no template.
    post_processor: {
      ...{ type: 'RobertaProcessing', sep: ['</s>', 1], cls: ['<s>', 0] },
      ...{ trim_offsets: true, add_prefix_space: false },
    },
    decoder: { type: 'ByteLevel', add_prefix_space: true, trim_offsets: true, use_regex: true },
    model: {
      ...{ type: 'BPE', dropout: null, unk_token: '<unk>', fuse_unk: false, byte_fallback: false },
      ...{ continuing_subword_prefix: '', end_of_word_suffix: '' },
      vocab: Object.fromEntries(tokens.map((token, id) => [token, id])),
      merges: [
        ['t', 'h'],
        ['th', 'e'],
        ['Ġ', 'a'],
      ],
    },
  })
}

function pack(tokens: readonly string[], json: object): TinyTokenizer {
  return { json: Buffer.from(JSON.stringify(json)), vocabulary: tokens.length, tokens }
}

export const asJson = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))
