import { createEmbedder } from '../../src/models/embedder.ts'
import type { Device } from '../../src/models/onnx-session.ts'

/**
 * A process of its own, because the runtime looks for graphics libraries where its environment says: device, texts ->
 * vectors.
 */
const [device, ...texts] = process.argv.slice(2)
const events: unknown[] = []
const note = (event: string, fields?: Readonly<Record<string, unknown>>) => {
  events.push([event, fields?.provider])
}
const embedder = createEmbedder({
  home: 'none',
  model: 'lyra-embed-mini',
  threads: 2,
  device: device as Device,
  log: { info: note, warn: note },
})
const vectors = await embedder.embed(texts)
process.stdout.write(JSON.stringify({ events, vectors: vectors.map((vector) => [...vector]) }))
