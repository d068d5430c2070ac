import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { connectTo } from './tree-client.ts'

const status = z.looseObject({ searches: z.array(z.looseObject({ pages_fetched: z.number() })) })

/** From `stop_task` without a reason, while the first search of a home has begun to read pages, to its answer. */
export async function timeToStop(root: string, home: string, query: string): Promise<number> {
  copyFileSync(join(root, 'demo', 'domains.yaml'), join(home, 'domains.yaml'))
  const client = await connectTo(root, ['--home', home, '--replay', join(root, 'demo', 'demo-web.warc.gz')])
  try {
    const { data } = await client.call('create_task', { query })
    const { task_id } = data
    await client.call('search', { task_id, query, options: { wait_seconds: 1 } })
    for (;;) {
      const { searches } = status.parse((await client.call('get_status', { task_id })).data)
      if (searches.some((one) => one.pages_fetched > 0)) break
      await wait(50)
    }
    const asked = performance.now()
    await client.call('stop_task', { task_id })
    return Math.round(performance.now() - asked)
  } finally {
    await client.close()
  }
}
