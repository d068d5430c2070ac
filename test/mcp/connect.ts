import type { TestContext } from 'node:test'
import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { createLyra } from '../../src/app/create-lyra.ts'
import type { OpenLyra } from '../../src/app/lyra.ts'
import { seededIds } from '../../src/domain/ids.ts'
import type { Logger } from '../../src/domain/log.ts'
import { createMcpServer } from '../../src/mcp/server.ts'

export interface LoggedLine {
  readonly level: string
  readonly event: string
  readonly fields: Readonly<Record<string, unknown>>
}

export function memoryLog(): { readonly lines: LoggedLine[]; readonly log: Logger } {
  const lines: LoggedLine[] = []
  const at =
    (level: string) =>
    (event: string, fields = {}) => {
      lines.push({ level, event, fields })
    }
  return { lines, log: { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') } }
}

/** A real client and the real server over a transport in memory. */
export async function connect(
  t: TestContext,
  open: () => Promise<OpenLyra>,
  options: ConstructorParameters<typeof Client>[1] = {},
) {
  const { lines, log } = memoryLog()
  const server = createMcpServer(createLyra(open), { version: '0.0.0-test', log, ids: seededIds('mcp') })
  const client = new Client({ name: 'test', version: '1' }, options)
  const [near, far] = InMemoryTransport.createLinkedPair()
  await server.connect(far)
  await client.connect(near)
  t.after(async () => {
    await client.close()
    await server.close()
  })
  return { client, server, lines }
}
