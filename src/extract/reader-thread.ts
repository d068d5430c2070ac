import { parentPort } from 'node:worker_threads'
import { createPageReading } from './read-page.ts'
import type { RawDocument } from './types.ts'

/** The thread behind reader.ts: a document comes in, an extraction goes out. */
const read = createPageReading()

parentPort?.on('message', async ({ document, kind }: { document: RawDocument; kind: 'html' | 'text' | 'jats' }) => {
  parentPort?.postMessage(await read(document, kind))
})
