import { posix } from 'node:path'
import { LyraError } from '../domain/errors.ts'
import type { HubFile } from './hub-file.ts'

/** Smaller first: on a CPU the int8 weights are several times faster and rank nearly the same. */
const INT8 = ['onnx/model_quantized.onnx', 'onnx/model_int8.onnx']
/** As sentence-transformers exports them, one for each kind of processor; the graphs compute the same. */
const BY_PROCESSOR: Readonly<Record<string, string>> = {
  x64: 'onnx/model_quint8_avx2.onnx',
  arm64: 'onnx/model_qint8_arm64.onnx',
}
const FULL = ['onnx/model.onnx', 'model_quantized.onnx', 'model.onnx']

/** What becomes a file here, and is told on a terminal. */
const PLAIN_NAME = /^[\w.-]{1,120}$/

interface Download {
  readonly file: HubFile
  readonly as: string
}

/** Weights, what lies beside them, and the tokenizer; a repository without them is named. */
export function planFiles(repository: string, files: readonly HubFile[], processor: string): readonly Download[] {
  const own = BY_PROCESSOR[processor]
  const looked = [...INT8, ...(own === undefined ? [] : [own]), ...FULL]
  const weights = looked.flatMap((path) => files.find((file) => file.path === path) ?? [])[0]
  if (weights === undefined)
    throw new LyraError('MODEL_NOT_READY', `${repository} holds no ONNX weights (looked for ${looked.join(', ')})`)
  const folder = posix.dirname(weights.path)
  const inFolder = (file: HubFile) => posix.dirname(file.path) === folder
  const tokenizer =
    files.find((file) => inFolder(file) && posix.basename(file.path) === 'tokenizer.json') ??
    files.find((file) => file.path === 'tokenizer.json')
  if (tokenizer === undefined) throw new LyraError('MODEL_NOT_READY', `${repository} holds no tokenizer.json`)
  // Weights beyond 2 GB lie beside the graph, which names them by their file name.
  const stem = posix.basename(weights.path)
  const beside = files.filter((file) => {
    const name = posix.basename(file.path)
    const named = name.startsWith(`${stem}_data`) || name.startsWith(`${stem}.data`) || name.startsWith('Constant_')
    return inFolder(file) && named && PLAIN_NAME.test(name)
  })
  return [
    { file: tokenizer, as: 'tokenizer.json' },
    { file: weights, as: 'model.onnx' },
    ...beside.map((file) => ({ file, as: posix.basename(file.path) })),
  ]
}
