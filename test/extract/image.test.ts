import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { imageSize } from '../../src/extract/image-size.ts'
import { defaultExtract } from './default-extract.ts'

const body = readFileSync(join(import.meta.dirname, '../../docs/img/claim.png'))

test('a picture of text is read by OCR and says how sure it is', async () => {
  const extraction = await defaultExtract()({ url: 'file-copy:a/claim.png', contentType: 'image/png', body })
  if (!extraction.ok) assert.fail(extraction.reason)
  const { fragments, qualityFlags } = extraction.page
  assert.ok(
    fragments.some(({ text_content }) => text_content.includes('silverleaf tea lowered systolic blood pressure')),
  )
  assert.ok(fragments.every(({ extraction_method, confidence = 0 }) => extraction_method === 'ocr' && confidence > 0.6))
  assert.ok(qualityFlags.some((flag) => /^ocr_confidence_\d+$/.test(flag)))
})

test('the size of a picture is read from its head, and from none that is cut off', () => {
  assert.ok((imageSize(body)?.width ?? 0) > 100)
  assert.equal(imageSize(body.subarray(0, 20)), null)
  const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0001108006400c803012200', 'hex')
  assert.deepEqual(imageSize(jpeg), { width: 200, height: 100 })
})
