import { join } from 'node:path'
import { LyraError } from '../../domain/errors.ts'
import { takePositionals } from '../arguments.ts'
import type { Call, Command, Result } from '../command.ts'
import type { ServiceStatus, ServiceStep } from '../service/apply-service.ts'
import { settingsOf } from '../session.ts'

const EXIT_FAILED = 1
/** As systemctl answers for a service that does not run. */
const EXIT_NOT_RUNNING = 3

export const serviceCommand: Command = {
  name: 'service',
  summary: 'Let `lyra serve` start with your session: install, uninstall or look at the service',
  usage: 'install | uninstall | status',
  details: [
    'On Linux a unit of your own systemd (~/.config/systemd/user/lyra.service), on a Mac a launch agent. It runs as ' +
      'you, listens on loopback, and has no right that you have not. For Windows see docs/services.md.',
    'A file of that name that you wrote is kept and comes back with `uninstall`. Your research stays in any case.',
    'After an update of Lyra or Node run `lyra service install` again: the file names both by their path. To let it ' +
      'run while you are logged out (Linux): loginctl enable-linger',
  ],
  flags: {
    'dry-run': { type: 'boolean', about: 'Only tell what would be written and run, with the text of the file' },
    'write-only': { type: 'boolean', about: 'Write or remove the file; do not tell systemd or launchd' },
    kind: { type: 'string', value: '<systemd|launchd>', about: 'Another than that of this machine' },
  },
  examples: [
    { line: 'lyra service install --dry-run', about: 'the file, and the commands that would be run' },
    { line: 'lyra service install', about: 'start now and with every session' },
    { line: 'lyra service status --json', about: 'installed, running; exit 3 when it does not run' },
  ],
  run: async (call) => {
    const [act] = takePositionals(call.positionals, ['install | uninstall | status'], 'service')
    if (act !== 'install' && act !== 'uninstall' && act !== 'status')
      throw new LyraError('INVALID_PARAMS', `service knows install, uninstall and status, not "${act}"`)
    const [{ kindOf, servicePlan }, settings, apply, { runProgram }] = await Promise.all([
      import('../service/service-plan.ts'),
      settingsOf(call),
      import('../service/apply-service.ts'),
      import('../service/run-program.ts'),
    ])
    const { env, root } = call.world
    const program = { node: process.execPath, lyra: join(root, 'bin', 'lyra'), home: settings.home }
    const machine = { platform: process.platform, env, uid: process.getuid?.() ?? 0 }
    const plan = servicePlan(kindOf(process.platform, call.flags.text('kind')), program, machine)
    if (act === 'status') return statusResult(await apply.serviceStatus(plan, runProgram))
    const choice = { dryRun: call.flags.on('dry-run'), writeOnly: call.flags.on('write-only') }
    const change = act === 'install' ? apply.installService : apply.uninstallService
    const steps = await change(plan, choice, runProgram)
    return stepsResult(call, act, { file: plan.file, text: plan.text }, steps)
  },
}

function stepsResult(
  call: Call,
  act: 'install' | 'uninstall',
  { file, text }: { readonly file: string; readonly text: string },
  steps: readonly ServiceStep[],
): Result {
  const failed = steps.some(({ outcome }) => outcome === 'failed')
  const shown = act === 'install' && call.flags.on('dry-run') ? ['', text] : []
  const lines = steps.map(({ step, outcome, said }) => `${outcome}: ${step}${said === '' ? '' : ` (${said})`}`)
  const next = failed ? ['The file is there, the service manager refused; see what it said.'] : []
  return {
    document: { ok: !failed, act, file, steps, ...(shown.length === 0 ? {} : { text }) },
    text: [...lines, ...shown, ...next].join('\n'),
    exit: failed ? EXIT_FAILED : 0,
  }
}

const INSTALLED: Readonly<Record<ServiceStatus['installed'], string>> = {
  no: 'not installed: lyra service install',
  yes: 'installed',
  older: 'installed for another Lyra, Node or home: lyra service install writes it anew',
  foreign: 'a file of yours, not written by Lyra',
}

function statusResult(status: ServiceStatus): Result {
  const state = `${status.running ? 'running' : 'not running'} (${status.said})`
  return {
    document: { ok: true, ...status },
    text: `${status.file}: ${INSTALLED[status.installed]}\n${state}`,
    exit: status.running ? 0 : EXIT_NOT_RUNNING,
  }
}
