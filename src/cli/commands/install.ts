import { serverToken } from '../../app/server-token.ts'
import { ERROR_TABLE, type ErrorCode, LyraError } from '../../domain/errors.ts'
import type { Settings } from '../../domain/settings.ts'
import type { Call, Command, Result } from '../command.ts'
import { changedLines } from '../install/changed-lines.ts'
import { type Client, configPathOf, isFound, marksOf } from '../install/client.ts'
import { CLIENTS } from '../install/clients.ts'
import { carryOut, type Edit, type EditOutcome, planInstall, planUndo, stateOf } from '../install/edit-client.ts'
import { type InstallOptions, installOptions } from '../install/install-options.ts'
import { type Launch, stdioLaunch } from '../install/launch.ts'
import { carryOutSkill, planSkill, planSkillUndo, takesSkills } from '../install/skill.ts'
import { copyWords } from '../installed-copy.ts'
import { settingsOf } from '../session.ts'
import { table } from '../text.ts'

export const installCommand: Command = {
  name: 'install',
  summary: 'Put Lyra into the config of your assistant',
  usage: '[client ...]',
  details: [
    `Clients: ${CLIENTS.map(({ id }) => id).join(', ')}. Without a name: which are here, and which have Lyra.`,
    'Only the entry "lyra" of the config is written; the rest of the file, comments too, stays byte for byte. ' +
      'The file as it was lies beside it (.lyra-backup), --undo brings it back. A config that cannot be read, or ' +
      'that has another server of this name, is left alone and named.',
    'The client starts bin/lyra with the Node that runs this command; what npx fetched is started by npx again, the ' +
      'same version or the same tarball. --home, --replay and --set given here, and LYRA_HOME, are given on. With ' +
      '--http the client is pointed at `lyra serve` instead, with the token of LYRA_HOME in its header. Restart the ' +
      'client afterwards.',
  ],
  flags: {
    all: { type: 'boolean', about: 'All clients that are found on this machine' },
    'dry-run': { type: 'boolean', about: 'Show what would change, and write nothing' },
    undo: { type: 'boolean', about: 'Take Lyra out again' },
    http: { type: 'boolean', about: 'Point the client at `lyra serve` instead of starting Lyra' },
    command: {
      type: 'string',
      value: '<node|npx>',
      about: 'How the client starts Lyra (default: by how it was installed)',
    },
    force: { type: 'boolean', about: 'Replace another server named "lyra"; write for a client that was not found' },
    skill: { type: 'boolean', about: 'Install the research skill instead, where the client takes skills' },
  },
  examples: [
    { line: 'lyra install', about: 'which clients are here' },
    { line: 'lyra install claude-code cursor', about: 'these two' },
    { line: 'lyra install --all --dry-run', about: 'what would be written' },
    { line: 'lyra install zed --http', about: 'one server for several clients; start it with `lyra serve`' },
    { line: 'lyra install codex --skill', about: 'the research loop as a skill' },
    { line: 'lyra install cursor --undo', about: 'as it was before' },
  ],
  run: async (call) => {
    const settings = await settingsOf(call)
    const options = installOptions(call, settings)
    if (options.act === 'list') return listed(options, call.world.width)
    if (options.clients.length === 0)
      throw new LyraError('NOT_FOUND', 'No client was found on this machine', {
        hint: '`lyra install` lists where each is looked for; a name with --force writes in any case',
      })
    return told(options, editAll(call, settings, options))
  },
}

interface Row {
  readonly client: string
  readonly title: string
  readonly file: string
  readonly outcome: EditOutcome | 'failed'
  readonly diff?: string
  readonly note?: string
  readonly error?: { readonly code: ErrorCode; readonly message: string; readonly hint: string }
}

/** One client that cannot be written keeps none of the others waiting. */
function editAll(call: Call, settings: Settings, options: InstallOptions): readonly Row[] {
  const launch =
    options.http && options.what === 'server' ? httpLaunch(settings, options) : commandLaunch(call, options)
  return options.clients.map((client) => {
    const place = { client: client.id, title: client.title }
    try {
      const { edit, note } = editOne(client, launch, call.world.root, options)
      const isSeen = options.isDryRun && edit.text !== undefined
      const diff = isSeen ? changedLines(edit.file.path, edit.file.text, edit.text ?? null) : null
      return {
        ...place,
        file: edit.file.path,
        outcome: edit.outcome,
        ...(diff === null ? {} : { diff: withoutTokens(diff) }),
        ...(note === null ? {} : { note }),
      }
    } catch (error) {
      if (!(error instanceof LyraError)) throw error
      const { code, message, hint } = error
      return {
        ...place,
        file: configPathOf(client, options.machine),
        outcome: 'failed',
        error: { code, message, hint },
      }
    }
  })
}

function editOne(client: Client, launch: Launch, root: string, options: InstallOptions) {
  requireFound(client, options)
  const isSkill = options.what === 'skill'
  const edit = isSkill ? skillEdit(client, root, options) : serverEdit(client, launch, options)
  if (!options.isDryRun) isSkill ? carryOutSkill(edit) : carryOut(edit)
  return { edit, note: openToOthers(edit, launch, options) }
}

