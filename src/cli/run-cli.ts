import { ERROR_TABLE, LyraError } from '../domain/errors.ts'
import { type ParsedArguments, parseArguments } from './arguments.ts'
import type { Call, Command, World } from './command.ts'
import { printable } from './text.ts'

/** Runs one command line; returns the exit code. Never throws. */
export async function runCli(argv: readonly string[], world: World): Promise<number> {
  // A mistake in the flags must still be answered in the form the caller asked for.
  const json = wantsJson(argv)
  let open: Call['open'] = { flags: {} }
  try {
    requireReadable(argv)
    const commands = await commandsFor(argv)
    const parsed = parseArguments(argv, commands)
    open = openOf(parsed)
    return await dispatch(parsed, commands, open, world)
  } catch (error) {
    return await fail(error, json, open, world)
  }
}

/** A client waits for `lyra mcp` to start: the other commands, and what they import, are not loaded for it. */
async function commandsFor(argv: readonly string[]): Promise<readonly Command[]> {
  if (argv[0] === 'mcp' && !argv.includes('--help')) return [(await import('./commands/mcp.ts')).mcpCommand]
  if (argv.length === 1 && argv[0] === '--version') return []
  return (await import('./command-table.ts')).COMMANDS
}

/** The model runtime crashes when loaded under a command line of about 29,000 characters. */
const LONGEST_LINE = 20_000

function requireReadable(argv: readonly string[]): void {
  const length = argv.reduce((sum, word) => sum + word.length + 1, 0)
  if (length <= LONGEST_LINE) return
  throw new LyraError('INVALID_PARAMS', `The command line has ${length} characters; ${LONGEST_LINE} are allowed`, {
    hint: 'Shorten it, or send the text through MCP (`lyra mcp`)',
  })
}

function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--')
  return argv.slice(0, end === -1 ? undefined : end).includes('--json')
}

/** The home and the settings that the flags ask for. */
function openOf({ flags, settings }: ParsedArguments): Call['open'] {
  const home = flags.text('home')
  const replay = flags.text('replay')
  return { flags: settings, ...(home === undefined ? {} : { home }), ...(replay === undefined ? {} : { replay }) }
}

async function dispatch(
  parsed: ParsedArguments,
  commands: readonly Command[],
  open: Call['open'],
  world: World,
): Promise<number> {
  const { command, flags } = parsed
  const json = flags.on('json')
  if (flags.on('version')) {
    const { VERSION: version } = await import('../app/version.ts')
    world.stdout(json ? `${JSON.stringify({ ok: true, name: 'lyra', version })}\n` : `lyra ${version}\n`)
    return 0
  }
  if (flags.on('help') || command === null) {
    if (!flags.on('help') && json)
      throw new LyraError('INVALID_PARAMS', 'A command is missing', { hint: 'Run `lyra --help` for the list' })
    const { commandHelp, helpDocument, overviewHelp } = await import('./help.ts')
    const text = command === null ? overviewHelp(commands) : commandHelp(command)
    world.stdout(json ? `${JSON.stringify(helpDocument(commands, command))}\n` : text)
    return 0
  }
  const call: Call = { positionals: parsed.positionals, flags, json, world, open }
  const result = await command.run(call)
  if (json && result.document !== undefined) world.stdout(`${JSON.stringify(result.document)}\n`)
  if (!json && result.text !== '') world.stdout(result.text.endsWith('\n') ? result.text : `${result.text}\n`)
  if (!json && result.aside !== undefined) world.stderr(`${result.aside}\n`)
  return result.exit ?? 0
}

async function fail(error: unknown, json: boolean, open: Call['open'], world: World): Promise<number> {
  const { describeError } = await import('./describe-error.ts')
  const { told, detail } = await describeError(error, open, world)
  if (json) world.stdout(`${JSON.stringify({ ok: false, error: told })}\n`)
  else {
    const id = told.error_id === undefined ? '' : ` ${told.error_id}`
    world.stderr(`lyra: ${printable(told.message)} [${told.code}]${id}\n      ${printable(told.hint ?? '')}\n`)
  }
  if (detail !== null) world.stderr(`      ${printable(detail)}\n`)
  return ERROR_TABLE[told.code].exit
}
