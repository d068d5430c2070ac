import type { CheckedStatement } from '../../api/check-text.ts'
import type { AlarmGround } from '../../domain/alarm-ground.ts'
import { type Claim, ownWords } from '../../domain/claim.ts'
import type { Finding } from '../../domain/finding.ts'
import { shortenText } from '../../domain/shorten-text.ts'
import type { VerificationStatus } from '../../domain/verification.ts'
import type { Store } from '../../store/types.ts'
import type { ComparedPages } from './check-statement.ts'

const LONGEST_SHOWN = 900

export interface DecidingPlace extends Pick<CheckedStatement, 'place' | 'findings'> {
  /** Findings on the deciding sentence that do not stand. */
  readonly doubts: CheckedStatement['reasons']
}

/** The deciding sentence, where its bytes lie, and what became of the findings that rest on it. */
export function decidingPlace(
  store: Pick<Store, 'fragments' | 'claims' | 'findings'>,
  taskId: string,
  { pages, alignment }: ComparedPages,
): DecidingPlace | null {
  const [sentence] = alignment.near
  const fragment = sentence === undefined ? null : store.fragments.get(sentence.passage.id)
  const page = pages.find(({ id }) => id === fragment?.page_id)
  if (sentence === undefined || fragment === null || page === undefined) return null
  const [file, record] = [fragment.warc_file ?? page.warc_file, fragment.warc_record_id ?? page.warc_record_id]
  const claims = store.claims.fromFragment(taskId, fragment.id)
  const findingOf = store.findings.ofClaims(claims.map(({ id }) => id))
  const findings = store.findings.many([...new Set(findingOf.values())])
  const said = claims.filter((claim) => isSaidIn(claim, sentence.text)).map(({ id }) => findingOf.get(id))
  return {
    findings: findings.map(({ id, verification_status: status }) => ({ id, status })),
    doubts: findings.filter(({ id }) => said.includes(id)).flatMap(doubtOf),
    place: {
      ...{ page_id: page.id, url: page.url, fragment_id: fragment.id },
      passage: shortenText(sentence.text, LONGEST_SHOWN),
      heading: fragment.heading_context,
      archive: file === null || record === null ? null : { file, record_id: record },
    },
  }
}

/** A passage states several things; only what its deciding sentence states is meant. */
function isSaidIn(claim: Claim, sentence: string): boolean {
  const [own, whole] = [ownWords(claim).trim(), sentence.trim()]
  return own !== '' && (whole.includes(own) || own.includes(whole))
}

const DOUBTS: Readonly<Partial<Record<VerificationStatus, readonly [AlarmGround, string]>>> = {
  contested: ['disputed_finding', 'other sources dispute the finding that rests on this sentence'],
  rejected: ['rejected_finding', 'the finding that rests on this sentence was rejected'],
  superseded: ['superseded_finding', 'the finding that rests on this sentence was superseded by its source'],
}

function doubtOf({ id, verification_status: status }: Finding): CheckedStatement['reasons'] {
  const doubt = DOUBTS[status]
  return doubt === undefined ? [] : [{ ground: doubt[0], said: '', problem: `${doubt[1]} (${id})` }]
}
