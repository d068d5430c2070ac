import { parentPort, workerData } from 'node:worker_threads'
import type { InferenceSession } from 'onnxruntime-node'
import type { OpenRequest, RunRequest, ThreadAnswer } from './inference.ts'
import { loadModelRuntime } from './model-runtime.ts'

const { modelPath, provider, threads }: OpenRequest = workerData
const runtime = await loadModelRuntime()

function answer(message: ThreadAnswer): void {
  parentPort?.postMessage(message)
}

function failed(error: unknown): ThreadAnswer {
  return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) }
}

async function open(): Promise<InferenceSession | null> {
  try {
    const session = await runtime.InferenceSession.create(modelPath, {
      executionProviders: [provider],
      intraOpNumThreads: threads,
      // Below that it warns of every node a GPU leaves to the CPU.
      logSeverityLevel: 3,
      // Spinning threads fight for the cores: 14 texts/s with it, 42 without.
      extra: { session: { intra_op: { allow_spinning: '0' } } },
    })
    answer({ kind: 'open', inputNames: session.inputNames, outputNames: session.outputNames })
    return session
  } catch (error) {
    answer(failed(error))
    return null
  }
}

async function run(session: InferenceSession, { feeds, rows, width, output, beside }: RunRequest): Promise<void> {
  try {
    const tensors = feeds.map(({ name, values }) => [name, new runtime.Tensor('int64', values, [rows, width])] as const)
    const asked = beside === undefined ? [output] : [output, beside]
    const answers = await session.run(Object.fromEntries(tensors), asked)
    const dims = answers[output]?.dims ?? []
    const more = beside === undefined ? {} : { beside: numbersOf(answers, beside) }
    answer({ kind: 'output', data: numbersOf(answers, output), dims, ...more })
  } catch (error) {
    answer(failed(error))
  }
}

/** A copy of its own size: a view would take the whole buffer behind it along. */
function numbersOf(answers: InferenceSession.OnnxValueMapType, output: string): Float32Array {
  const data = answers[output]?.data
  if (!(data instanceof Float32Array)) throw new Error(`output ${output} is not float32`)
  return Float32Array.from(data)
}

const session = await open()
let turn: Promise<void> = Promise.resolve()
parentPort?.on('message', (request: RunRequest) => {
  if (session !== null) turn = turn.then(() => run(session, request))
})
