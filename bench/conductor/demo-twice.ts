import { rmSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { startServer } from '../../test/e2e/crash-world.ts'
import { beginThread, demoHome, demoScript, judgement } from '../../test/e2e/demo-client.ts'

/** Every search of the demo in two empty homes (REQ 4.6); test/e2e/thread.test.ts compares the first ones. */
export async function demoTwice() {
  const [one, other] = [await judged(), await judged()]
  return {
    searches: demoScript.steps.length,
    claims: one.claims.length,
    edges: one.edges.length,
    unequal: isDeepStrictEqual(one, other) ? 0 : 1,
  }
}

async function judged(): Promise<ReturnType<typeof judgement>> {
  const home = demoHome()
  const { client } = await startServer(home, [])
  try {
    await beginThread(client, demoScript.steps.length)
    return judgement(home)
  } finally {
    await client.close()
    rmSync(home, { recursive: true, force: true })
  }
}
