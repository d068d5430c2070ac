import type { EN_CHECK } from './en-check.ts'

export const JA_CHECK: Readonly<Record<keyof typeof EN_CHECK, string>> = {
  'tab.check': '下書きの照合',
  'check.title': '下書きを証拠と照合する',
  'check.lead':
    '文を一つずつ、引用しているページ、または最も近いページと並べて比べます。' +
    '下書きは比べるだけで、指示として従うことはなく、保存もしません。',
  'check.draft': '下書き（Markdown または平文）',
  'check.run': '照合する',
  'check.empty': '照合する文章がありません。',
  'check.nothing_stated': 'この文章には照合できる記述がありません。',
  'check.too_long': 'ここに貼れるのは{most}文字までです',
  'check.result': '記述と判定',
  'check.left_out': 'ほか{count}件は照合していません。',
  'check.line': '行',
  'check.statement': '記述',
  'check.verdict': '判定',
  'check.passage': '該当箇所',
  'check.elsewhere': '別のページにはあります: {url}',
  'check_verdict.supported': '裏づけあり',
  'check_verdict.partly': '一部のみ裏づけあり',
  'check_verdict.contradicted': '矛盾',
  'check_verdict.not in the evidence': '証拠にない',
  'check_verdict.number differs': '数値が違う',
  'check_verdict.quote differs': '引用文が違う',
  'check_verdict.source unknown': '出典が不明',
  'check_verdict.source retracted': '撤回された出典',
}
