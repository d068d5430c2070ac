export interface Listing {
  readonly objects: readonly { readonly key: string; readonly bytes: number; readonly writtenAt: Date }[]
  /** Where the next page begins; null: this was the last. */
  readonly next: string | null
}

const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" } as const

/** A page of ListObjectsV2; null: it is not whole. */
export function readListing(xml: string): Listing | null {
  if (!xml.trimEnd().endsWith('</ListBucketResult>')) return null
  const objects = xml
    .split('<Contents>')
    .slice(1)
    .map((part) => {
      const [key, bytes, at] = [textIn(part, 'Key'), textIn(part, 'Size'), textIn(part, 'LastModified')]
      return { key: key ?? '', bytes: Number(bytes), writtenAt: new Date(at ?? '') }
    })
  if (objects.some(({ key, bytes, writtenAt }) => key === '' || !(bytes >= 0) || Number.isNaN(writtenAt.getTime())))
    return null
  const next = textIn(xml, 'IsTruncated') === 'true' ? textIn(xml, 'NextContinuationToken') : null
  return { objects, next }
}

function textIn(xml: string, tag: string): string | null {
  const from = xml.indexOf(`<${tag}>`)
  const to = from < 0 ? -1 : xml.indexOf(`</${tag}>`, from)
  if (to < 0) return null
  const text = xml.slice(from + tag.length + 2, to)
  return text.replaceAll(/&(amp|lt|gt|quot|apos);/gu, (_, name: keyof typeof ENTITIES) => ENTITIES[name])
}
