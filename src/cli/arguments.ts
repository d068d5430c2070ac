import { parseArgs } from 'node:util'
import { nearestName } from '../domain/edit-distance.ts'
import { LyraError } from '../domain/errors.ts'
import type { Command, FlagTable, ParsedFlags } from './command.ts'
import { shorten } from './text.ts'

export const GLOBAL_FLAGS = {
  home: { type: 'string', value: '<folder>', about: 'Folder for database, archive, models and logs (LYRA_HOME)' },
  replay: {
    type: 'string',
    value: '<warc>',
    about: 'Run from this WARC file or folder; no socket is opened (LYRA_REPLAY)',
  },
  set: {
    type: 'string',
    value: '<path=value>',
    multiple: true,
    about: 'Override one setting, e.g. --set task.max_pages=30',
  },
  json: { type: 'boolean', about: 'Print exactly one JSON document on stdout' },
  help: { type: 'boolean', about: 'Show help and examples' },
  version: { type: 'boolean', about: 'Show the version' },
} as const satisfies FlagTable

export interface ParsedArguments {
  readonly command: Command | null
  readonly positionals: readonly string[]
  readonly flags: ParsedFlags
  readonly settings: Readonly<Record<string, string>>
}

export function parseArguments(argv: readonly string[], commands: readonly Command[]): ParsedArguments {
  const at = commandIndex(argv)
  const typed = argv[at]
  const command = typed === undefined ? null : findCommand(typed, commands)
  const rest = typed === undefined ? argv : argv.toSpliced(at, 1)
  const table: FlagTable = { ...GLOBAL_FLAGS, ...command?.flags }
  const { values, positionals } = readTokens(rest, table, command)
  const flags = typedFlags(values)
  return { command, positionals, flags, settings: readSettings(flags.list('set')) }
}

/** Global flags may stand before the command, so their values must not be taken for it. */
function commandIndex(argv: readonly string[]): number {
  const valued = new Set(
    Object.entries(GLOBAL_FLAGS as FlagTable).flatMap(([name, flag]) => (flag.type === 'string' ? [`--${name}`] : [])),
  )
  for (let i = 0; i < argv.length; i++) {
    const word = argv[i] ?? ''
    if (valued.has(word)) i++
    else if (!word.startsWith('-')) return i
  }
  return argv.length
}

function findCommand(typed: string, commands: readonly Command[]): Command {
  const found = commands.find((command) => command.name === typed)
  if (found !== undefined) return found
  const near = nearestName(
    typed,
    commands.map((command) => command.name),
  )
  throw new LyraError('INVALID_PARAMS', `There is no command "${shorten(typed, 40)}"`, {
    hint: near === null ? 'Run `lyra --help` for the list' : `Did you mean \`lyra ${near}\`?`,
  })
}

type Values = Map<string, readonly string[] | true>

function readTokens(args: readonly string[], table: FlagTable, command: Command | null) {
  const options = Object.fromEntries(
    Object.entries(table).map(([name, flag]) => [name, { type: flag.type, multiple: flag.multiple ?? false }]),
  )
  const { tokens } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true })
  const values: Values = new Map()
  const positionals: string[] = []
  for (const token of tokens ?? []) {
    if (token.kind === 'positional') positionals.push(token.value)
    if (token.kind !== 'option') continue
    const flag = table[token.name]
    if (flag === undefined) throw unknownFlag(token.rawName, table, command)
    if (flag.type === 'boolean') {
      if (token.value !== undefined) throw new LyraError('INVALID_PARAMS', `--${token.name} takes no value`)
      values.set(token.name, true)
      continue
    }
    if (token.value === undefined)
      throw new LyraError('INVALID_PARAMS', `--${token.name} needs a value: ${flag.value ?? '<value>'}`)
    const before = values.get(token.name)
    if (before !== undefined && flag.multiple !== true)
      throw new LyraError('INVALID_PARAMS', `--${token.name} was given twice`)
    values.set(token.name, [...(Array.isArray(before) ? before : []), token.value])
  }
  return { values, positionals }
}

function unknownFlag(raw: string, table: FlagTable, command: Command | null): LyraError {
  const near = nearestName(raw.replace(/^-+/, ''), Object.keys(table))
  const help = command === null ? 'lyra --help' : `lyra ${command.name} --help`
  return new LyraError('INVALID_PARAMS', `There is no flag "${raw}"${command === null ? '' : ` for ${command.name}`}`, {
    hint: near === null ? `Run \`${help}\` for the list` : `Did you mean \`--${near}\`?`,
  })
}

function readSettings(pairs: readonly string[]): Readonly<Record<string, string>> {
  const settings: Record<string, string> = {}
  for (const pair of pairs) {
    const at = pair.indexOf('=')
    if (at <= 0)
      throw new LyraError('INVALID_PARAMS', `--set wants path=value, not "${pair}"`, {
        hint: 'For example --set task.max_pages=30; the paths are in docs/reference/settings.md',
      })
    settings[pair.slice(0, at)] = pair.slice(at + 1)
  }
  return settings
}

export function typedFlags(values: ReadonlyMap<string, readonly string[] | true>): ParsedFlags {
  const text = (name: string) => {
    const value = values.get(name)
    return Array.isArray(value) ? (value.at(-1) as string) : undefined
  }
  const number = (name: string) => {
    const value = text(name)
    if (value === undefined) return undefined
    const parsed = Number(value)
    if (value.trim() === '' || !Number.isFinite(parsed))
      throw new LyraError('INVALID_PARAMS', `--${name} wants a number, not "${value}"`)
    return parsed
  }
  return {
    text,
    number,
    list: (name) => {
      const value = values.get(name)
      return Array.isArray(value) ? value : []
    },
    on: (name) => values.get(name) === true,
    integer: (name) => {
      const parsed = number(name)
      if (parsed !== undefined && !Number.isSafeInteger(parsed))
        throw new LyraError('INVALID_PARAMS', `--${name} wants a whole number, not "${text(name)}"`)
      return parsed
    },
  }
}

/** The positionals a command needs, by name; too few or too many is INVALID_PARAMS. */
export function takePositionals<const N extends readonly string[]>(
  given: readonly string[],
  names: N,
  command: string,
): { readonly [K in keyof N]: string } {
  if (given.length < names.length)
    throw new LyraError('INVALID_PARAMS', `${command} needs <${names[given.length]}>`, {
      hint: `Run \`lyra ${command.split(' ')[0]} --help\` for examples`,
    })
  if (given.length > names.length)
    throw new LyraError('INVALID_PARAMS', `${command} does not know what to do with "${given[names.length]}"`, {
      hint: 'Put text with spaces in quotes',
    })
  return given as unknown as { readonly [K in keyof N]: string }
}
