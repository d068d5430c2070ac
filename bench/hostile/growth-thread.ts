import { parentPort } from 'node:worker_threads'
import { superlinearGrowth } from './pattern-growth.ts'

parentPort?.on('message', ({ source, flags }: { readonly source: string; readonly flags: string }) => {
  parentPort?.postMessage(superlinearGrowth(source, flags))
})
