import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import { dot } from '../../src/domain/vector.ts'
import { batchesByLength, padded } from '../../src/models/embed-batches.ts'
import { presentProviders } from '../../src/models/embed-provider.ts'
import { createEmbedder } from '../../src/models/embedder.ts'
import { findEmbeddingModel } from '../../src/models/model-folder.ts'
import { type Encoded, type LoadedModel, openModel } from '../../src/models/onnx-session.ts'

const BACKENDS = [
  { name: 'cpu', bundled: true },
  { name: 'webgpu', bundled: true },
  { name: 'cuda', bundled: false },
  { name: 'tensorrt', bundled: false },
]
const linux = (...there: string[]) => ({
  platform: 'linux' as const,
  exists: (path: string) => there.includes(path),
  libraries: '/ort',
})

test('LYRA 7: a GPU provider is tried where its device and its library are there, the fastest first', () => {
  assert.deepEqual(presentProviders(BACKENDS, linux()), [])
  assert.deepEqual(presentProviders(BACKENDS, linux('/dev/dri')), ['webgpu'])
  assert.deepEqual(presentProviders(BACKENDS, linux('/dev/nvidiactl', '/ort/libonnxruntime_providers_cuda.so')), [
    'cuda',
    'webgpu',
  ])
  assert.deepEqual(presentProviders([...BACKENDS, { name: 'dml', bundled: true }], { ...linux(), platform: 'win32' }), [
    'dml',
    'webgpu',
  ])
})

test('EXPLORE 4.4: batches hold texts of like length, the longest first, within a number of texts and of tokens', () => {
  const sizes = (lengths: readonly number[]) => batchesByLength(lengths, (length) => length)
  assert.deepEqual(sizes([10, 200, 12, 120, 90, 5]), [[200, 120], [90], [12, 10], [5]])
  assert.deepEqual(
    sizes(Array(70).fill(20)).map((batch) => batch.length),
    [32, 32, 6],
  )
  assert.deepEqual(
    sizes(Array(40).fill(512)).map((batch) => batch.length),
    [16, 16, 8],
  )
  assert.deepEqual(padded([[1, 2, 3], [4]]), { values: BigInt64Array.of(1n, 2n, 3n, 4n, 0n, 0n), width: 3 })
})

/** A GPU that fails at its third run. */
function failingGpu() {
  const runs: string[] = []
  let provider = 'cuda'
  const vector = ({ ids }: Encoded) => Float32Array.from({ length: 384 }, (_, at) => (at === 0 ? ids.length : 0))
  const model: LoadedModel = {
    encode: (text) => ({ ids: [...text].map(() => 1), typeIds: [...text].map(() => 0) }),
    encodePair: () => ({ ids: [], typeIds: [] }),
    run: async (input) => {
      runs.push(`cpu ${input.ids.length}`)
      return vector(input)
    },
    runHidden: async (input) => ({ data: vector(input), hidden: new Float32Array() }),
    hiddenLayer: null,
    runTogether: async (inputs) => {
      runs.push(`${provider} ${inputs.map(({ ids }) => ids.length).join(',')}`)
      if (runs.length === 2) provider = 'cpu'
      return inputs.map(vector)
    },
    get batched() {
      return provider !== 'cpu'
    },
    get provider() {
      return provider
    },
  }
  return { runs, model }
}

test('LYRA 7: texts go to a GPU in batches by length, and one by one to the CPU once it has failed', async () => {
  const { runs, model } = failingGpu()
  const told: unknown[] = []
  const note = (event: string, fields?: Readonly<Record<string, unknown>>) => {
    told.push([event, fields?.provider])
  }
  const embedder = createEmbedder({
    home: 'none',
    model: 'lyra-embed-mini',
    threads: 1,
    log: { info: note, warn: note },
    open: async () => model,
  })
  const texts = [3, 40, 90, 2, 41, 8, 80].map((length) => 'x'.repeat(length))

  const vectors = await embedder.embed(texts)

  assert.deepEqual(runs, ['cuda 90,80', 'cuda 41,40', 'cpu 8', 'cpu 3', 'cpu 2'])
  assert.deepEqual(
    vectors.map((vector) => vector[0]),
    [3, 40, 90, 2, 41, 8, 80],
  )
  assert.deepEqual(told, [
    ['embedding_provider', 'cuda'],
    ['embedding_provider', 'cpu'],
  ])
})

const TEXTS = ['Silverleaf tea lowers blood pressure.', '銀葉茶は血圧を下げる。', 'The museum opens at nine.']

interface Answer {
  readonly events: readonly unknown[]
  readonly vectors: readonly number[][]
}

function embedIn(device: string, environment: Readonly<Record<string, string>> = {}): Answer {
  const script = join(import.meta.dirname, 'device-process.ts')
  const out = execFileSync(process.execPath, [script, device, ...TEXTS], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return JSON.parse(out.toString('utf8')) as Answer
}

test('LYRA 7: a provider that does not start leaves the work to the CPU, with the same vectors', () => {
  const [cpu, cuda, auto] = [embedIn('cpu'), embedIn('cuda'), embedIn('auto')]
  assert.deepEqual(cpu.events, [['embedding_provider', 'cpu']])
  assert.deepEqual(cuda.events, [
    ['embedding_provider_failed', 'cuda'],
    ['embedding_provider', 'cpu'],
  ])
  assert.deepEqual(cuda.vectors, cpu.vectors)
  // Its weights are dynamic int8: the CPU's, whatever else is there.
  assert.deepEqual(auto, cpu)
})

test('EXPLORE 4.4: what is padded in a batch does not enter the vector', async () => {
  const model = findEmbeddingModel('lyra-embed-mini', { home: 'none' })
  const loaded = await openModel(model, 1)()
  const inputs = TEXTS.map((text) => loaded.encode(text))

  const together = await loaded.runTogether(inputs)

  const alone = await Promise.all(inputs.map((input) => loaded.run(input)))
  assert.deepEqual(
    together.map((vector) => vector.length),
    [384, 384, 384],
  )
  // Not the same bits: dynamic int8 has one scale per run.
  assert.deepEqual(
    together.map((vector, index) => dot(vector, alone[index] as Float32Array) > 0.99),
    [true, true, true],
  )
})

const SHADER = join(
  import.meta.dirname,
  '..',
  '..',
  'node_modules',
  '@sparticuz',
  'chromium',
  'bin',
  'swiftshader.tar.br',
)
const noShader =
  process.platform !== 'linux' || process.arch !== 'x64' || !existsSync(SHADER)
    ? 'needs the software Vulkan of @sparticuz/chromium, Linux x64'
    : false

test('LYRA 7: the WebGPU provider gives the CPU’s vectors, on a real Vulkan device', { skip: noShader }, (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-vulkan-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'shader.tar'), brotliDecompressSync(readFileSync(SHADER)))
  execFileSync('tar', ['-C', folder, '-xf', join(folder, 'shader.tar')])

  const cpu = embedIn('cpu')
  const gpu = embedIn('webgpu', {
    LD_LIBRARY_PATH: folder,
    VK_ICD_FILENAMES: join(folder, 'vk_swiftshader_icd.json'),
  })

  assert.deepEqual(gpu.events, [['embedding_provider', 'webgpu']])
  const cosines = cpu.vectors.map((vector, index) =>
    dot(Float32Array.from(vector), Float32Array.from(gpu.vectors[index] as number[])).toFixed(3),
  )
  assert.deepEqual(cosines, ['1.000', '1.000', '1.000'])
})
