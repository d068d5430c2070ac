import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { z } from 'zod'

/** What one answer costs whoever reads it: the text, the data, and both on the wire. */
export interface Cost {
  readonly text: number
  readonly data: number
  readonly bytes: number
}

export interface Called {
  readonly cost: Cost
  readonly data: Readonly<Record<string, unknown>>
}

const parts = z.array(z.object({ type: z.string(), text: z.string().exactOptional() }))
const record = z.record(z.string(), z.unknown())

/** A client of the `lyra mcp` of one checkout, this one or an older. */
export interface TreeClient {
  call(name: string, input: Readonly<Record<string, unknown>>): Promise<Called>
  /** Tokens of the answer to `tools/list`. */
  toolList(): Promise<{ readonly tokens: number; readonly names: readonly string[] }>
  read(uri: string): Promise<string>
  close(): Promise<void>
}

export async function connectTo(
  root: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<TreeClient> {
  const client = new Client({ name: 'lyra-bench', version: '1' })
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [join(root, 'bin', 'lyra'), 'mcp', ...args],
      env: { ...z.record(z.string(), z.string()).parse({ ...process.env }), ...env },
      stderr: 'ignore',
    }),
  )
  return {
    call: async (name, input) => {
      const result = await client.callTool({ name, arguments: { ...input } }, { timeout: 600_000 })
      const text = parts.parse(result.content).map((part) => part.text ?? JSON.stringify(part))
      const data = record.parse(result.structuredContent ?? {})
      const { content, structuredContent } = result
      return {
        data,
        cost: {
          text: countTokens(text.join('\n')),
          data: countTokens(JSON.stringify(data)),
          bytes: Buffer.byteLength(JSON.stringify({ content, structuredContent })),
        },
      }
    },
    toolList: async () => {
      const { tools } = await client.listTools()
      return { tokens: countTokens(JSON.stringify({ tools })), names: tools.map((tool) => tool.name) }
    },
    read: async (uri) => {
      const [first] = (await client.readResource({ uri })).contents
      return first !== undefined && 'text' in first ? String(first.text) : ''
    },
    close: () => client.close(),
  }
}
