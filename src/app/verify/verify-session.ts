import { isSuccess } from '../../domain/outcome.ts'
import type { NetResult } from '../../net/types.ts'
import { type Look, pageRequest, type VerifyRooms } from './look.ts'
import { holds, isNotNow, told, type Verdict } from './verdict.ts'
import type { VerifyList } from './verify-list.ts'

/** REQ 3.1.2: the browser's session goes over to the plain client, at that site alone; second visits are confirmed. */
export function sessionLooks({ gateway, browser }: VerifyRooms, { session }: VerifyList): readonly Look[] {
  const { echo, elsewhere, headers, tagged } = session
  return [
    {
      id: 'cookie of the browser',
      run: async (call) => {
        const set = await browser.load(pageRequest(session.set, call))
        return (
          came(set, 'the site gives the browser a cookie') ?? {
            status: 'passed',
            ...wordsOf('the site gives the browser a cookie', set),
          }
        )
      },
    },
    {
      id: 'cookie goes over',
      run: async (call) =>
        shows(
          await gateway.fetch(pageRequest(echo.url, call)),
          echo.text,
          'the plain client sends the cookie of the browser',
        ),
    },
    {
      id: 'cookie stays at its site',
      run: async (call) =>
        hides(await gateway.fetch(pageRequest(elsewhere.url, call)), elsewhere.text, 'another site does not get it'),
    },
    {
      id: 'headers of a visit',
      run: async (call) =>
        shows(await gateway.fetch(pageRequest(headers.url, call)), headers.text, `the request carries ${headers.text}`),
    },
    {
      id: 'second visit',
      run: async (call) => {
        const expected = '304 on the second visit'
        const first = await gateway.fetch(pageRequest(tagged, call))
        const missing = came(first, expected)
        if (missing !== null) return missing
        const second = await gateway.fetch(pageRequest(tagged, call))
        return (
          came(second, expected) ?? {
            status: second.outcome === 'not_modified' ? 'passed' : 'failed',
            ...wordsOf(expected, second),
          }
        )
      },
    },
  ]
}

function wordsOf(expected: string, result: NetResult) {
  return { expected, found: told(result.outcome, 'reason' in result ? result.reason : null) }
}

/** Null when the page came. */
function came(result: NetResult, expected: string): Verdict | null {
  if (isSuccess(result.outcome) && result.response !== undefined) return null
  return { status: isNotNow(result.outcome) ? 'skipped' : 'failed', ...wordsOf(expected, result) }
}

function shows(result: NetResult, text: string, expected: string): Verdict {
  const there = holds(Buffer.from(result.response?.body ?? '').toString('utf8'), text)
  return (
    came(result, expected) ?? {
      status: there ? 'passed' : 'failed',
      expected,
      found: there ? 'it does' : 'it does not',
    }
  )
}

function hides(result: NetResult, text: string, expected: string): Verdict {
  const there = holds(Buffer.from(result.response?.body ?? '').toString('utf8'), text)
  return (
    came(result, expected) ?? {
      status: there ? 'failed' : 'passed',
      expected,
      found: there ? 'it does' : 'it does not',
    }
  )
}
