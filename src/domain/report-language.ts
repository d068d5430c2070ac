/** The languages that a report can be written in; what its sources say stays in theirs. */
export const REPORT_LANGUAGES = ['en', 'ja'] as const
export type ReportLanguage = (typeof REPORT_LANGUAGES)[number]
