import type { z } from 'zod'

/** What is wrong with the input, field by field, in plain words; what was sent is not repeated. */
export function describeIssues(error: z.ZodError): string {
  return error.issues
    .slice(0, 10)
    .map((issue) => `${fieldOf(issue)}: ${wordsFor(issue)}`)
    .join('; ')
}

function fieldOf(issue: z.core.$ZodIssue): string {
  const path = issue.path.map(String)
  if (issue.code === 'unrecognized_keys') return [...path, issue.keys[0] ?? ''].join('.')
  return path.length === 0 ? 'arguments' : path.join('.')
}

function wordsFor(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.length === 1
        ? 'there is no such field'
        : `there is no such field, nor ${issue.keys.slice(1).join(', ')}`
    case 'invalid_type':
      return issue.input === undefined && issue.message.includes('undefined')
        ? `is needed and must be ${article(issue.expected)}`
        : `must be ${article(issue.expected)}`
    case 'too_big':
      return `must be at most ${issue.maximum}${unit(issue.origin)}`
    case 'too_small':
      return `must be at least ${issue.minimum}${unit(issue.origin)}`
    case 'invalid_union':
      return 'options' in issue && issue.options !== undefined
        ? `must be one of ${issue.options.map(String).join(', ')}`
        : wordsForUnion(issue.errors)
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`
    default:
      return issue.message
  }
}

/** No form of several fits: what a value of each would have to be, said once. */
function wordsForUnion(forms: readonly (readonly z.core.$ZodIssue[])[]): string {
  return [...new Set(forms.flatMap(([first]) => (first === undefined ? [] : wordsFor(first))))].join(', or ')
}

function article(expected: string): string {
  return /^[aeiou]/.test(expected) ? `an ${expected}` : `a ${expected}`
}

function unit(origin: string): string {
  if (origin === 'string') return ' characters long'
  if (origin === 'array') return ' entries long'
  return ''
}
