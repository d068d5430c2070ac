import assert from 'node:assert/strict'
import { test } from 'node:test'
import { settingsWithoutSecrets } from '../../../src/app/backup/settings-without-secrets.ts'

test('LYRA 6.5: the login in an address is a secret like a key, an address without one is not', () => {
  const text = 'models:\n  proxy: http://ann:s3cret@proxy.example:8080 # 社内\n  hub: https://hub.example\n'

  const clean = settingsWithoutSecrets(text)

  assert.deepEqual(clean.removed, ['models.proxy'])
  assert.equal(clean.text.includes('s3cret'), false)
  assert.equal(clean.text.includes('hub: https://hub.example'), true)
})
