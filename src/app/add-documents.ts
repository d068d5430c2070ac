import type { AddDocumentsAnswer, AddDocumentsInput } from '../api/add-documents.ts'
import type { SearchAnswer } from '../api/search.ts'
import { LyraError } from '../domain/errors.ts'
import type { OwnDocument } from '../domain/own-document.ts'
import type { Settings } from '../domain/settings.ts'
import { isLoopbackEndpoint } from '../guard/l1-network-isolation.ts'
import { OLLAMA_PREFIX } from '../models/embed-ollama.ts'
import { type CopiedFiles, type CopyOrder, copyFiles, type FileCopy } from '../research/documents/copy-files.ts'
import { copyZotero } from '../research/documents/zotero.ts'
import { requireTask } from '../store/require-task.ts'
import type { Store } from '../store/types.ts'
import type { Application } from './application.ts'
import type { CallHooks } from './lyra.ts'
import { openZotero } from './open-zotero.ts'

type Parts = Pick<Application, 'research' | 'conductor' | 'settings' | 'mode'>

/** Copies what was named, then runs a search that reads the copies and nothing else. */
export async function addOwnDocuments(
  { research, conductor, settings, mode }: Parts,
  input: AddDocumentsInput,
  hooks: CallHooks,
): Promise<AddDocumentsAnswer> {
  const { store } = research
  const { task_id: taskId, paths } = input
  const task = requireTask(store, taskId)
  requireModelsHere(settings)
  const by = mode === 'cli' ? ('person' as const) : ('assistant' as const)
  if (input.zotero !== undefined && by === 'assistant')
    throw new LyraError('INVALID_PARAMS', 'Only a person adds a library, with `lyra add --zotero`')
  const copied =
    input.documents === undefined
      ? await copyNamed({ research, settings }, { taskId, paths, by }, input.zotero)
      : { files: input.documents.map(asCopied), documents: input.documents }
  if (copied.documents.length === 0 && input.documents === undefined)
    return { ok: true, files: toldFiles(store, copied.files, null), search: null }
  const { fresh, wait_seconds } = input
  const options = {
    documents: copied.documents,
    ...(fresh === undefined ? {} : { fresh }),
    ...(wait_seconds === undefined ? {} : { wait_seconds }),
  }
  const search = await conductor.search(taskId, input.query ?? task.query, options, hooks)
  return { ok: true, files: toldFiles(store, copied.files, search), search }
}

async function copyNamed(
  { research, settings }: Pick<Parts, 'research' | 'settings'>,
  order: CopyOrder,
  library: string | undefined,
): Promise<CopiedFiles> {
  const deps = { copies: research.documents.copies, settings: settings.documents }
  const own = order.paths.length === 0 ? NOTHING : await copyFiles(deps, order)
  if (library === undefined) return own
  const zotero = openZotero(settings, research.log)
  try {
    const collection = library === 'all' ? null : library
    const more = await copyZotero(deps, zotero.ask, { taskId: order.taskId, collection })
    return { files: [...own.files, ...more.files], documents: [...own.documents, ...more.documents] }
  } finally {
    await zotero.close()
  }
}

const NOTHING: CopiedFiles = { files: [], documents: [] }

/** The embeddings of a private text are as private as the text. */
function requireModelsHere({ models, llm }: Settings): void {
  if (!models.embedding.startsWith(OLLAMA_PREFIX) || isLoopbackEndpoint(llm.endpoint)) return
  throw new LyraError(
    'INVALID_CONFIG',
    'models.embedding is asked on another machine, and your files stay on this one',
    {
      hint: 'Use an embedding model of this machine, or run Ollama on it (llm.endpoint)',
    },
  )
}

function asCopied({ name, url }: OwnDocument): FileCopy {
  return { shown: name, outcome: 'copied', reason: null, url }
}

/** What was copied is told by what its reading gave, once it was read. */
function toldFiles(
  { searches }: Pick<Store, 'searches'>,
  files: readonly FileCopy[],
  search: SearchAnswer | null,
): AddDocumentsAnswer['files'] {
  const read = new Map((search === null ? [] : searches.pagesOf(search.search_id)).map((page) => [page.url, page]))
  return files.map(({ shown: name, outcome, reason, url }) => {
    const page = outcome === 'copied' && url !== null ? read.get(url) : undefined
    const known = url === null ? undefined : read.get(url)
    if (page === undefined) return { name, outcome, reason, url, page_id: known?.page_id ?? null }
    return { name, outcome: page.outcome, reason: page.reason, url, page_id: page.page_id }
  })
}
