import { Worker } from 'node:worker_threads'
import { siblingFile } from '../domain/sibling-file.ts'

/**
 * Ends this process when it holds more than so many megabytes, heap and buffers together. A thread looks on: the main
 * one may be in a loop that never pauses. On every system, where limits set from outside exist on few.
 */
export function limitMemory(megabytes: number): void {
  new Worker(siblingFile(import.meta.url, 'memory-watch-thread'), {
    workerData: megabytes * 1024 * 1024,
    resourceLimits: { maxOldGenerationSizeMb: 16 },
  }).unref()
}
