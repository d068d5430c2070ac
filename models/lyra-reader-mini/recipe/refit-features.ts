import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import { findReaderModel } from '../../../src/models/model-folder.ts'
import { boundText, openModel } from '../../../src/models/onnx-session.ts'
import { cutPair } from '../../../src/models/pair-input.ts'

/**
 * What the encoder makes of the rows, as float32: `node refit-features.ts home rows.jsonl features.bin`. The home holds
 * a copy of the model with its features as an output, named as that of the sentence head.
 */
const [home = '', rows = '', out = ''] = process.argv.slice(2)
const model = findReaderModel('lyra-reader-mini', { home })
const loaded = await openModel(model, 2)()
const file = openSync(out, 'w')
for (const line of readFileSync(rows, 'utf8').trim().split('\n')) {
  const { e, c } = JSON.parse(line) as { e: string; c: string }
  const pair = cutPair(loaded.encodePair(boundText(e.trim() === '' ? '.' : e), boundText(c)), model.config.max_length)
  writeSync(file, new Uint8Array((await loaded.run(pair, model.config.outputs.sentence)).slice().buffer))
}
closeSync(file)
