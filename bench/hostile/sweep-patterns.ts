import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Growth } from './pattern-growth.ts'
import type { SourcePattern } from './pattern-literals.ts'

export interface Superlinear {
  readonly pattern: SourcePattern
  /** 'deadline' where a pattern did not end within its time. */
  readonly growth: Growth | 'deadline'
}

/** None of ours takes a second for all its texts; one that takes minutes, on whatever machine, never ends. */
const DEADLINE_MS = 180_000

/** Runs every pattern over its adversarial texts, in threads that are ended when one takes too long. */
export async function sweepPatterns(
  patterns: readonly SourcePattern[],
  threads = 2,
  deadlineMs = DEADLINE_MS,
): Promise<readonly Superlinear[]> {
  const waiting = [...patterns]
  const found: Superlinear[] = []
  const lane = async () => {
    let worker = startThread()
    for (let pattern = waiting.shift(); pattern !== undefined; pattern = waiting.shift()) {
      const growth = await askThread(worker, pattern, deadlineMs)
      if (growth !== null) found.push({ pattern, growth })
      if (growth !== 'deadline') continue
      await worker.terminate()
      worker = startThread()
    }
    await worker.terminate()
  }
  await Promise.all(Array.from({ length: threads }, lane))
  return found
}

function startThread(): Worker {
  return new Worker(join(import.meta.dirname, 'growth-thread.ts'))
}

function askThread(worker: Worker, pattern: SourcePattern, deadlineMs: number): Promise<Growth | 'deadline' | null> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => end(() => resolve('deadline')), deadlineMs)
    const onMessage = (growth: Growth | null) => end(() => resolve(growth))
    const onError = (error: Error) => end(() => reject(error))
    const end = (settle: () => void) => {
      clearTimeout(timer)
      worker.off('message', onMessage)
      worker.off('error', onError)
      settle()
    }
    worker.on('message', onMessage)
    worker.on('error', onError)
    worker.postMessage({ source: pattern.source, flags: pattern.flags })
  })
}

export function describeGrowth({ pattern, growth }: Superlinear): string {
  const text = `/${pattern.source}/${pattern.flags}`
  const name = `${pattern.at} ${text.length > 100 ? `${text.slice(0, 100)}...` : text}`
  if (growth === 'deadline') return `${name}: did not end in time`
  const { adversary, shortMs, longMs } = growth
  const input = JSON.stringify(`${adversary.head}(${adversary.pump})*`.slice(0, 100))
  return `${name}: ${shortMs.toFixed(1)} ms on 10 kB, ${longMs.toFixed(1)} ms on 20 kB of ${input}`
}
