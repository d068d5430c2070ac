import { createLyra } from '../../src/app/create-lyra.ts'
import { silentLogger } from '../../src/domain/log.ts'
import { runStdio } from '../../src/mcp/stdio.ts'
import { askUser } from './ask-user.ts'
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
      waitForUser: askUser,
      close: async () => {
        process.stderr.write('closed\n')
      },
    })
  }),
  { version: '0.0.0-test', log: silentLogger },
)
