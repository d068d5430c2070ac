import type { PageBrowser } from '../../browser/types.ts'
import type { HumanDeps } from '../../human/human-deps.ts'
import type { NetGateway } from '../../net/gateway.ts'
import type { NetRequest } from '../../net/types.ts'
import type { ResearchParts } from '../../research/parts.ts'
import type { Verdict } from './verdict.ts'

/** What the checks use: the same rooms as a search, and the two below it that a search uses by way of them. */
export interface VerifyRooms {
  readonly research: Pick<
    ResearchParts,
    'webSearch' | 'fetcher' | 'sources' | 'extract' | 'embedder' | 'nli' | 'store' | 'settings' | 'clock' | 'ids'
  >
  readonly gateway: Pick<NetGateway, 'fetch' | 'fetchByTor' | 'tor' | 'replaying'>
  readonly browser: Pick<PageBrowser, 'load'>
  readonly human: HumanDeps
}

/** One thing to look at. */
export interface Look {
  readonly id: string
  run(call: LookCall): Promise<Verdict>
}

export interface LookCall {
  /** Names everything that one check asks for in the log. */
  readonly causeId: string
  readonly signal?: AbortSignal
}

/** The archive keeps what was seen in a folder of this name: a page that is read wrongly can be mended from there. */
export const VERIFY_TASK = 'verify'

export function pageRequest(url: string, { causeId, signal }: LookCall): NetRequest {
  return { url, purpose: 'page', taskId: VERIFY_TASK, causeId, ...(signal === undefined ? {} : { signal }) }
}
