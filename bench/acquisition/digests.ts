import { createHash } from 'node:crypto'

export interface DigestCheck {
  readonly records: number
  readonly bad: number
  readonly byType: Readonly<Record<string, number>>
  /** Resource records by what they are: rendered, screenshot, resources. */
  readonly resources: Readonly<Record<string, number>>
}

/**
 * Reads WARC files with warcio's parser, not with the project's own, and computes every digest anew: of the block and
 * of the payload, which for a revisit is that of the record it refers to.
 */
export async function checkDigests(files: readonly AsyncIterable<Uint8Array>[]): Promise<DigestCheck> {
  const { WARCParser } = await import('warcio')
  const payloads = new Map<string, string>()
  const referred: { readonly to: string; readonly digest: string }[] = []
  const byType: Record<string, number> = {}
  const resources: Record<string, number> = {}
  let records = 0
  let bad = 0
  for (const file of files) {
    for await (const record of new WARCParser(file, { parseHttp: false })) {
      records += 1
      const type = record.warcType ?? 'none'
      byType[type] = (byType[type] ?? 0) + 1
      const kind = /^urn:lyra:(\w+):/.exec(record.warcTargetURI ?? '')?.[1]
      if (kind !== undefined) resources[kind] = (resources[kind] ?? 0) + 1
      const block = Buffer.from(await record.readFully(false))
      const header = (name: string) => record.warcHeader(name) ?? ''
      const http = ['response', 'request', 'revisit'].includes(type)
      const payload = http ? block.subarray(block.indexOf('\r\n\r\n') + 4) : block
      const said = header('WARC-Payload-Digest')
      const known = type === 'warcinfo' || header('WARC-Block-Digest') === sha256(block)
      if (!known || (said !== '' && type !== 'revisit' && said !== sha256(payload))) bad += 1
      if (Number(header('Content-Length')) !== block.length) bad += 1
      payloads.set(header('WARC-Record-ID'), sha256(payload))
      if (type === 'revisit') referred.push({ to: header('WARC-Refers-To'), digest: said })
    }
  }
  bad += referred.filter(({ to, digest }) => payloads.get(to) !== digest).length
  return { records, bad, byType, resources }
}

function sha256(bytes: Uint8Array): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`
}
