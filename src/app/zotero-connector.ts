import type { SendToZoteroAnswer } from '../api/send-to-zotero.ts'
import { LyraError } from '../domain/errors.ts'
import { cslItems } from '../report/exports/csl.ts'
import { collectExportData } from '../report/exports/export-data.ts'
import { zoteroItems } from '../report/exports/zotero.ts'
import type { Exporting } from './bundle-export.ts'
import { localGateway, whyNot } from './local-http-client.ts'
import { withSlice } from './task-export.ts'

const CREATED = 201
/** Zotero writes the items before it answers. */
const TIMEOUT_MS = 60_000
/** Items of one request: a library of thousands would make Zotero stand still. */
const BATCH = 50

/**
 * To the Zotero of this machine, whose connector listens on loopback. What is handed over is what an export would hold;
 * the request cannot leave the machine.
 */
export async function handToZotero(
  app: Exporting,
  { taskId, withPrivate }: { readonly taskId: string; readonly withPrivate: boolean },
): Promise<SendToZoteroAnswer> {
  return withSlice(app, { taskId, withPrivate }, async ({ store, plan }) => {
    const items = zoteroItems(cslItems(collectExportData({ store, trust: app.research.trust }, taskId)))
    const post = connector(app)
    try {
      await post.send('ping', {})
      for (let at = 0; at < items.length; at += BATCH)
        await post.send('saveItems', {
          sessionID: app.research.ids.next('cause'),
          uri: `urn:lyra:${taskId}`,
          items: items.slice(at, at + BATCH),
        })
    } finally {
      await post.close()
    }
    return { ok: true, task_id: taskId, items: items.length, private_pages_left_out: plan.withheld.size }
  })
}

function connector({ settings, research }: Exporting) {
  const { log, ids } = research
  const origin = `http://127.0.0.1:${settings.net.zotero_port}`
  const gateway = localGateway(settings, log, ids, undefined, origin)
  const send = async (method: 'ping' | 'saveItems', body: unknown): Promise<void> => {
    const result = await gateway.fetch({
      url: `${origin}/connector/${method}`,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-zotero-connector-api-version': '3' },
      body: JSON.stringify(body),
      purpose: 'api',
      taskId: null,
      causeId: ids.next('cause'),
      timeoutMs: TIMEOUT_MS,
    })
    const status = result.response?.status
    if (status === undefined)
      throw new LyraError('ZOTERO_NOT_READY', `Zotero does not answer at ${origin}: ${whyNot(result)}`)
    if (status !== 200 && status !== CREATED)
      throw new LyraError('ZOTERO_NOT_READY', `Zotero answered ${status} to ${method}; nothing more was handed over`)
  }
  return { send, close: () => gateway.close() }
}
