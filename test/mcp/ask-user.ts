import type { WaitAnswer, WaitInput } from '../../src/api/wait-for-user.ts'
import type { CallHooks } from '../../src/app/lyra.ts'

/** `wait_for_user` of a Lyra whose only way to a person is the client. */
export async function askUser({ prompt, options }: WaitInput, hooks: CallHooks): Promise<WaitAnswer> {
  const { signal } = new AbortController()
  const answer = (await hooks.elicit?.(prompt, options.choices ?? [], 5000, signal)) ?? null
  return {
    ok: true,
    status: answer === null ? 'timed_out' : 'answered',
    question_id: 'ask_1',
    response: answer,
    choice_index: null,
    timed_out: answer === null,
  }
}
