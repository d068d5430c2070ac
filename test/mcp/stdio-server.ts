import { createLyra } from '../../src/app/create-lyra.ts'
import { silentLogger } from '../../src/domain/log.ts'
import { runStdio } from '../../src/mcp/stdio.ts'
import { fakeLyra, SEARCH_ANSWER } from './fake-lyra.ts'

/** The process that stdio.test.ts talks to: the real server, a fake application. Says on stderr what it did. */
await runStdio(
  createLyra(async () => {
    process.stderr.write('opened\n')
    // Something careless in a library must not reach the protocol.
    console.log('noise')
    return fakeLyra({
      search: (_input, hooks) => {
        for (let done = 1; done <= 5; done += 1) hooks.onProgress?.({ done, total: 5, message: `step ${done}` })
        return SEARCH_ANSWER
      },
      waitForUser: async ({ prompt, options }, hooks) => {
        const { signal } = new AbortController()
        const answer = (await hooks.elicit?.(prompt, options?.choices ?? [], 5000, signal)) ?? null
        return {
          ok: true,
          status: answer === null ? 'timed_out' : 'answered',
          question_id: 'ask_1',
          response: answer,
          choice_index: null,
          timed_out: answer === null,
        }
      },
      close: async () => {
        process.stderr.write('closed\n')
      },
    })
  }),
  { version: '0.0.0-test', log: silentLogger },
)
