import { z } from 'zod'

/**
 * The source that files of the user are pages of, where other pages have a domain. No domain: nothing that is known or
 * decided of domains (robots, pace, blocks, learned trust) reaches it.
 */
export const OWN_DOCUMENTS = 'own-documents'

const SCHEME = 'file-copy:'

/** A file of the user as it was copied into the archive, by the hash of its bytes; where it lay is not kept. */
export const ownDocumentSchema = z
  .object({
    /** `file-copy:<sha256>/<name>`. */
    url: z.string(),
    /** The file's own name, without its folders. */
    name: z.string(),
    content_type: z.string(),
    bytes: z.number(),
    /** The record in the archive of the home; in a replay the address alone finds it. */
    warc_file: z.string().nullable(),
    warc_record_id: z.string().nullable(),
  })
  .readonly()
export type OwnDocument = z.infer<typeof ownDocumentSchema>

/** The address under which a copy is kept: equal bytes under an equal name are one page. */
export function ownDocumentUrl(sha256: string, name: string): string {
  return `${SCHEME}${sha256}/${encodeURIComponent(name)}`
}

/** Private by nature: such a page is sent nowhere, and none of its links and identifiers is asked for. */
export function isOwnDocument(url: string): boolean {
  return url.startsWith(SCHEME)
}

/** What came of a file before anything was read of it; what its reading gives is an `Outcome`. */
export const FILE_OUTCOMES = [
  'copied',
  /** The bytes are those of another file of the same call. */
  'same_bytes',
  'not_found',
  /** A device, a socket, a pipe or a folder that cannot be listed. */
  'not_a_file',
  /** A link that leads out of the named folder, or a file that an assistant may not name (documents.folders). */
  'outside_folder',
  'unreadable',
  'empty',
  'too_large',
  /** Past documents.max_files. */
  'too_many',
  'unsupported_type',
] as const
export type FileOutcome = (typeof FILE_OUTCOMES)[number]
