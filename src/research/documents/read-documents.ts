import type { OwnDocument } from '../../domain/own-document.ts'
import type { Extract } from '../../extract/types.ts'
import { admitPage } from '../../intake/admit-page.ts'
import type { PageFetch } from '../../net/types.ts'
import { runOnce, type StageCheckpoints } from '../../work/stage-checkpoints.ts'
import type { ResearchParts } from '../parts.ts'
import type { SearchCall } from '../search-call.ts'
import { joinPages, NOTHING_READ, type PagesRead, pagesReadSchema } from '../stages/fetch.ts'
import { recordPage } from '../stages/record-page.ts'

export type DocumentDeps = Pick<ResearchParts, 'store' | 'clock' | 'reader' | 'documents'> & {
  readonly memo: StageCheckpoints
}

const FOUND_BY = 'own document'

/**
 * Files of the user, read from their copies in the archive like pages of the web: extracted, screened, saved with
 * their fragments, each with its outcome in the pages of the search. They cost no page of the budget. The identifiers
 * and links in them are kept with the page and asked for nowhere: what stands in a private file is not sent out.
 */
export async function readDocuments(
  deps: DocumentDeps,
  call: SearchCall,
  documents: readonly OwnDocument[],
): Promise<PagesRead> {
  const once = runOnce(deps.memo, call.signal)
  const read: PagesRead[] = []
  for (const [at, document] of documents.entries()) {
    call.progress(`Reading ${at + 1}/${documents.length}: ${document.name}`)
    read.push(await once(`document ${document.url}`, pagesReadSchema, () => readDocument(deps, call, document)))
  }
  return joinPages(read)
}

async function readDocument(deps: DocumentDeps, call: SearchCall, document: OwnDocument): Promise<PagesRead> {
  const candidate = { url: document.url, foundBy: FOUND_BY, referer: null, score: 0 }
  const body = await deps.documents.copies.read(document)
  const free = { attempts: [], counts: false }
  if (body === null) {
    const reason = 'the archive holds no copy of the file'
    recordPage(deps, call, candidate, { page: null, outcome: 'replay_miss', reason, ...free })
    return { ...NOTHING_READ, warnings: [`own document: ${document.name}: ${reason}`] }
  }
  const extract = named(deps.documents.extract, document.name)
  const fetched = fetchOf(document, body)
  const admitted = await admitPage({ ...deps, extract }, { url: document.url, fetched }, call.causeId)
  const { page, outcome, reason, warnings } = admitted
  call.signal.throwIfAborted()
  recordPage(deps, call, candidate, { page, outcome, reason, ...free })
  if (page === null) return { ...NOTHING_READ, warnings: [`own document: ${document.name}: ${outcome}: ${reason}`] }
  return { identifiers: [], pageIds: [page.id], fetched: [page.id], warnings }
}

/** A document that gives itself no title is known by the name of its file. */
function named(extract: Extract, name: string): Extract {
  return async (document, signal) => {
    const extraction = await extract(document, signal)
    if (!extraction.ok || extraction.page.title !== null) return extraction
    return { ok: true, page: { ...extraction.page, title: name } }
  }
}

function fetchOf(document: OwnDocument, body: Uint8Array): PageFetch {
  const { url, content_type: type, warc_file: file, warc_record_id: recordId } = document
  const archive = file === null || recordId === null ? null : { file, recordId }
  const response = { status: 200, headers: { 'content-type': type }, body, finalUrl: url }
  return { result: { outcome: 'ok', route: 'file', response, archive, elapsedMs: 0 }, attempts: [], screenshot: null }
}
