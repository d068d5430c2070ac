import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { TestContext } from 'node:test'
import type { Exchange } from '../../src/archive/types.ts'

const repo = resolve(import.meta.dirname, '../..')
export const dataFolder = resolve(repo, process.env.LYRA_DATA ?? '../shared/data')
export const withoutData = existsSync(dataFolder) ? false : 'the shared data folder is not here'

export async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lyra-test-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

export function htmlExchange(url: string, html: string, more: Partial<Exchange> = {}): Exchange {
  return {
    url,
    method: 'GET',
    requestHeaders: { accept: 'text/html' },
    status: 200,
    statusText: 'OK',
    responseHeaders: { 'content-type': 'text/html; charset=utf-8' },
    body: Buffer.from(html),
    time: '2026-03-01T00:00:00.000Z',
    ...more,
  }
}
