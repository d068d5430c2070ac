import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { archivedPage } from '../hub/archived-page.ts'
import type { BundleStore } from '../hub/bundles/bundle-store.ts'
import type { HubConnection } from '../hub/connection.ts'
import { takePositionals } from './arguments.ts'
import type { Call, Result } from './command.ts'
import { plural, printable } from './text.ts'

/** `lyra hub record <page_id>`: an archived page without the bundle around it. */
export async function hubRecord(
  call: Call,
  words: readonly string[],
  { hub, bundles }: { readonly hub: HubConnection; readonly bundles: BundleStore },
): Promise<Result> {
  const [pageId] = takePositionals(words, ['page_id'], 'hub record')
  const { exchange, digest, cost } = await archivedPage(hub, bundles, pageId)
  const given = call.flags.text('out')
  const file = given === undefined ? null : resolve(call.world.cwd, given)
  if (file !== null) writeFileSync(file, exchange.body, { flag: 'wx', mode: 0o600 })
  const isWhole = digest.written !== null && digest.written === digest.computed
  const { url, time, status, responseHeaders } = exchange
  const type = responseHeaders['content-type'] ?? null
  const kilobytes = (bytes: number) => `${Math.ceil(bytes / 1024)} kB`
  const lines = [
    `${printable(url)} as of ${time}`,
    `Status ${status}, ${printable(type ?? 'no type')}, ${kilobytes(exchange.body.length)}`,
    `Digest: ${printable(digest.written ?? 'none')} ${isWhole ? '(its bytes agree)' : '(its bytes do NOT agree)'}`,
    `Read by ${plural(cost.requests, 'request')}: ${kilobytes(cost.bytes)} of ${kilobytes(cost.bundleBytes)}`,
    file === null ? 'Name a file with --out to keep its bytes.' : file,
  ]
  const document = {
    ...{ ok: true, page_id: pageId, url, time, status, content_type: type, bytes: exchange.body.length },
    ...{ digest: digest.written, digest_agrees: isWhole, ...(file === null ? {} : { file }) },
    read: { requests: cost.requests, bytes: cost.bytes, bundle_bytes: cost.bundleBytes },
  }
  return { document, text: lines.join('\n') }
}
