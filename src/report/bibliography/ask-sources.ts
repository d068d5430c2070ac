import { isSuccess } from '../../domain/outcome.ts'
import { type Identifier, identifierKey, type Paper } from '../../domain/paper.ts'
import { lookUpMany } from '../../sources/look-up.ts'
import type { RecordSource } from '../../sources/records/types.ts'
import type { AcademicSource, SourceAnswer, SourceCall } from '../../sources/types.ts'
import { askRecords } from './ask-records.ts'
import { firstAuthorsAgree, likeness, type TitledWork } from './likeness.ts'
import type { FoundWork } from './page-work.ts'
import type { ReferenceItem } from './reference-item.ts'
import { titlesAgree } from './same-work.ts'
import type { Question, Told } from './told.ts'

export interface AskedParts {
  readonly sources: readonly AcademicSource[]
  /** Public sources: those that hold books are asked for an ISBN, others for a DOI that no index of papers has. */
  readonly records: readonly RecordSource[]
}

const NOTHING_TOLD: Told = { works: [], denied: [], answered: false, reasons: [] }

/** Each identifier by itself, so that it is known which of them nobody has. */
export async function askByIdentifier(
  parts: AskedParts,
  questions: readonly Question[],
  call: SourceCall,
): Promise<Told> {
  const told: Told[] = []
  for (const question of questions) {
    if (question.identifier.type === 'isbn') {
      told.push(await askRecords(parts, question, call))
      continue
    }
    const ofPapers = ofAnswers(await lookUpMany(parts.sources, [question.identifier], call), question)
    told.push(ofPapers.works.length > 0 ? ofPapers : await askElsewhere(parts, question, ofPapers, call))
  }
  return together(told)
}

/** What no index of papers has may stand in a register of data sets; only where that answered is it denied. */
async function askElsewhere(parts: AskedParts, question: Question, ofPapers: Told, call: SourceCall): Promise<Told> {
  if (!parts.records.some((source) => source.knows(question.identifier))) return ofPapers
  const elsewhere = await askRecords(parts, question, call)
  if (elsewhere.works.length > 0) return elsewhere
  return together([elsewhere.answered ? ofPapers : { ...ofPapers, denied: [] }, elsewhere])
}

/** The works of such a title, which a source is searched for until one has it. */
export async function askByTitle(
  { sources }: Pick<AskedParts, 'sources'>,
  item: ReferenceItem,
  call: SourceCall,
): Promise<Told> {
  const { title } = item
  if (title === null || title.length < LEAST_TITLE) return NOTHING_TOLD
  const answers: SourceAnswer<Paper>[] = []
  for (const source of sources) {
    const search = source.search ?? source.fallbackSearch
    if (search === undefined) continue
    const answer = await search.call(source, title, CANDIDATES, call)
    answers.push(answer)
    if (answer.items.some((paper) => isOfTitle(item, paper))) break
  }
  const told = ofAnswers(answers, { by: 'title' })
  return { ...told, works: told.works.filter((work) => isOfTitle(item, work)) }
}

/** Titles of companions differ in a word ("in men", "in women"): a spelling is let pass for the same author alone. */
function isOfTitle(item: ReferenceItem, work: TitledWork): boolean {
  if (likeness(item, work) !== null) return true
  return firstAuthorsAgree(item.authors, work.authors) === true && titlesAgree(item.title ?? '', work.title)
}

/** Candidates by title that one source is asked for. */
const CANDIDATES = 5
const LEAST_TITLE = 12

function ofAnswers(
  answers: readonly SourceAnswer<Paper>[],
  { identifier = null, by }: { readonly identifier?: Identifier | null; readonly by: FoundWork['by'] },
): Told {
  const asked = answers.filter(({ notAsked }) => notAsked !== true)
  const works = asked.flatMap(({ source, items }) => items.map((paper) => asFound(paper, source, by)))
  const denies = asked.some(
    ({ outcome, items }) => outcome === 'not_found' || (isSuccess(outcome) && items.length === 0),
  )
  const failed = asked.filter(({ outcome }) => !isSuccess(outcome) && outcome !== 'not_found')
  const unasked = identifier !== null && asked.length === 0 ? [`${identifierKey(identifier)}: no source takes it`] : []
  return {
    works,
    denied: identifier !== null && works.length === 0 && denies ? [identifier] : [],
    answered: asked.length > failed.length,
    reasons: [...unasked, ...failed.map(({ source, outcome, reason }) => `${source}: ${reason ?? outcome}`)],
  }
}

function asFound(paper: Paper, knownBy: string, by: FoundWork['by']): FoundWork {
  const { title, authors, year, is_retracted: isRetracted, updates = [], identifiers } = paper
  return { title, authors, year, isRetracted, updates, identifiers, knownBy, by }
}

/** An identifier that another one's record names is known by it. */
export function together(told: readonly Told[]): Told {
  const works = told.flatMap((one) => one.works)
  const known = new Set(works.flatMap(({ identifiers }) => identifiers.map(identifierKey)))
  return {
    works,
    denied: told.flatMap((one) => one.denied).filter((identifier) => !known.has(identifierKey(identifier))),
    answered: told.some(({ answered }) => answered),
    reasons: [...new Set(told.flatMap(({ reasons }) => reasons))],
  }
}
