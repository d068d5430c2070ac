import type { AddDocumentsAnswer, AddDocumentsInput } from '../api/add-documents.ts'
import type { SearchAnswer } from '../api/search.ts'
import { LyraError } from '../domain/errors.ts'
import type { OwnDocument } from '../domain/own-document.ts'
import type { Settings } from '../domain/settings.ts'
import { isLoopbackEndpoint } from '../guard/l1-network-isolation.ts'
import { OLLAMA_PREFIX } from '../models/embed-ollama.ts'
import { copyFiles, type FileCopy } from '../research/documents/copy-files.ts'
import { requireTask } from '../store/require-task.ts'
import type { Store } from '../store/types.ts'
import type { Application } from './application.ts'
import type { CallHooks } from './lyra.ts'

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
  const copied =
    input.documents === undefined
      ? await copyFiles({ copies: research.documents.copies, settings: settings.documents }, { taskId, paths, by })
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
