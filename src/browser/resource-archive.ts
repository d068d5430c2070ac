import type { Request, Response } from 'playwright-core'
import { sha256 } from '../domain/ids.ts'
import type { Gateway, NetRequest } from '../net/types.ts'

export interface Resource {
  readonly url: string
  readonly type: string
  readonly bytes: number
  readonly sha256: string
}

/** What a page was made of besides its main document. */
export interface ResourceArchive {
  add(asked: Request, response: Response, redirect: boolean): void
  /** In the order of their addresses, so that two loads of one page can be compared. */
  list(): readonly Resource[]
  /** Waits until everything that was added lies in the archive, within reason. */
  settled(): Promise<void>
}

/** A stream that never ends must not keep the page open longer than this. */
const ARCHIVE_WAIT_MS = 5000
const KEPT_TYPES = new Set(['document', 'script', 'stylesheet', 'xhr', 'fetch'])

export function createResourceArchive(
  gateway: Pick<Gateway, 'record'>,
  toRequest: (asked: Request) => NetRequest,
): ResourceArchive {
  const writes: Promise<unknown>[] = []
  const resources: Resource[] = []

  async function keep(asked: Request, response: Response, redirect: boolean): Promise<void> {
    const body = redirect ? new Uint8Array() : await response.body()
    const headers = await response.allHeaders()
    if (!redirect) {
      const hashed = { type: asked.resourceType(), bytes: body.length, sha256: sha256(body) }
      resources.push({ url: response.url(), ...hashed })
    }
    const received = { status: response.status(), headers, body, finalUrl: response.url() }
    await gateway.record(toRequest(asked), received, 'browser', 0)
  }

  return {
    add(asked, response, redirect) {
      if (!KEPT_TYPES.has(asked.resourceType())) return
      // Read immediately: the bytes of a response are gone once the page navigates away.
      writes.push(keep(asked, response, redirect).catch(() => undefined))
    },
    list: () => resources.toSorted((a, b) => (a.url < b.url ? -1 : 1)),
    async settled() {
      const limit = new Promise<void>((resolve) => setTimeout(resolve, ARCHIVE_WAIT_MS).unref())
      await Promise.race([Promise.allSettled(writes), limit])
    },
  }
}
