import assert from 'node:assert/strict'
import { test } from 'node:test'
import { siblingFile } from '../../src/domain/sibling-file.ts'

test('package: an entry of a thread or process has the ending of the file that asks for it', () => {
  const checkout = siblingFile('file:///home/aoi/lyra/src/extract/pdf-reader.ts', 'pdf-child')
  const packed = siblingFile('file:///home/aoi/n/lyra-research/dist/extract/pdf-reader.js', 'pdf-child')

  assert.equal(checkout.href, 'file:///home/aoi/lyra/src/extract/pdf-child.ts')
  assert.equal(packed.href, 'file:///home/aoi/n/lyra-research/dist/extract/pdf-child.js')
})
