import { type LensEntry, listLenses } from '../../api/list-lenses.ts'
import { LyraError } from '../../domain/errors.ts'
import { takePositionals } from '../arguments.ts'
import type { Command } from '../command.ts'
import { refuseMistypedHome, withLyraAnywhere } from '../session.ts'

export const lensesCommand: Command = {
  name: 'lenses',
  summary: 'List the named sets of sources that a search may be limited to',
  usage: '[lens]',
  details: [
    'A lens is a YAML file with domains, engines, academic sources and query patterns. Those shipped lie in ' +
      'config/lenses; your own go to LYRA_HOME/lenses, where one of the same name takes the place of a shipped one.',
    'Use one with `lyra search ... --lens <name>`, or for all searches of a task with ' +
      '`lyra task new ... --lens <name>`.',
  ],
  flags: {},
  examples: [
    { line: 'lyra lenses', about: 'all of them' },
    { line: 'lyra lenses medicine --json', about: 'what one of them holds' },
  ],
  run: async (call) => {
    const [name] = call.positionals.length === 0 ? [] : takePositionals(call.positionals, ['lens'], 'lenses')
    await refuseMistypedHome(call)
    return withLyraAnywhere(call, async (lyra) => {
      const { lenses } = await lyra.call(listLenses, {})
      const shown = name === undefined ? lenses : lenses.filter((lens) => lens.name === name)
      if (shown.length === 0)
        throw new LyraError('NOT_FOUND', `No lens is called ${name}`, {
          hint: `Known: ${lenses.map((one) => one.name).join(', ')}`,
        })
      return {
        document: { ok: true, lenses: shown },
        text: shown.map(name === undefined ? line : whole).join('\n'),
      }
    })
  },
}

function line({ name, title, domains, own }: LensEntry): string {
  return `${name.padEnd(18)} ${title} (${domains.length} domains${own ? ', your own' : ''})`
}

function whole(lens: LensEntry): string {
  const list = (label: string, items: readonly string[]) =>
    items.length === 0 ? [] : [`${label}: ${items.join(', ')}`]
  return [
    `${lens.name}: ${lens.title}`,
    lens.about,
    ...list(lens.strict ? 'Only' : 'First', lens.domains),
    ...list('Engines', lens.engines),
    ...(lens.sources === null ? [] : [`Academic sources: ${lens.sources.join(', ') || 'none'}`]),
    ...list('Asked as', lens.queries),
  ].join('\n')
}
