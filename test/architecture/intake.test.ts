import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NOT_FROM_OUTSIDE, READS_WITH_L2, TEXT_WRITES } from './rooms.ts'
import { sourceFiles } from './source-files.ts'

const files = sourceFiles('src/**/*.ts')
const outside = files.filter(({ path }) => !path.startsWith('src/intake/'))

const ADVICE = `
Text from outside comes in by one door: src/intake screens it for orders to an AI (L2), reports what it found, and saves
what is left. Call the function there that takes your kind of text (admitPage, admitWork, admitResults, admitHistory,
admitLink), or add one beside them that screens with guard/l2-page-screen.ts and ends in reportDanger. A text that does
not come from outside goes into the list of exceptions in test/architecture/rooms.ts, with the reason.`

test('REQ 4.4.1 L2: only the intake reads with the screen of L2', () => {
  const broken = outside
    .filter(({ path }) => !path.startsWith('src/guard/') && READS_WITH_L2[path] === undefined)
    .flatMap(({ path, imports }) =>
      imports
        .filter((one) => one.target?.startsWith('src/guard/l2-'))
        .map((one) => `${path}:${one.line} imports ${one.target}`),
    )
  assert.equal(broken.join('\n'), '', ADVICE)
})

test('REQ 4.4.1 L2: only the intake writes text from outside', () => {
  const broken = outside
    .filter(({ path }) => !path.startsWith('src/store/') && NOT_FROM_OUTSIDE[path] === undefined)
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, index) =>
        Object.entries(TEXT_WRITES)
          .filter(([, pattern]) => pattern.test(line))
          .map(([what]) => `${path}:${index + 1} writes ${what}`),
      ),
    )
  assert.equal(broken.join('\n'), '', ADVICE)
})

test('REQ 4.4.1 L2: the lines that write text from outside are all known, and the exceptions still are some', () => {
  const intake = files.filter(({ path }) => path.startsWith('src/intake/')).map(({ text }) => text)
  const unused = Object.entries(TEXT_WRITES).filter(([, pattern]) => !intake.some((text) => pattern.test(text)))
  assert.deepEqual(
    unused.map(([what]) => what),
    [],
    'a pattern that no line of src/intake matches any more guards nothing: bring it up to date',
  )
  const gone = Object.keys({ ...NOT_FROM_OUTSIDE, ...READS_WITH_L2 }).filter(
    (path) => !files.some((file) => file.path === path),
  )
  assert.deepEqual(gone, [], 'an exception for a file that is gone')
})
