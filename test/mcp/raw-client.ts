import type { TestContext } from 'node:test'
import { InMemoryTransport } from '@modelcontextprotocol/client'
import { type JSONRPCMessage, parseJSONRPCMessage } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { z } from 'zod'
import { createLyra } from '../../src/app/create-lyra.ts'
import { silentLogger } from '../../src/domain/log.ts'
import { createMcpServer } from '../../src/mcp/server.ts'
import { askUser } from './ask-user.ts'
import { fakeLyra } from './fake-lyra.ts'

const message = z.object({
  id: z.number().optional(),
  method: z.string().optional(),
  result: z.record(z.string(), z.unknown()).optional(),
  error: z.object({ code: z.number(), data: z.unknown().optional() }).optional(),
})
export type Message = z.output<typeof message>

/** Whatever `lyra mcp` serves on its pipes, without the pipes; `opened` counts how often Lyra was. */
export function servedInMemory(t: TestContext) {
  const opened: string[] = []
  const lyra = createLyra(async () => {
    opened.push('opened')
    return fakeLyra({ waitForUser: askUser })
  })
  const [near, far] = InMemoryTransport.createLinkedPair()
  const handle = serveStdio(() => createMcpServer(lyra, { version: '0.0.0-test', log: silentLogger }), {
    transport: far,
  })
  t.after(() => handle.close())
  return { near, opened }
}

/** Speaks the wire format by hand, as a client of any age would. */
export async function rawClient(t: TestContext) {
  const { near, opened } = servedInMemory(t)
  const messages: JSONRPCMessage[] = []
  const waiting = new Set<() => void>()
  near.onmessage = (got) => {
    // As on a wire, where a field without a value is none.
    messages.push(parseJSONRPCMessage(JSON.parse(JSON.stringify(got))))
    for (const look of waiting) look()
  }
  await near.start()
  const send = (sent: object) => near.send(parseJSONRPCMessage({ jsonrpc: '2.0', ...sent }))
  const first = (isIt: (got: Message) => boolean) =>
    new Promise<Message>((resolve) => {
      const look = () => {
        const found = messages.map((got) => message.parse(got)).find(isIt)
        if (found === undefined) return
        waiting.delete(look)
        resolve(found)
      }
      waiting.add(look)
      look()
    })
  const answerTo = (id: number) => first((got) => got.id === id && got.method === undefined)
  return { send, first, answerTo, messages, opened }
}
