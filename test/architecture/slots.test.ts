import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sourceFiles } from './source-files.ts'

const ONE_PLACE = 'src/app/slots/in-slot.ts'

test('REQ 3.2.2: a slot is taken in one place, by the wrappers that the composition root puts around collaborators', () => {
  const taking = sourceFiles('src/**/*.ts')
    .filter((file) => /[sS]cheduler\s*\.\s*(?:run|room)\s*\(/.test(file.text))
    .map((file) => file.path)
  assert.deepEqual(taking, [ONE_PLACE])

  const wrapping = sourceFiles('src/**/*.ts')
    .filter((file) => file.imports.some(({ target }) => target === ONE_PLACE))
    .map((file) => file.path)
  assert.deepEqual(
    wrapping.filter((path) => !path.startsWith('src/app/slots/')),
    [],
  )
})
