import assert from 'node:assert/strict'
import { test } from 'node:test'
import { READS_WITH_L2, TEXT_EVENTS, TEXT_WRITERS } from './rooms.ts'
import { sourceFiles } from './source-files.ts'

const files = sourceFiles('src/**/*.ts')
const outside = files.filter(({ path }) => !path.startsWith('src/intake/'))

const ADVICE = `
Text from outside comes in by one door: src/intake screens it for orders to an AI (L2), reports what it found, and saves
what is left. Call the function there that takes your kind of text (admitPage, admitPaper, admitResults, admitHistory,
admitLink, screenMissingText), or add one beside them that screens with guard/l2-page-screen.ts, marks what is left with
markScreened and ends in reportDanger.`

/** A type is all that tells a screened text from another: a cast would make one of anything. */
const HOME_OF_THE_MARK = 'src/domain/screened.ts'
const CALLS_IT_SCREENED = /\bmarkScreened\b|\bas (?:unknown as )?(?:readonly )?\(?Screened</

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

test('REQ 4.4.1 L2: only the intake calls a text screened', () => {
  const broken = outside
    .filter(({ path }) => path !== HOME_OF_THE_MARK)
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, index) => (CALLS_IT_SCREENED.test(line) ? [`${path}:${index + 1} ${line}`] : [])),
    )
  assert.equal(broken.join('\n'), '', ADVICE)
})

for (const writer of TEXT_WRITERS)
  test(`REQ 4.4.1 L2: ${writer} takes nothing that was not screened`, () => {
    const [store = '', method = ''] = writer.split('.')
    const types = files.flatMap(({ path, text }) => (path.startsWith('src/store/') ? [text] : [])).join('\n')
    const body = new RegExp(`^export interface ${store} \\{\\n(.*?)^\\}`, 'ms').exec(types)?.[1] ?? ''
    const signature = new RegExp(`^  ${method}\\(.*$`, 'm').exec(body)?.[0]
    assert.ok(signature, `${writer} is not in src/store any more: bring the list up to date`)
    assert.match(signature, /Screened</, ADVICE)
    const used = files.some(({ path, text }) => path.startsWith('src/intake/') && text.includes(`.${method}(`))
    assert.ok(used, `no line of src/intake calls ${writer} any more: bring the list up to date`)
  })

for (const kind of TEXT_EVENTS)
  test(`REQ 4.4.1 L2: only the intake appends the event ${kind}`, () => {
    const appends = files.filter(({ text }) => text.includes(`kind: '${kind}'`)).map(({ path }) => path)
    assert.notDeepEqual(appends, [], `nothing appends ${kind} any more: bring the list up to date`)
    const elsewhere = appends.filter((path) => !path.startsWith('src/intake/'))
    assert.deepEqual(elsewhere, [], ADVICE)
  })

test('REQ 4.4.1 L2: an exception is for a file that is there', () => {
  const gone = Object.keys(READS_WITH_L2).filter((path) => !files.some((file) => file.path === path))
  assert.deepEqual(gone, [])
})
