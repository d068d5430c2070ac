import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import type { Sandbox } from './sandbox.ts'

/** An installation with an empty cache on a slow line. */
const PATIENCE = { timeout: 280_000 }

export interface Driven {
  readonly client: Client
  readonly tools: readonly string[]
  /** From the start of npx, installation included, to the list of tools. */
  readonly seconds: number
  /** The end of what it wrote for people. */
  told(): string
  close(): Promise<void>
}

/** Starts an MCP server as a client's configuration does, with npx, and asks for its tools. */
export async function drive(sandbox: Sandbox, spec: string, args: readonly string[]): Promise<Driven> {
  const started = performance.now()
  const [command = 'npx', ...rest] = [...sandbox.as, `${sandbox.folder}/bin/npx`, '-y', spec, ...args]
  const transport = new StdioClientTransport({
    command,
    args: rest,
    env: { ...sandbox.env },
    cwd: sandbox.work,
    stderr: 'pipe',
  })
  let told = ''
  transport.stderr?.on('data', (chunk: Buffer) => {
    told = (told + chunk.toString('utf8')).slice(-4000)
  })
  const client = new Client({ name: 'lyra-package-check', version: '1' })
  try {
    await client.connect(transport, PATIENCE)
    const { tools } = await client.listTools({}, PATIENCE)
    const seconds = (performance.now() - started) / 1000
    return { client, tools: tools.map(({ name }) => name), seconds, told: () => told, close: () => client.close() }
  } catch (cause) {
    await client.close()
    throw new Error(`${spec} did not answer:\n${told}`, { cause })
  }
}
