import { constants } from 'node:fs'
import { open, realpath } from 'node:fs/promises'
import { basename } from 'node:path'
import { sha256 } from '../../domain/ids.ts'
import { LIBRARY_ITEM_TYPE, type LibraryItem } from '../../domain/library-item.ts'
import { type FileOutcome, type OwnDocument, ownDocumentUrl } from '../../domain/own-document.ts'
import type { Settings } from '../../domain/settings.ts'
import { contentTypeOf } from './content-type.ts'
import { type FoundFile, findFiles } from './find-files.ts'
import { readLibraryFile } from './library-file.ts'

/** Where copies of the user's files lie: in the archive of the home, or in the one that is replayed. */
export interface DocumentCopies {
  save(taskId: string, copy: Omit<OwnDocument, 'warc_file' | 'warc_record_id'>, body: Uint8Array): Promise<OwnDocument>
  /** The bytes of a copy; null where the archive has them no more. */
  read(document: OwnDocument): Promise<Uint8Array | null>
}

export interface CopyDeps {
  readonly copies: Pick<DocumentCopies, 'save'>
  readonly settings: Settings['documents']
}

export interface CopyOrder {
  readonly taskId: string
  /** Files and folders; absolute. */
  readonly paths: readonly string[]
  /** Who named them: an assistant may only name what lies in `documents.folders`. */
  readonly by: 'person' | 'assistant'
}

/** What came of one file. */
export interface FileCopy {
  readonly shown: string
  readonly outcome: FileOutcome
  readonly reason: string | null
  /** The address of its copy, its own or the one with the same bytes. */
  readonly url: string | null
}

export interface CopiedFiles {
  readonly files: readonly FileCopy[]
  readonly documents: readonly OwnDocument[]
}

/** Copies files into the archive of the task by their hash; they are read from there, now and in a replay. */
export async function copyFiles({ copies, settings }: CopyDeps, order: CopyOrder): Promise<CopiedFiles> {
  const allowed = order.by === 'person' ? null : await Promise.all(settings.folders.map(realFolder))
  const found = await findFiles(order.paths, { max_files: settings.max_files, allowed })
  const copier = openCopier(copies, order.taskId)
  const files: FileCopy[] = []
  for (const file of found) {
    const read = file.refused ?? (await readWhole(file, settings.max_bytes))
    if (!('body' in read)) files.push({ shown: file.shown, ...read, url: null })
    else files.push(...(await copyBody(copier, file.shown, basename(file.path), read.body)))
  }
  return { files, documents: copier.documents() }
}

/** A library becomes a document for each of its entries: they are works of different people. */
async function copyBody(copier: Copier, shown: string, name: string, body: Uint8Array): Promise<readonly FileCopy[]> {
  const library = readLibraryFile(name, body)
  if (library === null) return [await copier.add(shown, name, contentTypeOf(name, body), body)]
  const entries = await copyItems(copier, shown, library.items)
  if (library.unread === 0) return entries
  const reason = `${library.unread} entries without a title, beyond the limits or damaged are left out`
  return [...entries, { shown, outcome: 'unreadable', reason, url: null }]
}

export async function copyItems(copier: Copier, shown: string, items: readonly LibraryItem[]): Promise<FileCopy[]> {
  const files: FileCopy[] = []
  for (const item of items) {
    const title = (item.title ?? 'untitled').replace(/\s+/g, ' ').slice(0, LONGEST_NAME)
    const body = Buffer.from(JSON.stringify(item))
    files.push(await copier.add(`${shown}: ${title}`, title, LIBRARY_ITEM_TYPE, body))
  }
  return files
}

/** Characters of a title that stands for a file's name. */
const LONGEST_NAME = 120

export interface Copier {
  add(shown: string, name: string, type: string | null, body: Uint8Array): Promise<FileCopy>
  documents(): readonly OwnDocument[]
}

/** Equal bytes are copied once. */
export function openCopier(copies: CopyDeps['copies'], taskId: string): Copier {
  const documents = new Map<string, OwnDocument>()
  return {
    async add(shown, name, type, body) {
      const hash = sha256(body)
      const known = documents.get(hash)
      if (known !== undefined)
        return { shown, outcome: 'same_bytes', reason: `Same bytes as ${known.name}`, url: known.url }
      if (type === null)
        return { shown, outcome: 'unsupported_type', reason: 'No kind of document that is read', url: null }
      const copy = { url: ownDocumentUrl(hash, name), name, content_type: type, bytes: body.length }
      const document = await copies.save(taskId, copy, body)
      documents.set(hash, document)
      return { shown, outcome: 'copied', reason: null, url: document.url }
    },
    documents: () => [...documents.values()],
  }
}

async function realFolder(folder: string): Promise<string> {
  return realpath(folder).catch(() => folder)
}

type Read = { readonly body: Uint8Array } | { readonly outcome: FileOutcome; readonly reason: string }

/**
 * Opened without following a link and without waiting (a pipe would wait for ever), and looked at again once it is
 * open: between the list and the opening a file can be exchanged.
 */
export async function readWhole({ path }: Pick<FoundFile, 'path'>, most: number): Promise<Read> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
    (error: NodeJS.ErrnoException) => error,
  )
  if (handle instanceof Error)
    return { outcome: 'unreadable', reason: `The file cannot be opened (${handle.code ?? handle.message})` }
  try {
    const info = await handle.stat()
    if (!info.isFile()) return { outcome: 'not_a_file', reason: 'No regular file' }
    if (info.size === 0) return { outcome: 'empty', reason: 'The file has no bytes' }
    if (info.size > most) return { outcome: 'too_large', reason: `${info.size} bytes; documents.max_bytes is ${most}` }
    const body = Buffer.alloc(info.size)
    let at = 0
    for (let read = -1; at < body.length && read !== 0; at += read)
      read = (await handle.read(body, at, body.length - at, at)).bytesRead
    return { body: body.subarray(0, at) }
  } catch (error) {
    return { outcome: 'unreadable', reason: `The file cannot be read (${(error as NodeJS.ErrnoException).code})` }
  } finally {
    await handle.close()
  }
}
