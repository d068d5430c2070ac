import type { ReportLanguage } from '../../domain/report-language.ts'
import type { SourceChange } from '../../domain/task-delta.ts'
import { ENGLISH } from './english.ts'
import { JAPANESE } from './japanese.ts'

const many = (count: number, one: string, more = `${one}s`) => `${count} ${count === 1 ? one : more}`

const CHANGES_ENGLISH: Readonly<Record<SourceChange['change'], string>> = {
  new: 'New page',
  changed: 'Changed',
  gone: 'Gone',
  back: 'There again',
  retracted: 'Withdrawn',
  unreachable: 'Could not be reached',
}

const english = {
  ...{ status: ENGLISH.status, reason: ENGLISH.reason, outcome: ENGLISH.outcome, quotes: ENGLISH.quotes },
  feedTitle: (question: string) => `What changed: ${question}`,
  nothing: (asked: number) => `Nothing changed; ${many(asked, 'page')} asked again`,
  counts: { findings: 'new finding', verdicts: 'changed verdict', sources: 'changed source' },
  count: (count: number, kind: 'findings' | 'verdicts' | 'sources') => many(count, english.counts[kind]),
  comma: ', ',
  newFinding: 'New finding',
  changedVerdict: 'Verdict changed',
  change: CHANGES_ENGLISH,
  confidence: 'confidence',
  sides: (pro: number, con: number) => `${many(pro, 'independent origin')} for, ${con} against`,
  said: 'It said',
  says: 'now it says',
  saysNothing: 'now it says nothing of the kind',
  elsewhere: (passages: number) => `${many(passages, 'passage')} changed, none that a finding rests on`,
  lastSeen: 'last seen',
  rests: (count: number) => `${many(count, 'finding')} rest${count === 1 ? 's' : ''} on it`,
}

export type DeltaWords = typeof english

const KINDS_JAPANESE = { findings: '新しい知見', verdicts: '判定の変化', sources: '出典の変化' }

const japanese: DeltaWords = {
  ...{ status: JAPANESE.status, reason: JAPANESE.reason, outcome: JAPANESE.outcome, quotes: JAPANESE.quotes },
  feedTitle: (question) => `変わったこと：${question}`,
  nothing: (asked) => `変化なし（${asked} ページを再確認）`,
  counts: KINDS_JAPANESE,
  count: (count, kind) => `${KINDS_JAPANESE[kind]} ${count}`,
  comma: '、',
  newFinding: '新しい知見',
  changedVerdict: '判定の変化',
  change: {
    new: '新しいページ',
    changed: '書き換え',
    gone: '消失',
    back: '復活',
    retracted: '撤回',
    unreachable: '確認できず',
  },
  confidence: '確信度',
  sides: (pro, con) => `独立した出所 賛成 ${pro}・反対 ${con}`,
  said: '以前',
  says: '現在',
  saysNothing: '現在はそのような記述がない',
  elsewhere: (passages) => `${passages} か所が変わった。知見の根拠になった文は変わっていない`,
  lastSeen: '最後に確認した日',
  rests: (count) => `これに基づく知見 ${count}`,
}

export function deltaWords(language: ReportLanguage): DeltaWords {
  return language === 'ja' ? japanese : english
}
