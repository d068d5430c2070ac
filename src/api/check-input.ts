import { LyraError } from '../domain/errors.ts'
import type { InputOf, UseCase } from './define-use-case.ts'
import { describeIssues } from './describe-issues.ts'

/** The one place where input is checked, whichever way it came; a mistake is INVALID_PARAMS and names its field. */
export function checkInput<U extends UseCase>(useCase: U, input: unknown): InputOf<U> {
  const checked = useCase.input.safeParse(input)
  if (!checked.success) throw new LyraError('INVALID_PARAMS', describeIssues(checked.error))
  return checked.data as InputOf<U>
}
