import { LIBRARY_ITEM_TYPE } from '../../domain/library-item.ts'
import type { Extraction, RawDocument } from '../types.ts'
import { isOle, isZip } from './container-kind.ts'
import { documentPage, type ReadDocument } from './document-page.ts'
import type { Attachment } from './mail.ts'
import { type Container, ContainerError, openContainer } from './zip-container.ts'

/** What the reading of a document gave, and the files that came inside of it. */
export interface OfficeReading {
  readonly extraction: Extraction
  readonly attachments: readonly Attachment[]
}

/** Word, PowerPoint, Excel, books, letters, tables and Markdown. A bad document is an outcome, never an exception. */
export async function readOffice(document: RawDocument): Promise<OfficeReading> {
  try {
    const type = plainType(document.contentType)
    if (isZip(document.body)) return await page(document, await readZip(openContainer(document.body)))
    if (isOle(document.body)) return failed(oleFailure(document.body))
    if (type === 'message/rfc822') {
      const { readMail } = await import('./mail.ts')
      const { document: read, attachments } = await readMail(document.body)
      return { extraction: await documentPage(document.url, read, 'office'), attachments }
    }
    if (/^text\/(?:csv|tab-separated-values)$/.test(type)) {
      const { readDelimited } = await import('./delimited.ts')
      return await page(document, await readDelimited(document.body, document.contentType))
    }
    if (type === 'text/markdown') {
      const { readMarkdown } = await import('./markdown.ts')
      return await page(document, await readMarkdown(document.body, document.contentType))
    }
    if (type === LIBRARY_ITEM_TYPE) {
      const { readLibraryItem } = await import('./library-item.ts')
      return await page(document, readLibraryItem(document.body))
    }
    return failed(new ContainerError('broken_document', 'The file is not of the kind that its name says'))
  } catch (error) {
    if (error instanceof ContainerError) return failed(error)
    throw error
  }
}

async function readZip(container: Container): Promise<ReadDocument> {
  const { openPackage } = await import('./package-parts.ts')
  if (container.has('xl/workbook.xml')) return (await import('./xlsx.ts')).readXlsx(openPackage(container))
  if (container.has('ppt/presentation.xml')) return (await import('./pptx.ts')).readPptx(openPackage(container))
  if (container.has('META-INF/container.xml')) return (await import('./epub.ts')).readEpub(container)
  if (container.has('[Content_Types].xml')) return (await import('./docx.ts')).readDocx(openPackage(container))
  throw new ContainerError('unsupported_type', 'A zip file, but no document of Word, PowerPoint, Excel and no book')
}

async function page(document: RawDocument, read: ReadDocument): Promise<OfficeReading> {
  return { extraction: await documentPage(document.url, read, 'office'), attachments: [] }
}

function failed(error: ContainerError): OfficeReading {
  return { extraction: { ok: false, failure: error.failure, reason: error.message }, attachments: [] }
}

function plainType(contentType: string | null): string {
  return (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

/** Office puts an encrypted document into the container of its older formats. */
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le')

function oleFailure(body: Uint8Array): ContainerError {
  const isEncrypted = Buffer.from(body.buffer, body.byteOffset, body.byteLength).includes(ENCRYPTED)
  if (isEncrypted) return new ContainerError('password_document', 'The document is encrypted')
  return new ContainerError('unsupported_type', 'A document of Office before 2007: save it as docx, xlsx or pptx')
}
