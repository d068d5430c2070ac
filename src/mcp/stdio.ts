import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Lyra } from '../app/lyra.ts'
import { createMcpServer, type McpOptions } from './server.ts'

/**
 * Serves MCP on this process's stdin and stdout until the client closes stdin, then closes Lyra. Stdout belongs to the
 * protocol alone, so anything else that would print there goes to stderr.
 */
export async function runStdio(lyra: Lyra, options: McpOptions): Promise<void> {
  console.log = console.error
  console.info = console.error
  console.debug = console.error
  const ended = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve)
    process.stdin.once('close', resolve)
    process.once('SIGINT', resolve)
    process.once('SIGTERM', resolve)
  })
  const handle = serveStdio(() => createMcpServer(lyra, options), {
    onerror: (error) => options.log.warn('mcp.transport', { message: error.message }),
  })
  await ended
  await handle.close()
  await lyra.close()
}
