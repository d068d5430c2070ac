import type { RepairReport } from '../../app/repairs/repair.ts'
import { ERROR_TABLE } from '../../domain/errors.ts'
import { takePositionals } from '../arguments.ts'
import type { Command } from '../command.ts'
import type { Finding } from '../doctor/finding.ts'
import { settingsOf } from '../session.ts'
import { pad } from '../text.ts'

export const doctorCommand: Command = {
  name: 'doctor',
  summary: 'Check each part of the installation and name the command that fixes it; --fix repairs the home',
  usage: '',
  details: [
    'Looks at Node, browser, models, Ollama, Tor, internet, display, disk, database, your domain list and your ' +
      'views. Only this machine, private addresses and the hosts of net.online_hosts are contacted. Exit 0 when ' +
      'everything required is fine; otherwise the code of the first required part that is not.',
    'Then looks for what a killed process left in the home: permissions that let others in, a schema that was not ' +
      'brought forward to its end, jobs of processes that have ended, missing indexes and views, unfinished ' +
      'downloads. It says what it would do; --fix does it. Nothing that was collected is deleted.',
  ],
  flags: { fix: { type: 'boolean', about: 'Do the repairs that are listed' } },
  examples: [
    { line: 'lyra doctor', about: 'one line a part' },
    { line: 'lyra doctor --json', about: 'the same as one document' },
    { line: 'lyra doctor --fix', about: 'mend what can be mended, then look again' },
  ],
  run: async (call) => {
    takePositionals(call.positionals, [], 'doctor')
    const settings = await settingsOf(call)
    const [{ examine }, { machineProbes }, { repairPlace, runRepairs }] = await Promise.all([
      import('../doctor/checks.ts'),
      import('../doctor/probes.ts'),
      import('../../app/repairs/run-repairs.ts'),
    ])
    // First, so that the checks see the home as it is afterwards.
    const fix = call.flags.on('fix')
    const repairs = await runRepairs(repairPlace(settings.home), fix)
    const probes = machineProbes(call, settings)
    const home = { lyra: probes.words.lyra, missing: fix && repairs.length === 0 ? settings.home : null }
    return doctorResult(await examine(probes, settings), repairs, home)
  },
}

const EXIT_NOT_MENDED = 1

/** What the answer says besides: how Lyra is called here, and the home that was to be mended and is not there. */
interface About {
  readonly lyra: string
  readonly missing: string | null
}

export function doctorResult(
  findings: readonly Finding[],
  repairs: readonly RepairReport[] = [],
  { lyra, missing }: About = { lyra: 'lyra', missing: null },
) {
  const failed = findings.filter((finding) => finding.required && !finding.ok)
  const notMended = repairs.some(({ status }) => status === 'failed')
  const unwell = notMended ? EXIT_NOT_MENDED : 0
  const exit = failed[0] === undefined ? unwell : ERROR_TABLE[failed[0].code ?? 'INTERNAL_ERROR'].exit
  const lines = findings.flatMap((finding) => {
    const mark = finding.ok ? 'ok' : finding.required ? 'FAIL' : 'off'
    const fix = finding.fix === null ? [] : [`${' '.repeat(16)}fix: ${finding.fix}`]
    return [`${pad(mark, 5)} ${pad(finding.part, 9)} ${finding.found}`, ...fix]
  })
  const closing =
    failed.length === 0
      ? 'Everything required is fine; "off" parts are optional.'
      : `Not ready: ${failed.map((finding) => finding.part).join(', ')}.`
  return {
    document: {
      ok: failed.length === 0 && !notMended,
      checks: findings,
      repairs,
      ...(missing === null ? {} : { nothing_to_fix: { home: missing, why: 'no home yet' as const } }),
    },
    text: [...lines, ...(missing === null ? repairLines(repairs, lyra) : noHome(missing)), '', closing].join('\n'),
    exit,
  }
}

function noHome(home: string): readonly string[] {
  return ['', `The home: ${home} is not there yet, so there is nothing to fix; the first task makes it.`]
}

const STATUS_WORDS: Readonly<Record<Exclude<RepairReport['status'], 'planned'>, string>> = {
  done: 'done',
  failed: 'FAILED',
  nothing_to_fix: 'nothing to fix',
  needs_person: 'needs you',
}

function repairLines(repairs: readonly RepairReport[], lyra: string): readonly string[] {
  const found = repairs.filter(({ status }) => status !== 'nothing_to_fix')
  if (repairs.length === 0) return []
  if (found.length === 0) return ['', 'The home: nothing to fix.']
  return [
    '',
    'The home:',
    ...found.flatMap(({ repair, status, what, plan, outcome }) => [
      `  ${repair}: ${what ?? ''}`,
      `    ${status === 'planned' ? `${lyra} doctor --fix would` : STATUS_WORDS[status]}: ` +
        [plan, outcome].filter((words) => words !== null).join(' -> '),
    ]),
  ]
}
