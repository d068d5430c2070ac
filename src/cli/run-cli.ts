import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ERROR_TABLE, exitCodeOf, LyraError } from '../domain/errors.ts'
import { type ParsedArguments, parseArguments } from './arguments.ts'
import type { Call, World } from './command.ts'
import { COMMANDS } from './command-table.ts'
import { commandHelp, helpDocument, overviewHelp } from './help.ts'
import { printable } from './text.ts'

/** Runs one command line; returns the exit code. Never throws. */
export async function runCli(argv: readonly string[], world: World): Promise<number> {
  // A mistake in the flags must still be answered in the form the caller asked for.
  const json = wantsJson(argv)
  try {
    requireReadable(argv)
    return await dispatch(parseArguments(argv, COMMANDS), world)
  } catch (error) {
    return fail(error, json, world)
  }
}

/** The model runtime does not survive being loaded under a command line of about 29,000 characters. */
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

async function dispatch(parsed: ParsedArguments, world: World): Promise<number> {
  const { command, flags } = parsed
  const json = flags.on('json')
  if (flags.on('version')) {
    const version = readVersion(world.root)
    world.stdout(json ? `${JSON.stringify({ ok: true, name: 'lyra', version })}\n` : `lyra ${version}\n`)
    return 0
  }
  if (flags.on('help') || command === null) {
    if (!flags.on('help') && json)
      throw new LyraError('INVALID_PARAMS', 'A command is missing', { hint: 'Run `lyra --help` for the list' })
    const text = command === null ? overviewHelp(COMMANDS) : commandHelp(command)
    world.stdout(json ? `${JSON.stringify(helpDocument(COMMANDS, command))}\n` : text)
    return 0
  }
  const home = flags.text('home')
  const replay = flags.text('replay')
  const call: Call = {
    positionals: parsed.positionals,
    flags,
    json,
    world,
    open: {
      flags: parsed.settings,
      ...(home === undefined ? {} : { home }),
      ...(replay === undefined ? {} : { replay }),
    },
  }
  const result = await command.run(call)
  if (json && result.document !== undefined) world.stdout(`${JSON.stringify(result.document)}\n`)
  if (!json && result.text !== '') world.stdout(result.text.endsWith('\n') ? result.text : `${result.text}\n`)
  return result.exit ?? 0
}

function fail(error: unknown, json: boolean, world: World): number {
  const known = error instanceof LyraError
  const code = known ? error.code : 'INTERNAL_ERROR'
  const message = known ? error.message : 'Something unexpected happened'
  const hint = known ? error.hint : ERROR_TABLE.INTERNAL_ERROR.advice
  if (json) {
    const details = known && Object.keys(error.details).length > 0 ? { details: error.details } : {}
    world.stdout(`${JSON.stringify({ ok: false, error: { code, message, hint, ...details } })}\n`)
  } else world.stderr(`lyra: ${printable(message)} [${code}]\n      ${printable(hint)}\n`)
  // Outside the error table the stack is the only trace of what happened.
  if (!known) world.stderr(`${error instanceof Error ? error.stack : String(error)}\n`)
  return exitCodeOf(error)
}

function readVersion(root: string): string {
  return (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version
}
