import { GLOBAL_FLAGS } from '../../src/cli/arguments.ts'
import type { Command, FlagTable } from '../../src/cli/command.ts'
import { flagName, usageLine } from '../../src/cli/help.ts'
import { code, documented, GENERATED, markdownTable } from './markdown.ts'

export function cliPage(commands: readonly Command[]): string {
  const sections = commands.flatMap((command) => {
    if (command.examples.length === 0) throw new Error(`Command ${command.name} has no example`)
    return [
      `## ${code(`lyra ${command.name}`)}`,
      '',
      `${documented(command.summary, `Command ${command.name}`)}.`,
      '',
      '```',
      usageLine(command),
      '```',
      '',
      ...command.details.flatMap((paragraph) => [paragraph, '']),
      ...(Object.keys(command.flags).length > 0 ? [flagTable(command.flags, command.name), ''] : []),
      '```sh',
      ...command.examples.flatMap((example) => [`# ${example.about}`, example.line]),
      '```',
      '',
    ]
  })
  return [
    '# Command line',
    '',
    GENERATED,
    '<!-- Source: src/cli/command-table.ts -->',
    '',
    'In a checkout: `npx lyra <command>`. Progress goes to stderr; `--json` prints exactly one document on stdout, also for errors.',
    'Exit codes are those of [errors](errors.md).',
    '',
    '## Flags of every command',
    '',
    flagTable(GLOBAL_FLAGS, 'lyra'),
    '',
    ...sections,
  ].join('\n')
}

function flagTable(flags: FlagTable, owner: string): string {
  const rows = Object.entries(flags).map(([name, flag]) => [
    code(flagName(name, flag)),
    documented(flag.about, `Flag --${name} of ${owner}`) + (flag.multiple ? '; may be repeated' : ''),
  ])
  return markdownTable(['flag', 'meaning'], rows)
}
