import { createServer, request } from 'node:http'
import { createLyra } from '../../src/app/create-lyra.ts'
import { silentLogger } from '../../src/domain/log.ts'
import { defaultSettings } from '../../src/domain/settings.ts'
import { startHttpServer } from '../../src/web/serve.ts'
import { askUser } from '../mcp/ask-user.ts'
import { fakeLyra, SEARCH_ANSWER } from '../mcp/fake-lyra.ts'
import { SUITE_OFFER } from './suite-offer.ts'

const TOKEN = 'a-token-of-the-conformance-fixture'

const lyra = fakeLyra({
  search: (_input, hooks) => {
    for (const done of [0, 50, 100]) hooks.onProgress?.({ done, total: 100, message: `${done} of 100` })
    return SEARCH_ANSWER
  },
  waitForUser: askUser,
})

export interface SuiteServer {
  readonly url: string
  close(): Promise<void>
}

/**
 * The whole HTTP server of `lyra serve`, with the suite's things on offer. The suite cannot send a token, so a door in
 * front of the server adds it and changes nothing else: what the suite says of Host and Origin arrives as it was said.
 */
export async function startSuiteServer(): Promise<SuiteServer> {
  const server = await startHttpServer(
    createLyra(async () => lyra),
    { ...defaultSettings.server, port: 0, token: TOKEN },
    { version: '0.0.0-test', log: silentLogger, offer: SUITE_OFFER },
  )
  const behind = new URL(server.url)
  const door = createServer((asked, answer) => {
    const headers = { ...asked.headers, authorization: `Bearer ${TOKEN}` }
    const passed = request({
      host: behind.hostname,
      port: behind.port,
      path: asked.url,
      method: asked.method,
      headers,
    })
    passed.on('response', (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers)
      given.pipe(answer)
    })
    passed.on('error', () => answer.destroy())
    answer.on('close', () => passed.destroy())
    asked.pipe(passed)
  })
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
  const address = door.address()
  if (address === null || typeof address === 'string') throw new Error('The door has no port')
  return {
    url: `http://127.0.0.1:${address.port}/mcp`,
    close: async () => {
      door.closeAllConnections()
      door.close()
      await server.close()
    },
  }
}
