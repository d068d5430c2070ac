import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { VERSION } from '../../app/version.ts'
import { LyraError } from '../../domain/errors.ts'
import { installedCopy } from '../installed-copy.ts'
import { LAUNCHD_LABEL, launchdPlist } from './launchd-plist.ts'
import type { ServiceProgram } from './service-program.ts'
import { SYSTEMD_UNIT, systemdUnit } from './systemd-unit.ts'

const SERVICE_KINDS = ['systemd', 'launchd'] as const
export type ServiceKind = (typeof SERVICE_KINDS)[number]

type Command = readonly [program: string, ...args: string[]]

/** Everything that installing, removing and looking at the service comes to. */
export interface ServicePlan {
  readonly kind: ServiceKind
  readonly file: string
  readonly text: string
  readonly start: readonly Command[]
  readonly stop: readonly Command[]
  /** After the file is gone. */
  readonly settle: readonly Command[]
  readonly status: Command
}

export interface ServiceMachine {
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
  readonly uid: number
}

/** Systemd on Linux, launchd on a Mac; elsewhere the docs say what to do. */
export function kindOf(platform: NodeJS.Platform, asked: string | undefined): ServiceKind {
  const known = SERVICE_KINDS.find((kind) => kind === asked)
  if (known !== undefined) return known
  if (asked !== undefined) throw new LyraError('INVALID_PARAMS', `--kind is systemd or launchd, not "${asked}"`)
  if (platform === 'linux') return 'systemd'
  if (platform === 'darwin') return 'launchd'
  throw new LyraError('INVALID_PARAMS', `There is no service for ${platform} here`, {
    hint: 'docs/services.md tells how Windows starts Lyra when you log in',
  })
}

export function servicePlan(kind: ServiceKind, program: ServiceProgram, { env, uid }: ServiceMachine): ServicePlan {
  requireLasting(program.lyra)
  const user = env.HOME ?? homedir()
  if (kind === 'launchd') {
    const file = join(user, 'Library', 'LaunchAgents', `${LAUNCHD_LABEL}.plist`)
    const domain = `gui/${uid}`
    return {
      kind,
      file,
      text: launchdPlist(program),
      start: [['launchctl', 'bootstrap', domain, file]],
      stop: [['launchctl', 'bootout', `${domain}/${LAUNCHD_LABEL}`]],
      settle: [],
      status: ['launchctl', 'print', `${domain}/${LAUNCHD_LABEL}`],
    }
  }
  const configured = env.XDG_CONFIG_HOME
  const folder = configured !== undefined && isAbsolute(configured) ? configured : join(user, '.config')
  const manager = ['systemctl', '--user'] as const
  return {
    kind,
    file: join(folder, 'systemd', 'user', SYSTEMD_UNIT),
    text: systemdUnit(program),
    start: [
      [...manager, 'daemon-reload'],
      [...manager, 'enable', '--now', SYSTEMD_UNIT],
    ],
    stop: [[...manager, 'disable', '--now', SYSTEMD_UNIT]],
    settle: [[...manager, 'daemon-reload']],
    status: [...manager, 'is-active', SYSTEMD_UNIT],
  }
}

/** What npx fetched is thrown away some day, and the service would find nothing. */
function requireLasting(lyra: string): void {
  const copy = installedCopy(lyra, VERSION)
  if (copy.kind !== 'npx') return
  throw new LyraError('INVALID_PARAMS', 'This Lyra lies in the cache of npx, which is emptied now and then', {
    hint: `Install it to stay (npm install -g ${copy.spec}), then run \`lyra service install\` again`,
  })
}
