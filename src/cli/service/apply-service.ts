import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { LyraError } from '../../domain/errors.ts'
import type { ServicePlan } from './service-plan.ts'
import { WRITTEN_BY } from './service-program.ts'

/** Runs a program to its end; output is what it said on both streams. */
export type RunProgram = (
  program: string,
  args: readonly string[],
) => Promise<{ readonly code: number; readonly output: string }>

export interface ServiceStep {
  readonly step: string
  readonly outcome: 'done' | 'failed' | 'planned' | 'nothing_to_do'
  readonly said: string
}

export interface ServiceChoice {
  readonly dryRun: boolean
  /** Only the file; the service manager is not told. */
  readonly writeOnly: boolean
}

const step = (name: string, outcome: ServiceStep['outcome'], said = ''): ServiceStep => ({ step: name, outcome, said })

/** A file of the same name that a person wrote is kept beside ours, and comes back when ours goes. */
const keptOf = (file: string) => `${file}.before-lyra`

const isOurs = (text: string) => text.includes(WRITTEN_BY)

export async function installService(plan: ServicePlan, choice: ServiceChoice, run: RunProgram) {
  const before = existsSync(plan.file) ? readFileSync(plan.file, 'utf8') : null
  const name = `write ${plan.file}`
  if (choice.dryRun)
    return [
      step(name, before === plan.text ? 'nothing_to_do' : 'planned'),
      ...(choice.writeOnly ? [] : plan.start.map((command) => step(command.join(' '), 'planned'))),
    ]
  const steps = [before === plan.text ? step(name, 'nothing_to_do') : write(plan, before, name)]
  if (choice.writeOnly) return steps
  // A launchd service that runs is not read again.
  if (plan.kind === 'launchd' && before !== null) await runAll(plan.stop, run)
  return [...steps, ...(await runAll(plan.start, run))]
}

function write({ file, text }: ServicePlan, before: string | null, name: string): ServiceStep {
  try {
    mkdirSync(dirname(file), { recursive: true })
    if (before !== null && !isOurs(before)) renameSync(file, keptOf(file))
    writeFileSync(`${file}.new`, text, { mode: 0o644 })
    renameSync(`${file}.new`, file)
    return step(name, 'done', before === null || isOurs(before) ? '' : `what was there lies in ${keptOf(file)}`)
  } catch (cause) {
    throw new LyraError('STORE_UNAVAILABLE', `${file} cannot be written`, { cause })
  }
}

export async function uninstallService(plan: ServicePlan, choice: ServiceChoice, run: RunProgram) {
  const { file } = plan
  const name = `remove ${file}`
  if (!existsSync(file)) return [step(name, 'nothing_to_do', 'it is not there')]
  if (!isOurs(readFileSync(file, 'utf8')))
    throw new LyraError('INVALID_PARAMS', `${file} was not written by lyra service install`, {
      hint: 'Remove it yourself if you want to',
    })
  const commands = choice.writeOnly ? [] : plan.stop
  const after = choice.writeOnly ? [] : plan.settle
  if (choice.dryRun)
    return [...commands, null, ...after].map((command) =>
      command === null ? step(name, 'planned') : step(command.join(' '), 'planned'),
    )
  const stopped = await runAll(commands, run)
  rmSync(file)
  const hasKept = existsSync(keptOf(file))
  if (hasKept) renameSync(keptOf(file), file)
  const removed = step(name, 'done', hasKept ? 'what was there before is back' : '')
  return [...stopped, removed, ...(await runAll(after, run))]
}

async function runAll(commands: ServicePlan['start'], run: RunProgram): Promise<ServiceStep[]> {
  const steps: ServiceStep[] = []
  for (const [program, ...args] of commands) {
    const { code, output } = await run(program, args)
    steps.push(step([program, ...args].join(' '), code === 0 ? 'done' : 'failed', output.trim()))
  }
  return steps
}

export interface ServiceStatus {
  readonly kind: ServicePlan['kind']
  readonly file: string
  /** older: ours, but another Lyra, Node or home; foreign: a person's. */
  readonly installed: 'no' | 'yes' | 'older' | 'foreign'
  readonly running: boolean
  readonly said: string
}

export async function serviceStatus(plan: ServicePlan, run: RunProgram): Promise<ServiceStatus> {
  const { kind, file } = plan
  const [program, ...args] = plan.status
  const text = existsSync(file) ? readFileSync(file, 'utf8') : null
  const ours = text === plan.text ? 'yes' : 'older'
  const installed = text === null ? 'no' : isOurs(text) ? ours : 'foreign'
  const { code, output } = await run(program, args)
  const lines = output.split('\n').map((line) => line.trim())
  const said = kind === 'launchd' ? (lines.find((line) => line.startsWith('state = ')) ?? '') : output.trim()
  return { kind, file, installed, running: code === 0 && (kind !== 'launchd' || said === 'state = running'), said }
}
