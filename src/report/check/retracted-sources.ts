import type { CheckVerdict } from '../../api/check-text.ts'
import type { AlarmGround } from '../../domain/alarm-ground.ts'
import type { Page } from '../../domain/page.ts'
import { bearsOut } from './check-statement.ts'
import type { ResolvedSource } from './resolve-sources.ts'
import type { WeighedStatement } from './weigh-sources.ts'

interface RetractedReason {
  readonly ground: AlarmGround
  readonly said: string
  readonly problem: string
}

/**
 * What was withdrawn bears nothing out: a statement that rests on it has a verdict of its own. Null where something
 * else decides; a page near a statement that cites nothing has to bear it out, or the two have nothing to do with each
 * other.
 */
export function retractedVerdict({ best, restsOnRetracted }: WeighedStatement, cites: boolean): CheckVerdict | null {
  if (!restsOnRetracted || best === undefined) return null
  return cites || bearsOut(best) ? 'source retracted' : null
}

/** The citations that were withdrawn, and the deciding page where nobody cites it. */
export function retractedReasons(
  { best, restsOnRetracted }: WeighedStatement,
  sources: readonly ResolvedSource[],
  isRetracted: (page: Page) => boolean,
): readonly RetractedReason[] {
  const cited = sources.filter(({ pages }) => pages.length > 0 && pages.every(isRetracted))
  const beside = restsOnRetracted ? '' : '; the verdict rests on the other evidence'
  if (cited.length > 0) return cited.map((one) => reason(one.cited, `the source was retracted${beside}`))
  const decides = restsOnRetracted && best?.pages.some(isRetracted) === true
  return decides ? [reason('', 'the source that decides was retracted')] : []
}

function reason(said: string, problem: string): RetractedReason {
  return { ground: 'retracted_source', said, problem }
}
