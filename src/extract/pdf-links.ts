import { absolute } from './links.ts'

/** A book of references links every entry; what is named first is enough. */
const MOST_LINKS = 500

export interface LinkList {
  /** Absolute http(s) addresses, in the order of the pages, each once. */
  readonly links: readonly string[]
  hasRoom(): boolean
  /** The annotations of one page as pdf.js gives them: any shape, since the file is anybody's. */
  add(annotations: readonly unknown[]): void
}

/** Where a PDF's text leads to (REQ 5.1.2): publishers set a DOI as a link more surely than as words. */
export function createLinkList(): LinkList {
  const found = new Set<string>()
  const links: string[] = []
  return {
    links,
    hasRoom: () => links.length < MOST_LINKS,
    add: (annotations) => {
      for (const annotation of annotations) {
        const url = addressOf(annotation)
        if (url === null || found.has(url) || links.length >= MOST_LINKS) continue
        found.add(url)
        links.push(url)
      }
    },
  }
}

function addressOf(annotation: unknown): string | null {
  if (typeof annotation !== 'object' || annotation === null || !('url' in annotation)) return null
  // Relative addresses stand on a base that only the file's author knows.
  return typeof annotation.url === 'string' && /^https?:/i.test(annotation.url)
    ? absolute(annotation.url, annotation.url)
    : null
}
