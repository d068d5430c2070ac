import { seededIds } from '../../../src/domain/ids.ts'
import type { Extract } from '../../../src/extract/types.ts'
import type { PageFetcher } from '../../../src/net/types.ts'
import { auditReferences } from '../../../src/report/bibliography/audit-references.ts'
import type { Store } from '../../../src/store/types.ts'

const unreachable = async () => {
  throw new Error('an audit offline asks nobody')
}
const fetcher: PageFetcher = { warnings: [], fetchPage: unreachable }
const extract: Extract = unreachable

/** What the graph alone says of a list. */
export async function auditOffline(store: Store, list: string) {
  const parts = { store, sources: [], fetcher, extract, ids: seededIds('audit') }
  return await auditReferences(parts, { list, offline: true }, new AbortController().signal)
}
