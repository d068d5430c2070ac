import { PassThrough } from 'node:stream'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Lyra } from '../app/lyra.ts'
import type { Opening } from './first-answer.ts'
import { createMcpServer, type McpOptions } from './server.ts'

const NOTHING_READ: Opening = { bytes: Buffer.alloc(0), answered: null }

/**
 * Serves MCP on this process's stdin and stdout until the client closes stdin, then closes Lyra. Stdout belongs to the
 * protocol alone, so anything else that would print there goes to stderr.
 */
export async function runStdio(lyra: Lyra, options: McpOptions, opening: Opening = NOTHING_READ): Promise<void> {
  console.log = console.error
  console.info = console.error
  console.debug = console.error
  const ended = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve)
    process.stdin.once('close', resolve)
    process.once('SIGINT', resolve)
    process.once('SIGTERM', resolve)
  })
  const input = new PassThrough()
  const handle = serveStdio(() => createMcpServer(lyra, options), {
    transport: answeringOnce(new StdioServerTransport(input, process.stdout), opening),
    onerror: (error) => options.log.warn('mcp.transport', { message: error.message }),
  })
  input.write(opening.bytes)
  process.stdin.pipe(input)
  await ended
  process.stdin.unpipe(input).pause()
  await handle.close()
  await lyra.close()
}

/** The server sees the whole conversation; its answer to a greeting that has one is kept back. */
function answeringOnce(transport: StdioServerTransport, { answered }: Opening): StdioServerTransport {
  if (answered === null) return transport
  const send = transport.send.bind(transport)
  let open = true
  transport.send = async (message) => {
    const repeats = open && 'result' in message && message.id === answered
    if (repeats) open = false
    else await send(message)
  }
  return transport
}
