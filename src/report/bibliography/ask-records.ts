import { isSuccess } from '../../domain/outcome.ts'
import { identifierKey } from '../../domain/paper.ts'
import type { PublicRecord } from '../../domain/public-record.ts'
import type { ArchivedRecord, RecordAnswer, RecordSource } from '../../sources/records/types.ts'
import type { SourceCall } from '../../sources/types.ts'
import type { FoundWork } from './page-work.ts'
import { yearIn } from './reference-item.ts'
import type { Question, Told } from './told.ts'

/**
 * An identifier, of the public sources that take it: an ISBN, and a DOI that no index of papers knows (data sets and
 * theses have registers of their own). A library that lacks a book denies nothing: no source has all of them, so what
 * none knows is told with who was asked, and is not denied here.
 */
export async function askRecords(
  { records }: { readonly records: readonly RecordSource[] },
  { identifier, by }: Question,
  call: SourceCall,
): Promise<Told> {
  const holders = records.filter((source) => source.knows(identifier))
  const answers: RecordAnswer[] = []
  for (const source of holders) {
    const [language = 'en'] = source.description.languages
    answers.push(await source.lookUp(identifier, { ...call, language }))
  }
  const works = answers.flatMap(({ source, records: found }) =>
    found.map((one) => workOf(one, source, { identifier, by })),
  )
  const asked = answers.map(({ source, outcome, reason }) => {
    if (isSuccess(outcome as 'ok') || outcome === 'not_found') return `${source} does not have it`
    return `${source}: ${reason ?? outcome}`
  })
  const said =
    asked.length === 0 ? `no source of ${identifier.type === 'isbn' ? 'books' : 'records'} is asked` : asked.join('; ')
  return {
    works,
    denied: [],
    answered: answers.some(({ outcome }) => isSuccess(outcome as 'ok') || outcome === 'not_found'),
    reasons: works.length > 0 ? [] : [`${identifierKey(identifier)}: ${said}`],
  }
}

function workOf({ record }: ArchivedRecord, knownBy: string, { identifier, by }: Question): FoundWork {
  const { title, published_at: published } = record
  return {
    ...{ title, authors: authorsOf(record), year: yearIn(published), knownBy, by },
    ...{ isRetracted: false, updates: [], identifiers: [identifier] },
  }
}

function authorsOf({ attributes }: PublicRecord): readonly string[] {
  return attributes.filter(({ name }) => name === 'authors').flatMap(({ value }) => value.split('; '))
}
