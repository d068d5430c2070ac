import { ERROR_TABLE } from '../../domain/errors.ts'
import { takePositionals } from '../arguments.ts'
import type { Command } from '../command.ts'
import type { Finding } from '../doctor/finding.ts'
import { settingsOf } from '../session.ts'
import { pad } from '../text.ts'

export const doctorCommand: Command = {
  name: 'doctor',
  summary: 'Check each part of the installation and name the command that fixes it',
  usage: '',
  details: [
    'Looks at Node, browser, models, Ollama, Tor, internet, display, disk, database, your domain list and your ' +
      'views. Only this machine, private addresses and the hosts of net.online_hosts are contacted. Exit 0 when ' +
      'everything required is fine; otherwise the code of the first required part that is not.',
  ],
  flags: {},
  examples: [
    { line: 'lyra doctor', about: 'one line a part' },
    { line: 'lyra doctor --json', about: 'the same as one document' },
  ],
  run: async (call) => {
    takePositionals(call.positionals, [], 'doctor')
    const settings = await settingsOf(call)
    const [{ examine }, { machineProbes }] = await Promise.all([
      import('../doctor/checks.ts'),
      import('../doctor/probes.ts'),
    ])
    const findings = await examine(machineProbes(call, settings), settings)
    return doctorResult(findings)
  },
}

export function doctorResult(findings: readonly Finding[]) {
  const failed = findings.filter((finding) => finding.required && !finding.ok)
  const exit = failed[0] === undefined ? 0 : ERROR_TABLE[failed[0].code ?? 'INTERNAL_ERROR'].exit
  const lines = findings.flatMap((finding) => {
    const mark = finding.ok ? 'ok' : finding.required ? 'FAIL' : 'off'
    const fix = finding.fix === null ? [] : [`${' '.repeat(16)}fix: ${finding.fix}`]
    return [`${pad(mark, 5)} ${pad(finding.part, 9)} ${finding.found}`, ...fix]
  })
  const closing =
    failed.length === 0
      ? 'Everything required is fine; "off" parts are optional.'
      : `Not ready: ${failed.map((finding) => finding.part).join(', ')}.`
  return { document: { ok: failed.length === 0, checks: findings }, text: [...lines, '', closing].join('\n'), exit }
}
