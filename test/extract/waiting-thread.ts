import { setTimeout as wait } from 'node:timers/promises'
import { parentPort } from 'node:worker_threads'

/** A thread for the tests of single-worker.ts: answers with its question's name once the question's time is over. */
parentPort?.on('message', async ({ name, ms }: { name: string; ms: number }) => {
  await wait(ms)
  parentPort?.postMessage(name)
})
