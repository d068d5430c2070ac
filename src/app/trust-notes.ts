import type { TrustNotes } from '../api/lyra-meta.ts'
import { registrableDomain } from '../domain/url.ts'
import { responseMeta } from '../guard/l5-response-meta.ts'
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
  // A paper, a result or a link is caught without a page to carry the flag.
  const told = store.searches
    .guardWarnings(task?.id ?? null, MOST)
    .flatMap(noteOf)
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
    securityWarnings: [...flagged, ...told].filter(({ domain }) => isNamed(domain)).map(({ text }) => text),
  })
}

/** Only the domain of the address is shown, because these notes are trusted as our own words. */
function noteOf(warning: string): readonly Note[] {
  const [, subject, url = '', words, layer = ''] = WARNING.exec(warning) ?? []
  const domain = registrableDomain(url)
  return domain === null ? [] : [{ layer, domain, text: `${layer}: ${subject} on ${domain}: ${words}` }]
}
