import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from '@modelcontextprotocol/client'
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { stringify } from 'yaml'
import type { World } from './load-world.ts'
import { packWorld } from './pack-world.ts'

export interface Played {
  readonly home: string
  readonly taskId: string
}

/** An assistant's thread over the world, by a real MCP client; the home with the graph stays for the scoring. */
export async function playWorld(
  world: World,
  root: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Played> {
  const home = mkdtempSync(join(tmpdir(), `lyra-world-${world.plan.name}-`))
  const archive = join(home, 'world.warc.gz')
  writeFileSync(archive, packWorld(world, root))
  writeFileSync(join(home, 'domains.yaml'), stringify({ user_overrides: overrides(world) }))
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(root, 'bin', 'lyra'), 'mcp', '--home', home, '--replay', archive],
    ...{ stderr: 'ignore' as const, env: { ...getDefaultEnvironment(), ...settings } },
  })
  const client = new Client({ name: 'worlds-bench', version: '1.0.0' })
  await client.connect(transport)
  try {
    return { home, taskId: await searchAll(client, world) }
  } finally {
    await client.close()
  }
}

async function searchAll(client: Client, { plan }: World): Promise<string> {
  const call = async (name: string, input: Record<string, unknown>) => {
    const { structuredContent } = await client.callTool({ name, arguments: input }, { timeout: 900_000 })
    return structuredContent as Record<string, unknown>
  }
  const { task_id: taskId } = await call('create_task', { query: plan.question })
  for (const { query, refute } of plan.queries) {
    const input = { task_id: taskId, query, options: { refute, wait_seconds: 600 } }
    for (;;) {
      const answer = await call('search', input)
      if (answer.ok !== true) throw new Error(`${plan.name}: "${query}": ${JSON.stringify(answer)}`)
      if (answer.status !== 'running' && answer.status !== 'queued') break
    }
  }
  for (;;) {
    const { background } = await call('get_status', { task_id: taskId })
    if ((background as { citations_pending: number } | undefined)?.citations_pending === 0) break
    await sleep(500)
  }
  return String(taskId)
}

function overrides({ plan }: World) {
  return Object.entries(plan.trust).map(([domain, trust_level]) => ({
    ...{ domain, trust_level, reason: 'set for this subject', added_at: '2026-01-15' },
  }))
}
