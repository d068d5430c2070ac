import type { OpenQuestion } from '../api/list-questions.ts'
import { isoTime } from '../domain/clock.ts'
import { LyraError } from '../domain/errors.ts'
import type { HumanDeps } from './human-deps.ts'

/** Real time, also in a replay: a person answers in real time. */
export type QuestionDeps = Pick<HumanDeps, 'store' | 'log'> & { readonly waiting: HumanDeps['clock'] }

export function openQuestions({ store, waiting }: QuestionDeps): readonly OpenQuestion[] {
  return store.people.questions.open(isoTime(waiting)).map(({ id, prompt, choices, asked_at, expires_at }) => ({
    question_id: id,
    prompt,
    choices,
    asked_at,
    expires_at,
  }))
}

/** Settles an open question and says with which answer; NOT_FOUND when it is not open (any more). */
export function answerQuestion(deps: QuestionDeps, id: string, answer: string, channel: string): string {
  const { questions } = deps.store.people
  const question = questions.get(id)
  if (question === null) throw new LyraError('NOT_FOUND', `No question has the id ${id.slice(0, 80)}`)
  const chosen = chosenOf(answer, question.choices)
  if (questions.answer(id, chosen, channel, isoTime(deps.waiting))) return chosen
  throw new LyraError('NOT_FOUND', `The question ${id} is no longer open`, {
    hint: 'It was answered already, or its time is over; `lyra auth list` shows what waits',
  })
}

/** `2` means the second choice, unless a choice is itself called `2`. */
function chosenOf(answer: string, choices: readonly string[]): string {
  if (choices.includes(answer)) return answer
  const number = /^\d+$/.test(answer.trim()) ? Number(answer.trim()) : 0
  return choices[number - 1] ?? answer
}
