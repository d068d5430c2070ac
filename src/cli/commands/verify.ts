import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { showPage } from '../../api/show-page.ts'
import { VERIFY_PARTS, type VerifyAnswer, type VerifyCheck, type VerifyPart, verify } from '../../api/verify.ts'
import type { Lyra } from '../../app/lyra.ts'
import { nearestName } from '../../domain/edit-distance.ts'
import { LyraError } from '../../domain/errors.ts'
import type { Call, Command, Result } from '../command.ts'
import { progressLine } from '../progress.ts'
import { readText } from '../read-file.ts'
import { settingsOf, withNewLyra } from '../session.ts'
import { pad, plural, printable } from '../text.ts'

const MARKS: Readonly<Record<VerifyCheck['status'], string>> = { passed: 'ok  ', failed: 'FAIL', skipped: 'skip' }

export const verifyCommand: Command = {
  name: 'verify',
  summary: verify.title,
  usage: `all | ${VERIFY_PARTS.join(' | ')} ...`,
  details: [
    'Asks a published, dated list (config/verify.yaml) of the ' +
      'live web, one request after the other at the pace of any ' +
      'search: do the engines still answer in a form that is read rightly, do pages, browser, challenges, sessions, ' +
      'academic indexes and models work? Every request passes the same guards as a search. An engine that gives ' +
      'nothing for a query that must have results is told as drift: its page has changed.',
    'Exit 0: all well. 1: something failed. 2: nothing failed, ' +
      'but something could not be looked at (offline, refused, ' +
      'resting). The result is written to a file that names no path, address or content of yours and can be sent.',
    '`lyra doctor` looks at this machine without asking the web; run it first.',
  ],
  flags: {
    out: { type: 'string', value: '<file>', about: 'Result file; without it one in the folder verify of the home' },
    list: { type: 'string', value: '<file>', about: 'Another list in the form of config/verify.yaml' },
    person: {
      type: 'boolean',
      about: 'challenge: open a page in your browser, and say whether it came to the front and how long you took',
    },
  },
  examples: [
    { line: 'lyra verify search', about: 'the engines, and whether their pages are still read' },
    { line: 'lyra verify all --json', about: 'everything, as one document' },
    { line: 'lyra verify challenge --person', about: 'with you in front of the browser' },
  ],
  run: async (call) => {
    const parts = partsOf(call.positionals)
    const list = call.flags.text('list')
    if (list !== undefined) readText(resolve(call.world.cwd, list))
    const input = { parts, ...(list === undefined ? {} : { list: resolve(call.world.cwd, list) }) }
    const progress = progressLine(call.world)
    return withNewLyra(call, async (lyra) => {
      const answer = await lyra
        .call(verify, input, { signal: call.world.signal, onProgress: progress.update })
        .finally(progress.end)
      const byPerson = call.flags.on('person') && parts.includes('challenge') ? await withPerson(call, lyra) : null
      return write(call, answer, byPerson)
    })
  },
}

function partsOf(given: readonly string[]): readonly VerifyPart[] {
  const names = [...VERIFY_PARTS, 'all'] as const
  const wrong = given.find((typed) => !names.some((name) => name === typed))
  if (given.length === 0 || wrong !== undefined) {
    const near = wrong === undefined ? null : nearestName(wrong, names)
    throw new LyraError('INVALID_PARAMS', `\`lyra verify\` takes one or more of ${names.join(', ')}`, {
      ...(near === null ? {} : { hint: `Did you mean \`lyra verify ${near}\`?` }),
    })
  }
  return given.includes('all') ? VERIFY_PARTS : VERIFY_PARTS.filter((part) => given.includes(part))
}

interface ByPerson {
  readonly raised: boolean
  readonly passed: boolean
  readonly seconds: number
}

/** REQ 7 (9, 11): only a person can say whether the window came, and how long a challenge takes. */
async function withPerson(call: Call, lyra: Lyra): Promise<ByPerson | null> {
  const answers = call.world.keys?.()[Symbol.asyncIterator]()
  if (answers === undefined) return null
  const ask = async (question: string) => {
    call.world.stderr(`${question} [y/n] `)
    const { value, done } = await answers.next()
    call.world.stderr('\n')
    return done !== true && String(value).toLowerCase().startsWith('y')
  }
  const { loadVerifyList } = await import('../../app/verify/verify-list.ts')
  const file = call.flags.text('list')
  const list = loadVerifyList(
    file === undefined ? join(call.world.root, 'config', 'verify.yaml') : resolve(call.world.cwd, file),
  )
  const [page] = list.challenge.pages
  if (page === undefined) return null
  const started = performance.now()
  const { opened } = await lyra.call(showPage, { url: page.url })
  if (!opened) call.world.stderr('No browser could be opened here.\n')
  const raised = opened && (await ask('A page was opened. Did its window come to the front?'))
  const passed = opened && (await ask('Pass the challenge. Did you?'))
  await answers.return?.(undefined)
  return { raised, passed, seconds: Math.round((performance.now() - started) / 1000) }
}

async function write(call: Call, answer: VerifyAnswer, byPerson: ByPerson | null): Promise<Result> {
  const { exitOf } = await import('../../app/verify/verdict.ts')
  const failedByPerson = byPerson !== null && !(byPerson.raised && byPerson.passed)
  const exit = failedByPerson ? 1 : exitOf(answer.checks)
  const document = { ...answer, exit, ...(byPerson === null ? {} : { person: byPerson }) }
  const file = await resultFile(call, answer)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`, { mode: 0o600 })
  return { document: { ...document, file }, text: textOf(answer, byPerson, exit), aside: `Result: ${file}`, exit }
}

async function resultFile(call: Call, { parts, started_at: at }: VerifyAnswer): Promise<string> {
  const out = call.flags.text('out')
  if (out !== undefined) return resolve(call.world.cwd, out)
  const { home } = await settingsOf(call)
  const what = parts.length === VERIFY_PARTS.length ? 'all' : parts.join('-')
  const name = `${at.slice(0, 19).replaceAll(':', '')}-${what}.json`
  return join(home, 'verify', name)
}

function textOf(
  { checks, list_dated: dated, list_stale: stale, passed, failed, skipped }: VerifyAnswer,
  byPerson: ByPerson | null,
  exit: number,
): string {
  const widest = Math.max(...checks.map(({ part, id }) => part.length + id.length + 2), 0)
  const lines = checks.map(({ part, id, status, expected, found, drift }) => {
    const wanted = status === 'passed' ? '' : ` (expected: ${expected})${drift ? ' DRIFT' : ''}`
    return `${MARKS[status]}  ${pad(`${part}: ${id}`, widest)}  ${printable(found)}${wanted}`
  })
  const person =
    byPerson === null
      ? []
      : [`person: window in front ${byPerson.raised}, passed ${byPerson.passed}, ${byPerson.seconds} s`]
  const old = stale
    ? [`The list is of ${dated}: what it asks for may have changed since. A newer Lyra brings a newer list.`]
    : []
  const end = `${plural(passed, 'check')} passed, ${failed} failed, ${skipped} skipped; list of ${dated}; exit ${exit}`
  return [...lines, ...person, ...old, end].join('\n')
}
