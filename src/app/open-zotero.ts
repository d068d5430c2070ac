import { LyraError } from '../domain/errors.ts'
import { randomIds } from '../domain/ids.ts'
import type { Logger } from '../domain/log.ts'
import { isSuccess } from '../domain/outcome.ts'
import type { Settings } from '../domain/settings.ts'
import { isLoopbackEndpoint } from '../guard/l1-network-isolation.ts'
import type { AskZotero } from '../research/documents/zotero.ts'
import { localGateway, whyNot } from './local-http-client.ts'

/** A library of some thousand entries with abstracts. */
const MOST_BYTES = 100_000_000
const TIMEOUT_MS = 60_000

/** Zotero on this very machine: no other address, no redirect, nothing archived of what it is asked. */
export function openZotero(settings: Settings, log: Logger): { readonly ask: AskZotero; close(): Promise<void> } {
  const { zotero: endpoint } = settings.documents
  if (!isLoopbackEndpoint(endpoint))
    throw new LyraError('INVALID_CONFIG', `documents.zotero must be an address of this machine, not ${endpoint}`)
  if (settings.replay !== '')
    throw new LyraError('INVALID_PARAMS', 'In replay no socket is opened: the copies in the archive are read')
  const ids = randomIds()
  const gateway = localGateway({ ...settings, llm: { ...settings.llm, endpoint } }, log, ids)
  return {
    ask: async (path) => {
      const url = new URL(`/api/users/0${path}`, endpoint).href
      const result = await gateway.fetch({
        ...{ url, purpose: 'api', taskId: null, causeId: ids.next('cause'), timeoutMs: TIMEOUT_MS },
        ...{ headers: { 'zotero-api-version': '3' }, maxBytes: MOST_BYTES },
      })
      if (result.response === undefined)
        throw new LyraError('NOT_FOUND', `Zotero does not answer at ${endpoint}: ${whyNot(result)}`, {
          hint: 'Start Zotero, and let other applications on this computer communicate with it (Settings, Advanced)',
        })
      const text = Buffer.from(result.response.body).toString('utf8')
      return { status: isSuccess(result.outcome) ? 200 : result.response.status, text }
    },
    close: () => gateway.close(),
  }
}
