import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { LyraError } from '../../domain/errors.ts'
import { type LibraryItem, libraryItemSchema } from '../../domain/library-item.ts'
import { contentTypeOf } from './content-type.ts'
import { type CopiedFiles, type CopyDeps, copyItems, type FileCopy, openCopier, readWhole } from './copy-files.ts'

/** Zotero's local interface, which only reads: `GET` of a path below `/api/users/0`. */
export type AskZotero = (path: string) => Promise<{ readonly status: number; readonly text: string }>

export interface ZoteroOrder {
  readonly taskId: string
  /** The key of a collection; null: the whole library. */
  readonly collection: string | null
}

const PAGE = 100
const KEY = /^[A-Z0-9]{8}$/

const attachmentList = z.array(
  z.object({ key: z.string(), data: z.object({ filename: z.string().optional(), title: z.string().optional() }) }),
)

/** The entries of a library, each a document, and the files that are attached to them. */
export async function copyZotero(
  { copies, settings }: CopyDeps,
  ask: AskZotero,
  { taskId, collection }: ZoteroOrder,
): Promise<CopiedFiles> {
  if (collection !== null && !KEY.test(collection))
    throw new LyraError('INVALID_PARAMS', `"${collection.slice(0, 40)}" is no key of a Zotero collection`, {
      hint: 'Eight letters and figures, as in the address of the collection; or `all`',
    })
  const place = collection === null ? '' : `/collections/${collection}`
  const copier = openCopier(copies, taskId)
  const items = await pages(ask, `${place}/items/top?format=csljson`, settings.max_files, cslPage)
  const files: FileCopy[] = await copyItems(copier, 'Zotero', items.found)
  const attached = await pages(
    ask,
    `${place}/items?itemType=attachment&format=json`,
    settings.max_files,
    attachmentPage,
  )
  for (const { key, data } of attached.found)
    files.push(await copyAttachment(copier, ask, key, data.filename ?? data.title ?? key, settings.max_bytes))
  if (items.isCut || attached.isCut) {
    const reason = 'The rest is left out: more entries than documents.max_files'
    files.push({ shown: 'Zotero', outcome: 'too_many', reason, url: null })
  }
  return { files, documents: copier.documents() }
}

interface Pages<T> {
  readonly found: readonly T[]
  readonly isCut: boolean
}

async function pages<T>(
  ask: AskZotero,
  path: string,
  most: number,
  read: (answer: unknown) => readonly T[],
): Promise<Pages<T>> {
  const found: T[] = []
  for (let start = 0; found.length < most; start += PAGE) {
    const { status, text } = await ask(`${path}&limit=${PAGE}&start=${start}`)
    if (status !== 200) throw notAnswered(status)
    const page = read(parsed(text))
    found.push(...page)
    if (page.length < PAGE) return { found, isCut: false }
  }
  return { found: found.slice(0, most), isCut: true }
}

/** Every entry counts for the page, also one that is no work with a title: an attachment of its own, a note. */
function cslPage(answer: unknown): readonly LibraryItem[] {
  const { items } = z
    .object({ items: z.array(z.unknown()) })
    .catch({ items: [] })
    .parse(answer)
  return items.map((item) => libraryItemSchema.catch({}).parse(item))
}

function attachmentPage(answer: unknown): z.infer<typeof attachmentList> {
  return attachmentList.catch([]).parse(answer)
}

/** Zotero says where its copy of a file lies; links to the web have no file. */
async function copyAttachment(
  copier: ReturnType<typeof openCopier>,
  ask: AskZotero,
  key: string,
  name: string,
  most: number,
): Promise<FileCopy> {
  const shown = `Zotero: ${name}`
  const { status, text } = KEY.test(key) ? await ask(`/items/${key}/file/view/url`) : { status: 400, text: '' }
  const path = status === 200 ? localPath(text.trim()) : null
  if (path === null) return { shown, outcome: 'not_found', reason: 'Zotero has no file of it', url: null }
  const read = await readWhole({ path }, most)
  if (!('body' in read)) return { shown, ...read, url: null }
  return copier.add(shown, name, contentTypeOf(name, read.body), read.body)
}

function localPath(address: string): string | null {
  const url = URL.parse(address)
  if (url === null || url.protocol !== 'file:' || url.host !== '') return null
  try {
    return fileURLToPath(url)
  } catch {
    return null
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function notAnswered(status: number): LyraError {
  return new LyraError('NOT_FOUND', `Zotero answers ${status}`, {
    hint: 'In Zotero: Settings, Advanced, "Allow other applications on this computer to communicate with Zotero"',
  })
}