function serverEdit(client: Client, launch: Launch, options: InstallOptions): Edit {
  return options.act === 'undo' ? planUndo(client, options) : planInstall(client, launch, options)
}

function skillEdit(client: Client, root: string, options: InstallOptions): Edit {
  if (!takesSkills(client))
    throw new LyraError('INVALID_PARAMS', `${client.title} takes no skills from a folder`, {
      hint: `Those that do: ${CLIENTS.filter(takesSkills)
        .map(({ id }) => id)
        .join(', ')}`,
    })
  return options.act === 'undo' ? planSkillUndo(client, options) : planSkill(client, root, options)
}

/** A mistyped wish must not leave folders of programs that are not there. */
function requireFound(client: Client, { machine, force, act }: InstallOptions): void {
  if (force || act === 'undo' || isFound(client, machine)) return
  throw new LyraError('NOT_FOUND', `${client.title} was not found on this machine`, {
    hint: `Looked for ${marksOf(client, machine).join(' and ')}; --force writes its config nevertheless`,
  })
}

function commandLaunch({ world }: Call, { form, copy, serverFlags }: InstallOptions): Launch {
  const running = { root: world.root, node: process.execPath, platform: process.platform }
  return stdioLaunch('spec' in copy ? { ...running, spec: copy.spec } : running, form, serverFlags)
}

/** A dry run makes no token, and none is shown: what a terminal shows is kept and read by others. */
function httpLaunch(settings: Settings, { server, isDryRun, act }: InstallOptions): Launch {
  if (settings.server.port === 0)
    throw new LyraError('INVALID_CONFIG', 'server.port is 0: `lyra serve` would listen elsewhere at each start')
  const isLooking = isDryRun || act === 'undo'
  const token = server.token ?? (isLooking ? HIDDEN : serverToken(settings).token)
  return { kind: 'http', url: server.url, token }
}

const HIDDEN = '<token>'

function withoutTokens(diff: string): string {
  return diff.replaceAll(/Bearer [A-Za-z0-9._~+/=-]{1,500}/g, `Bearer ${HIDDEN}`)
}

function openToOthers({ file, outcome }: Edit, launch: Launch, { act }: InstallOptions): string | null {
  const isOpen = process.platform !== 'win32' && ((file.owner?.mode ?? 0) & 0o077) !== 0
  if (launch.kind === 'stdio' || act === 'undo' || outcome === 'unchanged' || !isOpen) return null
  return `Other users can read ${file.path}, and with it the token: chmod 600 it`
}

/** What is said when it was done, and in a dry run. */
const SAYINGS: Readonly<Record<Row['outcome'], readonly [string, string]>> = {
  added: ['added', 'would be added'],
  updated: ['updated', 'would be updated'],
  unchanged: ['had it already', 'has it already'],
  undone: ['taken out again', 'would be taken out again'],
  not_installed: ['had nothing of Lyra', 'has nothing of Lyra'],
  failed: ['not done', 'would not be done'],
}

function told(options: InstallOptions, rows: readonly Row[]): Result {
  const failed = rows.flatMap(({ error }) => error ?? [])[0]
  const lines = rows.flatMap(({ title, file, outcome, diff, note, error }) => [
    error === undefined
      ? `${title}: ${SAYINGS[outcome][options.isDryRun ? 1 : 0]} (${file})`
      : `${title}: ${error.message} [${error.code}]`,
    ...(error === undefined ? [] : [`      ${error.hint}`]),
    ...(note === undefined ? [] : [`      ${note}`]),
    ...(diff === undefined ? [] : [diff, '']),
  ])
  const isWritten = !options.isDryRun && rows.some(({ outcome }) => ['added', 'updated', 'undone'].includes(outcome))
  const serve = options.http && options.act === 'install' ? ' `lyra serve` has to run.' : ''
  return {
    document: {
      ok: failed === undefined,
      dry_run: options.isDryRun,
      ...(failed === undefined ? {} : { error: failed }),
      clients: rows,
    },
    text: lines.join('\n'),
    ...(options.isDryRun ? { aside: 'Nothing was written.' } : {}),
    ...(isWritten ? { aside: `Restart the client to see the change.${serve}` } : {}),
    ...(failed === undefined ? {} : { exit: ERROR_TABLE[failed.code].exit }),
  }
}

function listed(options: InstallOptions, width: number): Result {
  const { lyra } = copyWords(options.copy)
  const clients = options.clients.map((client) => ({
    client: client.id,
    title: client.title,
    found: isFound(client, options.machine),
    state: stateOf(client, options),
    file: configPathOf(client, options.machine),
  }))
  const rows = clients.map(({ client, found, state, file }) => [client, found ? 'yes' : 'no', state, file])
  return {
    document: { ok: true, clients },
    text: table(rows, { columns: ['client', 'found', 'lyra', 'config'], widest: 120, fit: width }),
    aside: `\`${lyra} install <client>\` writes one config, \`${lyra} install --all\` all that are found.`,
  }
}
