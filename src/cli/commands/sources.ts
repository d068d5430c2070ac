import type { AnswerOf } from '../../api/define-use-case.ts'
import {
  checkPublicSources,
  listPublicSources,
  type PivotEntry,
  type PublicSourceEntry,
} from '../../api/public-sources.ts'
import { LyraError } from '../../domain/errors.ts'
import type { Call, Command, Result } from '../command.ts'
import { refuseMistypedHome, withLyraAnywhere } from '../session.ts'
import { plural, table } from '../text.ts'

export const sourcesCommand: Command = {
  name: 'sources',
  summary: 'List, show and check the public sources: registers, laws, filings, catalogues',
  usage: '[list | show <source> | test [source]]',
  details: [
    'A source is a description in config/sources, or in LYRA_HOME/sources, where one of the same name takes the ' +
      'place of a shipped one. `list` tells what it is asked by, whether a key is needed and given, the pace and the ' +
      'licence; `show` tells all of one, and the pivots that lead to it.',
    '`test` holds the descriptions against the answers recorded for them (recorded/<source>.yaml beside them): ' +
      'requests, paging, refusals and every value. Nothing is asked of the network. Exit 1 when something differs.',
    'A key is given in the environment variable that the list names, and nowhere else.',
  ],
  flags: {},
  examples: [
    { line: 'lyra sources', about: 'all of them' },
    { line: 'lyra sources show gbizinfo', about: 'one of them' },
    { line: 'lyra sources test', about: 'whether the descriptions read what was recorded' },
  ],
  run: async (call) => {
    const [action = 'list', name, ...more] = call.positionals
    await refuseMistypedHome(call)
    if (action === 'test' && more.length === 0) return testSources(call, name)
    if (action === 'list' && name === undefined) return listSources(call)
    if (action === 'show' && name !== undefined && more.length === 0) return showSource(call, name)
    throw new LyraError('INVALID_PARAMS', `lyra sources ${call.positionals.join(' ')} is no command`, {
      hint: 'lyra sources [list | show <source> | test [source]]',
    })
  },
}

function listSources(call: Call): Promise<Result> {
  return withLyraAnywhere(call, async (lyra) => {
    const { sources } = await lyra.call(listPublicSources, {})
    const rows = sources.map((one) => [one.name, one.state, keyText(one), `${one.pace} s`, one.licence, one.about])
    const columns = ['source', 'state', 'key', 'pace', 'licence', 'about']
    return { document: { ok: true, sources }, text: table(rows, { columns, widest: 90, fit: call.world.width }) }
  })
}

function keyText({ key, contact }: PublicSourceEntry): string {
  if (key === undefined) return contact ? 'none (contact_email)' : 'none'
  return `${key.environment}: ${key.given ? 'given' : key.needed ? 'needed' : 'may be left out'}`
}

function showSource(call: Call, name: string): Promise<Result> {
  return withLyraAnywhere(call, async (lyra) => {
    const { sources, pivots } = await lyra.call(listPublicSources, {})
    const source = sources.find((one) => one.name === name)
    if (source === undefined)
      throw new LyraError('NOT_FOUND', `No public source is called ${name}`, {
        hint: `Known: ${sources.map((one) => one.name).join(', ')}`,
      })
    const leading = pivots.filter(({ steps }) => steps.some((step) => step.source === name))
    return { document: { ok: true, source, pivots: leading }, text: sourceText(source, leading) }
  })
}

function sourceText(source: PublicSourceEntry, pivots: readonly PivotEntry[]): string {
  return [
    `${source.name}: ${source.title}${source.own ? ' (your own)' : ''}`,
    source.about,
    `State: ${source.state}`,
    `Key: ${keyText(source)}${source.key === undefined ? '' : ` (${source.key.get_one})`}`,
    `Asked by: ${source.asked_by.join(', ')}`,
    `Tells: ${source.tells.join(', ')}`,
    `Languages: ${source.languages.join(', ')}`,
    `Pace: ${source.pace} s between two requests`,
    `Licence: ${source.licence}`,
    `Address: ${source.address}`,
    `Documentation: ${source.documentation} (form confirmed by: ${source.verified})`,
    `Primary: ${source.primary ? 'yes' : 'no'}, official: ${source.official ? 'yes' : 'no'}`,
    ...(source.note === undefined ? [] : [`Note: ${source.note}`]),
    ...pivots.map(({ kind, steps }) => {
      const own = steps.filter((step) => step.source === source.name)
      return `Pivot from ${kind}: ${own.map(({ ask, by, from }) => `${ask} by ${from ?? by}`).join(', ')}`
    }),
  ].join('\n')
}

type Checked = AnswerOf<typeof checkPublicSources>['sources']

function testSources(call: Call, name: string | undefined): Promise<Result> {
  return withLyraAnywhere(call, async (lyra) => {
    const { sources } = await lyra.call(checkPublicSources, name === undefined ? {} : { source: name })
    const failed = sources.filter(({ checks }) => checks.some(({ problems }) => problems.length > 0))
    return {
      document: { ok: failed.length === 0, sources },
      text: [...sources.map(checkLines), testSummary(sources, failed.length)].flat().join('\n'),
      exit: failed.length === 0 ? 0 : 1,
    }
  })
}

function checkLines({ name, checks }: Checked[number]): readonly string[] {
  const wrong = checks.flatMap(({ question, problems }) => problems.map((one) => `  ${question}: ${one}`))
  return [`${wrong.length === 0 ? 'ok  ' : 'FAIL'} ${name} (${plural(checks.length, 'question')})`, ...wrong]
}

function testSummary(sources: Checked, failed: number): string {
  const asked = sources.reduce((sum, { checks }) => sum + checks.length, 0)
  return `${plural(sources.length, 'source')}, ${plural(asked, 'recorded question')}, ${failed} failed`
}
