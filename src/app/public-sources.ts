import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { AnswerOf } from '../api/define-use-case.ts'
import type { checkPublicSources, listPublicSources, PublicSourceEntry } from '../api/public-sources.ts'
import { LyraError } from '../domain/errors.ts'
import type { Settings } from '../domain/settings.ts'
import { checkSource } from '../sources/records/check-source.ts'
import type { Description } from '../sources/records/description.ts'
import { loadDescriptions } from '../sources/records/load-descriptions.ts'
import { loadPivots } from '../sources/records/pivots.ts'
import { loadRecorded } from '../sources/records/recorded-answers.ts'
import { PACKAGE_ROOT } from './package-root.ts'

const CONFIG = join(PACKAGE_ROOT, 'config')

/** Shipped in config/sources, and the user's own in LYRA_HOME/sources. */
export function sourceFolders(home: string): readonly string[] {
  return [join(CONFIG, 'sources'), join(home, 'sources')]
}

export function pivotFiles(home: string): readonly string[] {
  return [join(CONFIG, 'pivots.yaml'), join(home, 'pivots.yaml')]
}

/** The user's key by the name of its variable; null where there is none. */
export function keyFromEnvironment(environment: string): string | null {
  return process.env[environment]?.trim() || null
}

interface Home {
  readonly settings: Settings
  readonly home: string
}

export function publicSources({ settings, home }: Home): AnswerOf<typeof listPublicSources> {
  const [, own = ''] = sourceFolders(home)
  const sources = loadDescriptions(...sourceFolders(home)).map((one) =>
    sourceEntry(one, settings.sources, existsSync(join(own, `${one.name}.yaml`))),
  )
  const pivots = loadPivots(...pivotFiles(home)).map(({ kind, about, followed_by, steps }) => ({
    ...{ kind, about },
    ...(followed_by === undefined ? {} : { followed_by }),
    steps: steps.map(({ ask, source, by, from, deep }) => ({
      ...{ ask: ask ?? source, source, by, deep },
      ...(from === undefined ? {} : { from }),
    })),
  }))
  return { ok: true, sources, pivots }
}

function sourceEntry(description: Description, settings: Settings['sources'], own: boolean) {
  const { name, title, about, documentation, verified, note, languages, pace, licence, primary, official, contact } =
    description
  const { key, base, look_up, search, answers } = description
  const address = settings.record_addresses.find((entry) => entry.startsWith(`${name}=`))?.slice(name.length + 1)
  const given = key !== undefined && keyFromEnvironment(key.environment) !== null
  const attributes = Object.values(answers).flatMap((shape) => Object.keys(shape.attributes))
  return {
    ...{ name, title, about, documentation, verified, pace, licence, primary, official, contact, own },
    ...(note === undefined ? {} : { note }),
    address: address ?? base,
    asked_by: [...new Set(look_up.map(({ identifier }) => identifier)), ...(search === undefined ? [] : ['words'])],
    tells: [...new Set(attributes)],
    languages: [...languages],
    ...(key === undefined
      ? {}
      : { key: { environment: key.environment, needed: key.needed, given, get_one: key.get_one } }),
    state: stateOf(description, settings, given),
  }
}

function stateOf(
  { name, key, contact }: Description,
  settings: Settings['sources'],
  given: boolean,
): PublicSourceEntry['state'] {
  if (settings.records_off.includes(name)) return 'off'
  if (key?.needed === true && !given) return 'no_key'
  return contact && settings.contact_email === '' ? 'no_contact' : 'ready'
}

/** Each description held against the answers recorded for it. */
export async function checkSources(
  { settings, home }: Home,
  only: string | undefined,
): Promise<AnswerOf<typeof checkPublicSources>> {
  const folders = sourceFolders(home)
  const all = loadDescriptions(...folders)
  const wanted = all.filter(({ name }) => only === undefined || name === only)
  if (wanted.length === 0)
    throw new LyraError('NOT_FOUND', `No public source is called ${only}`, {
      hint: `Known: ${all.map(({ name }) => name).join(', ')}`,
    })
  const sources = []
  for (const description of wanted) {
    const recorded = loadRecorded(description.name, ...folders)
    const checks = await checkSource(description, recorded, settings.sources)
    const none = { question: 'recorded answers', problems: ['there is none: recorded/<name>.yaml beside it'] }
    sources.push({
      name: description.name,
      checks: (checks.length === 0 ? [none] : checks).map(({ question, problems }) => ({
        question,
        problems: [...problems],
      })),
    })
  }
  return { ok: true, sources }
}
