/** The words of the page that checks a draft, in English; `ja-check.ts` has the same keys. */
export const EN_CHECK = {
  'tab.check': 'Check a draft',
  'check.title': 'Check a draft against the evidence',
  'check.lead':
    'Each statement is laid beside the page it cites, or beside the nearest ones of this task. The draft is compared ' +
    'and never obeyed, and nothing of it is stored.',
  'check.draft': 'Draft, Markdown or plain text',
  'check.run': 'Check',
  'check.empty': 'There is no text to check.',
  'check.nothing_stated': 'This text states nothing that could be checked.',
  'check.too_long': 'The form takes {most} characters at most',
  'check.result': 'Statements and verdicts',
  'check.left_out': '{count} statements more were not checked.',
  'check.line': 'Line',
  'check.statement': 'Statement',
  'check.verdict': 'Verdict',
  'check.passage': 'Passage',
  'check.elsewhere': 'Another page says it: {url}',
  'check_verdict.supported': 'supported',
  'check_verdict.partly': 'supported in part',
  'check_verdict.contradicted': 'contradicted',
  'check_verdict.not in the evidence': 'not in the evidence',
  'check_verdict.number differs': 'a number differs',
  'check_verdict.quote differs': 'a quotation differs',
  'check_verdict.source unknown': 'source unknown',
  'check_verdict.source retracted': 'source retracted',
} as const
