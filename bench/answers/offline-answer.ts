import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { connectTo } from './tree-client.ts'

const failure = z.looseObject({ ok: z.boolean(), error: z.looseObject({ code: z.string() }).exactOptional() })

/** How long a search takes on a machine where no name resolves, and what it is told. */
export async function offlineAnswer(
  root: string,
  home: string,
): Promise<{ readonly ms: number; readonly answer: string }> {
  writeFileSync(
    join(home, 'config.yaml'),
    `engines: { site_search: [] }
net: { domain_interval_min: 0, domain_jitter_min: 0, domain_jitter_max: 0 }
`,
  )
  // The file that would make names resolve is never there.
  const names = pathToFileURL(join(import.meta.dirname, '..', '..', 'test', 'e2e', 'names-by-file.ts')).href
  const client = await connectTo(root, ['--home', home], {
    NAMES_RESOLVE_WHEN: join(home, 'online'),
    NODE_OPTIONS: `--import ${names}`,
  })
  try {
    const created = await client.call('create_task', { query: 'Does silverleaf tea help?' })
    const asked = performance.now()
    const { data } = await client.call('search', {
      task_id: created.data.task_id,
      query: 'silverleaf tea',
      options: { wait_seconds: 280 },
    })
    const { ok, error } = failure.parse(data)
    return { ms: Math.round(performance.now() - asked), answer: error?.code ?? `ok ${ok}: ${String(data.status)}` }
  } finally {
    await client.close()
  }
}
