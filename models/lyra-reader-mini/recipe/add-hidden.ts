import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withHiddenOutput } from './hidden-output.ts'

/** `node recipe/add-hidden.ts [model.onnx]`: writes the output of the hidden layer into a model that lacks it. */
const file = process.argv[2] ?? join(import.meta.dirname, '..', 'model.onnx')
const before = readFileSync(file)
const after = withHiddenOutput(before)
if (after.equals(before)) process.stdout.write(`${file} gives its hidden layer out already\n`)
else {
  writeFileSync(file, after)
  process.stdout.write(`${file}: ${after.length - before.length} bytes more\n`)
}
