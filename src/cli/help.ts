import { GLOBAL_FLAGS } from './arguments.ts'
import type { Command, Flag, FlagTable } from './command.ts'
import { pad, wrap } from './text.ts'

export function overviewHelp(commands: readonly Command[]): string {
  const width = Math.max(...commands.map((command) => command.name.length))
  return [
    'Lyra: a local research engine that an AI assistant drives over MCP.',
    '',
    'Usage: lyra <command> [arguments] [flags]',
    '',
    'Commands:',
    ...commands.map((command) => `  ${pad(command.name, width)}  ${command.summary}`),
    '',
    'Flags of every command:',
    ...flagLines(GLOBAL_FLAGS),
    '',
    'Examples:',
    '  lyra demo                      a whole research task on the bundled demo web',
    '  lyra mcp                       serve an assistant over stdio',
    '  lyra search --help             help and examples of one command',
    '',
  ].join('\n')
}

export function commandHelp(command: Command): string {
  const lines = [`${command.summary}.`, '', `Usage: ${usageLine(command)}`, '']
  for (const paragraph of command.details) lines.push(...wrap(paragraph, 100), '')
  if (Object.keys(command.flags).length > 0) lines.push('Flags:', ...flagLines(command.flags), '')
  lines.push('Flags of every command:', ...flagLines(GLOBAL_FLAGS), '', 'Examples:')
  for (const example of command.examples) lines.push(`  ${example.line}`, `      ${example.about}`)
  lines.push('')
  return lines.join('\n')
}

export function usageLine(command: Command): string {
  return ['lyra', command.name, command.usage, '[flags]'].filter((part) => part !== '').join(' ')
}

export function flagName(name: string, flag: Flag): string {
  return flag.type === 'string' ? `--${name} ${flag.value ?? '<value>'}` : `--${name}`
}

function flagLines(table: FlagTable): string[] {
  const rows = Object.entries(table).map(([name, flag]) => [flagName(name, flag), flag] as const)
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, flag]) => `  ${pad(left, width)}  ${flag.about}${flag.multiple ? ' (may be repeated)' : ''}`)
}

/** Help as a document, for `--help --json`. */
export function helpDocument(commands: readonly Command[], command: Command | null): unknown {
  const describe = (one: Command) => ({
    name: one.name,
    summary: one.summary,
    usage: usageLine(one),
    flags: Object.entries(one.flags).map(([name, flag]) => ({ flag: flagName(name, flag), about: flag.about })),
    examples: one.examples,
  })
  return { ok: true, commands: command === null ? commands.map(describe) : [describe(command)] }
}
