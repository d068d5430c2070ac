import type { TrustNotes } from '../api/lyra-meta.ts'
import { registrableDomain } from '../domain/url.ts'
import { responseMeta } from '../guard/l5-response-meta.ts'
import { shownAddress } from '../guard/l5-shown-address.ts'
import {
  DANGER_FLAGS,
  INSTRUCTION_FLAG,
  MISLEADING_FLAG,
  POSTED_INSTRUCTION_FLAG,
} from '../guard/l6-source-verification.ts'
import type { ResearchParts } from '../research/parts.ts'
import { skippedDomains } from '../research/skipped-results.ts'

/** Domains and warnings looked at where a call is about no task. */
const MOST = 200

const FLAG_NOTES = [
  [INSTRUCTION_FLAG, 'L2', 'instructions to an AI'],
  [POSTED_INSTRUCTION_FLAG, 'L2', 'instructions to an AI in a post'],
  [MISLEADING_FLAG, 'L4', 'misled the local model'],
] as const

/** `page https://…: words of ours (L2)`, as report-danger.ts writes them. */
const WARNING = /^(page|work|result|link) (\S+): (.+) \((L[24])\)$/u

/** The same of sentences that stay and are silent, as research/stages/silenced.ts writes them. */
const SILENCED = /^(?:page (\S+)|(\d+) more pages): (\d+ sentences? that may speak to a machine .+) \(L2\)$/u
/** Of them in one answer. */
const MOST_SILENCED = 20

interface Note {
  readonly layer: string
  readonly domain: string
  readonly text: string
}

/** L5, from the task when there is one, else from everything known; of an answer only about the domains it names. */
export function trustNotes(
  { store, trust }: Pick<ResearchParts, 'store' | 'trust'>,
  taskId: string | null,
  answer?: string,
): TrustNotes {
  const isNamed = (domain: string) => answer === undefined || answer.includes(domain)
  const task = taskId === null ? null : store.tasks.get(taskId)
  const pages = task === null ? store.pages.standing(DANGER_FLAGS, MOST) : store.pages.ofTask(task.id)
  const domains = new Set(pages.map((page) => page.domain))
  const reading = trust.reading()
  const flagged = pages.flatMap(({ domain, quality_flags: flags }): Note[] =>
    FLAG_NOTES.filter(([flag]) => flags.includes(flag)).map(([, layer, words]) => ({
      layer,
      domain,
      text: `${layer}: ${words} on ${domain}`,
    })),
  )
  const warned = store.searches.guardWarnings(task?.id ?? null, MOST)
  // A paper, a result or a link is caught without a page to carry the flag.
  const told = warned
    .flatMap(({ warning }) => noteOf(warning))
    .filter(({ layer, domain }) => !flagged.some((note) => note.layer === layer && note.domain === domain))
  return responseMeta({
    unverifiedDomains: pages
      .filter((page) => page.route !== 'file' && isNamed(page.domain) && reading.ofPage(page).level === 'UNVERIFIED')
      .map((page) => page.domain),
    blockedDomains: [
      ...store.domains
        .blocked()
        .map((row) => row.domain)
        .filter((domain) => isNamed(domain) && (task === null || domains.has(domain))),
      ...(task === null ? [] : skippedDomains({ store, trust }, task.id)),
    ],
    securityWarnings: [
      ...[...flagged, ...told].filter(({ domain }) => isNamed(domain)).map(({ text }) => text),
      ...silencedNotes(warned, (ids) => answer === undefined || ids.some((id) => answer.includes(id)), taskId),
    ],
  })
}

/**
 * Where sentences were read and silenced: in the answer of the search that did it, in those about the whole task, and
 * wherever their page is named.
 */
function silencedNotes(
  warned: ReturnType<ResearchParts['store']['searches']['guardWarnings']>,
  names: (ids: readonly string[]) => boolean,
  taskId: string | null,
): readonly string[] {
  const found = warned.flatMap(({ search_id: searchId, warning }) => {
    const note = silencedNoteOf(warning)
    if (note === null) return []
    const ids = [searchId, ...(taskId === null ? [] : [taskId]), ...(note.domain === null ? [] : [note.domain])]
    return names(ids) ? [note.text] : []
  })
  const texts = [...new Set(found)]
  const left = texts.length - MOST_SILENCED
  return left <= 0 ? texts : [...texts.slice(0, MOST_SILENCED), `L2: ${left} more notes of silenced sentences`]
}

function silencedNoteOf(warning: string): { readonly domain: string | null; readonly text: string } | null {
  const [, url, pages, words] = SILENCED.exec(warning) ?? []
  if (words === undefined) return null
  const domain = url === undefined ? null : registrableDomain(url)
  if (url === undefined || domain === null) return { domain: null, text: `L2: ${words} (${pages ?? 1} more pages)` }
  return { domain, text: `L2: ${words}, on ${domain}: ${shownAddress(url)}` }
}

/** Only the domain of the address is shown, because these notes are trusted as our own words. */
function noteOf(warning: string): readonly Note[] {
  if (SILENCED.test(warning)) return []
  const [, subject, url = '', words, layer = ''] = WARNING.exec(warning) ?? []
  const domain = registrableDomain(url)
  return domain === null ? [] : [{ layer, domain, text: `${layer}: ${subject} on ${domain}: ${words}` }]
}
