import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { CHECK_VERDICTS, type CheckedText, type CheckTextInput, type CheckVerdict } from '../../src/api/check-text.ts'
import { runCli } from '../../src/cli/run-cli.ts'
import type { AlarmGround } from '../../src/domain/alarm-ground.ts'
import { LyraError } from '../../src/domain/errors.ts'
import { fakeWorld } from './fake-world.ts'

function answer(...verdicts: readonly CheckVerdict[]): CheckedText {
  const counts = Object.fromEntries(CHECK_VERDICTS.map((one) => [one, verdicts.filter((v) => v === one).length]))
  return {
    ...{ ok: true, task_id: 'task_1', not_checked: { no_statement: 1, too_many: 0, beyond: [] }, unknown_sources: [] },
    counts: counts as Record<CheckVerdict, number>,
    statements: verdicts.map((verdict, at) => ({
      ...{ line: at + 1, text: 'The bridge cost £3.6 million.', verdict, cited: ['https://a.example/\u001b[31m'] },
      reasons:
        verdict === 'supported'
          ? []
          : [{ ground: 'figure', said: '£3.6 million', problem: 'this figure is not in the source' }],
      place: {
        ...{ page_id: 'page_1', url: 'https://a.example/', fragment_id: 'frag_1', passage: 'It cost £2.6 million.' },
        ...{ heading: null, archive: { file: 'a.warc.gz', record_id: 'r1' } },
      },
      ...{ findings: [], elsewhere: null },
    })),
  }
}

async function check(given: CheckedText | LyraError, ...flags: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-check-'))
  try {
    writeFileSync(join(folder, 'draft.md'), 'The bridge cost £3.6 million.')
    const asked: CheckTextInput[] = []
    const fake = fakeWorld(
      {
        checkText: (input: CheckTextInput) => {
          asked.push(input)
          if (given instanceof LyraError) throw given
          return given
        },
      },
      { cwd: folder },
    )
    return { exit: await runCli(['check', 'draft.md', ...flags], fake), out: fake.out(), err: fake.err(), asked }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

test('CLI check: ends with 0 where all is supported, and with the highest alarm otherwise', async () => {
  assert.equal((await check(answer('supported', 'supported'))).exit, 0)
  assert.equal((await check(answer('supported', 'partly'))).exit, 1)
  assert.equal((await check(answer('not in the evidence'))).exit, 1)
  assert.equal((await check(answer('number differs', 'partly'))).exit, 24)
  assert.equal((await check(answer('quote differs'))).exit, 24)
  assert.equal((await check(answer('contradicted'))).exit, 24)
  assert.equal((await check(answer('source unknown', 'contradicted'))).exit, 25)
  assert.equal((await check(answer('source retracted'))).exit, 25)
})

test('CLI check: the file goes in as it is, with task and strictness', async () => {
  const { asked } = await check(answer('supported'), '--task', 'task_1', '--strict')
  assert.deepEqual(asked, [{ text: 'The bridge cost £3.6 million.', task_id: 'task_1', strict: true }])
})

test('CLI check: a refused draft ends with 26', async () => {
  const { exit, err } = await check(
    new LyraError('DRAFT_REFUSED', 'The draft cites 1 sources that were never gathered'),
  )
  assert.equal(exit, 26)
  assert.match(err, /never gathered/u)
})

test('CLI check: an alarm is told with its line, reason, passage and place, without control characters', async () => {
  const { out } = await check(answer('number differs'))
  assert.match(out, /^line 1: NUMBER DIFFERS\n {2}The bridge cost £3\.6 million\. https:\/\/a\.example\//u)
  assert.match(out, /- "£3\.6 million": this figure is not in the source/u)
  assert.match(out, /https:\/\/a\.example\/ frag_1 a\.warc\.gz r1/u)
  assert.ok(!out.includes('\u001b'))
  assert.match(out, /1 statement checked against task_1: 0 supported, 1 alarm; not checked: 1 state nothing/u)
})

test('CLI check: --json is the answer itself', async () => {
  const { out } = await check(answer('supported'), '--json')
  assert.deepEqual(JSON.parse(out), answer('supported'))
})

const noted = (ground: AlarmGround): CheckedText => {
  const given = answer('supported')
  const reasons = [{ ground, said: '[2]', problem: 'the source was retracted' }]
  return { ...given, statements: given.statements.map((one) => ({ ...one, reasons })) }
}

test('CLI check: a supported statement that also cites a retracted source ends with 1 and is shown', async () => {
  const { exit, out } = await check(noted('retracted_source'))
  assert.equal(exit, 1)
  assert.match(out, /^line 1: SUPPORTED\n/u)
  assert.match(out, /- "\[2\]": the source was retracted/u)
  assert.match(out, /1 supported \(1 with a reason to look\), 0 alarms/u)
})

test('CLI check: support by a finding that does not stand is told, and counts only with --strict', async () => {
  for (const ground of ['disputed_finding', 'rejected_finding', 'superseded_finding'] as const) {
    assert.equal((await check(noted(ground))).exit, 0, ground)
    assert.equal((await check(noted(ground), '--strict')).exit, 1, ground)
  }
})

test('CLI check: statements beyond the most of one check are named and end with 1', async () => {
  const beyond = Array.from({ length: 21 }, (_, at) => ({ line: at + 2, text: `The bridge carried ${at} trams.` }))
  const { exit, out } = await check({
    ...answer('supported'),
    not_checked: { no_statement: 0, too_many: 30, beyond },
  })
  assert.equal(exit, 1)
  assert.match(out, /line 2: NOT CHECKED The bridge carried 0 trams\./u)
  assert.match(out, /and 10 more that were not checked/u)
  assert.match(out, /not checked: 30 are beyond the most of one check/u)
})
