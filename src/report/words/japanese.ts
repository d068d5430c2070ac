import type { Words } from './english.ts'
import { reasonInJapanese } from './japanese-reasons.ts'

const status: Words['status'] = {
  verified: '確認済み',
  pending: '未確認',
  contested: '見解が対立',
  rejected: '退けた',
  superseded: '撤回・更新済み',
}

const trust: Words['trust'] = {
  PRIMARY: '公式・規格団体',
  GOVERNMENT: '公的機関',
  ACADEMIC: '学術',
  TRUSTED: '信頼できるサイト',
  LOW: '信頼度が低い',
  UNVERIFIED: '未検証のサイト',
  BLOCKED: '遮断',
}

const search: Words['search'] = {
  running: '実行中',
  satisfied: '十分',
  partial: '一部のみ',
  exhausted: '出尽くした',
}

const outcome: Words['outcome'] = {
  ok: '読んだ',
  not_modified: '変更なし',
  blocked: 'サイトが拒否した',
  captcha: '人にしか通れない認証がある',
  login_wall: 'ログインが必要',
  rate_limited: 'サイトが間隔を空けるよう求めた',
  excluded: '検索の条件により除外',
  robots_denied: 'robots.txt が許していない',
  refused_private: '内部のアドレス',
  too_large: '大きすぎる',
  empty: '本文がない',
  timeout: '時間内に応答がない',
  dns: '名前が引けない',
  tls: '安全な接続ができない',
  connection: '接続できない',
  offline: 'この計算機が通信できなかった',
  gone: '削除された',
  not_found: '見つからない',
  server_error: 'サイト側のエラー',
  unsupported_type: '読めない種類のファイル',
  password_protected: 'パスワードで保護されている',
  broken_document: '壊れたファイル',
  unreadable_scan: '読み取れない画像',
  redirect_loop: '転送が終わらない',
  replay_miss: '保存記録にない',
  cooling_down: 'サイトへの要求を控えていた',
  domain_blocked: 'ドメインを遮断している',
  budget_spent: '予算を使い切った',
  cancelled: '取り消した',
}

const side = (count: number, shown: number) => `独立した出所 ${count}${shown < count ? `（うち ${shown} を引用）` : ''}`

export const JAPANESE: Words = {
  quotes: ['「', '」'],
  joint: '、',
  status,
  trust,
  search,
  outcome,
  reason: reasonInJapanese,
  title: (question) => `証拠の報告書：${question}`,
  outline: '目次',
  nature:
    'これは証拠であり、結論ではありません。Lyra は集め、賛否を判定し、数えます。結論は読む人が出します。' +
    '引用した文はウェブのもので、データとして扱います。',
  readAs: (least) =>
    '読み方：確信度は 0 から 1 で、見つかった文がその主張をどれだけ支えるかを示します。正しいかどうかではありません。' +
    `同じ出所は、いくつのサイトが繰り返しても一つと数えます。${least} 未満の知見は分けてあります。「判定」は、その文が賛成か反対かの判定の確かさです。` +
    '角括弧の番号から、元の文と保存したページをたどれます。',
  taskLine: (state, days) => ({ before: 'タスク ', after: `（${state}${days}）。` }),
  taskState: (state, end) => {
    const words: Readonly<Record<string, string>> = {
      created: '作成',
      exploring: '調査中',
      paused: '一時停止',
      completed: '完了',
      failed: '失敗',
      partial: '一部のみ',
      cancelled: '取り消し',
    }
    const said = (word: string) => words[word] ?? word
    return end === null || end === state ? said(state) : `${said(state)}：${said(end)}`
  },
  gathered: (days) => `、収集 ${days}`,
  counted: (pages, claims, findings, disputed, passages) =>
    `ページ ${pages}、主張 ${claims}、まとめた知見 ${findings}、そのうち見解の対立 ${disputed}（反対する文 ${passages}）。`,
  unfinished: (searches) => `検索 ${searches} 件の引用文献をまだたどっています。主張と確信度は変わることがあります。`,
  unfinishedHead: '未完了：',
  section: {
    glance: '要点',
    answer: '問いに最も近い知見',
    disputed: (others) => (others ? 'ほかの見解の対立' : '見解の対立'),
    supported: (others) => (others ? 'ほかの支持された知見' : '支持された知見'),
    weaker: (least, others) => `${others ? 'ほかの' : ''}弱い知見（確信度 ${least} 未満。注意して読むこと）`,
    aside: '採らなかったもの',
    changed: '変わったこと',
    blocked: '遮断したドメイン',
    recordDates: '公的記録にある日付',
    languages: '言語別',
    timeline: '年表',
    gaps: '不足',
    methods: '方法',
    searches: '検索の記録',
    citations: '出典',
  },
  none: 'なし。',
  noAnswer: '問いに十分近い知見はありません。',
  noSupported: (least, others) => `確信度 ${least} に達した知見は${others ? 'ほかに' : ''}ありません。`,
  noDispute: (others) => `同程度に信頼できる出所の間の対立は${others ? 'ほかに' : ''}ありません。`,
  noAside: '採らなかったものはありません。',
  noChange: '撤回、訂正、書き換えはありません。',
  noDates: '日付のある出典はありません。',
  noGaps: 'どの検索でも十分な出所が見つかり、すべてのページを読みました。',
  noSearch: '検索はしていません。',

  finding: (number) => `知見 ${number}`,
  origins: (supporting, refuting) => `独立した出所 賛成 ${supporting}・反対 ${refuting}`,
  confidence: (value) => `確信度 ${value}`,
  unrefuted: '数えた出所の中に反証は見つからず',
  primaryOf: (tellers, title, domain) => `${tellers.join('、')} が拠る一次情報：${title}（${domain}）。`,
  primarySays: { supports: 'これを支持する', refutes: '別のことを述べる', nothing: 'このことは述べていない' },
  ownText: (domain) => `抄録による。論文の全文（${domain}）は`,
  ownTextSays: { supports: '同じことを述べる', refutes: '別のことを述べる' },
  for: (origins, shown) => `賛成：${side(origins, shown)}`,
  against: (origins, shown) => `反対：${side(origins, shown)}`,
  forBriefly: '賛成：',
  againstBriefly: '反対：',
  morePassages: (count) => `ほか ${count} 文`,
  oneOrigin: (domains) => (domains.length < 2 ? domains.join('') : `${domains.join(' + ')}（出所は一つ）`),
  ofSource: (facts) => (facts.length === 0 ? '' : `（${facts.join('、')}）`),
  asAbove: '上の文のとおり',
  judged: (stance) => `判定 ${stance}`,
  authors: (family, count) => (count > 1 ? `${family} ら` : family),
  retractedMark: '撤回',
  uncounted: (reasons) => `数えないもの（${reasons.map(reasonInJapanese).join('、')}）：`,
  saysOtherwise: (number) => `${number}は別のことを述べる：`,
  moreOpposing: (count) => `ほかに、別のことを述べる知見 ${count}`,
  why: (reason) => `理由：${reason}`,
  surest: (supporting, refuting) =>
    [
      ...(supporting === null ? [] : [`賛成で最も確かな文 ${supporting}`]),
      ...(refuting === null ? [] : [`反対で最も確かな文 ${refuting}`]),
    ].join('、'),
  sum: {
    joint: '、',
    stop: '。',
    nothing: 'なし',
    sides: (supporting, refuting) => `内訳：賛成 ${supporting}／反対 ${refuting}`,
    part: (domain, reading, stance, weight) => `${domain} ${reading}×${stance}＝${weight}`,
    more: (count, weight) => `ほか ${count} 件で計 ${weight}`,
    made: (total, confidence) => `合計 ${total}、確信度 ${confidence}（合計 0 なら 0.50）`,
    kept: (confidence) => `ここで量り直した値。知見に記録された値は ${confidence}`,
    repeated: (count) => `数に入れた出所と同じ出所の ${count} 文は加えない`,
  },
  scope: '範囲：',
  scopeOf: {
    when: (times) => `時期 ${times.map(timeInJapanese).join('、')}`,
    where: (places) => `場所 ${places.join('、')}`,
    who: (names) => `組織 ${names.join('、')}`,
    what: (products) => `製品・対象 ${products.join('、')}`,
  },
  scopeVersions: (versions) => versions.map((version) => `バージョン ${version}`).join('、'),
  under: '見出し',
  alsoClaims: '同じことを述べる主張',
  corrected: (count) => `人の手で直した判定 ${count}`,
  note: 'メモ：',
  setAside: '採らなかった理由：',

  retracted: '撤回：',
  notice: (notice) => `告知 ${notice}`,
  superseded: '出所がもう述べていない：',
  rewritten: (domain, day) => `${domain} がページを書き換えた（${day} までは次のとおり）：`,
  rewrittenElsewhere: (passages) => `${passages} か所が変わった。知見の根拠になった文は変わっていない`,
  saidUntil: (domain, from, until) =>
    from === until
      ? `${domain}のページは今も残っており、${until}の保存版では次のように述べていた：`
      : `${domain}のページは今も残っており、${from}から${until}までの保存版では次のように述べていた：`,
  recordDate: (event) => RECORD_DATES[event] ?? event.replaceAll('_', ' '),
  moreDates: (count) => `ほか${count}件の日付（v_timeline）`,
  language: { en: '英語', ja: '日本語' },
  onlyIn: (language, sources) => `${language}のみ（独立した情報源${sources}件）：`,
  lookedIn: (language, queries, pages) =>
    queries === 0
      ? `${language}では検索していない。${language}のページは${pages}件読んだ`
      : `${language}で${queries}回検索し、${pages}ページを読んだ`,
  otherwiseIn: (language, other) => `${language}の情報源は述べ、${other}の情報源は否定している：`,
  otherwise: (language) => `${language}では：`,
  moreGaps: (count) => `ほか${count}件（v_language_gaps）`,
  was: '以前',
  now: '現在',
  nowNothing: '現在はそのような記述がない',
  gone: (domain, what, day) => `${domain}：ページが${what}。最後に確認した日 ${day}`,
  correctedBy: { assistant: 'アシスタントが訂正：', person: '人が訂正：', rule: '写しとして訂正：' },
  action: (action) => `（${ACTIONS[action] ?? action}）`,
  takenBack: (day) => `${day} に取り消し`,

  blocked: (reason, level, restore) => `${reasonInJapanese(reason)}。以前は${level}。戻すには：${restore}`,
  unsatisfied: (sources, primary) => `独立した出所 ${sources}${primary ? '' : '、一次情報なし'}`,
  unsatisfiedHead: (state) => `見つかった出所が足りない（${state}）：`,
  unreadHead: (count, why) => `読めなかったページ ${count}：${why}`,
  singleOrigin: (count, all) => `残った知見 ${all} のうち ${count} は、出所が一つだけ`,
  refuting: '反証を探す検索',
  updating: '更新による再検索',
  searched: (pages, fragments, score) => `ページ ${pages}、役に立った断片 ${fragments}、充足度 ${score}`,

  method: {
    program: (version) => `Lyra ${version} が、このタスクのグラフから書きました。手で加えたものはありません。`,
    weighed:
      '確信度：賛成の和から反対の和を引いた値のロジスティック関数。文ごとに、読み取りの確かさと判定の確かさを掛け、' +
      '独立した出所ごとに最も強い一文だけを数える。知見の「内訳」はこの順に数を並べたもの。' +
      'ドメインの信頼度は入らない。信頼度は出所どうしの対立を判定するときに使う。',
    models: 'モデル：',
    claims: '主張の抽出',
    stance: '賛否の判定',
    embedding: '近さ',
    called: { builtin: '内蔵の抽出器', llm: '手元の言語モデル', user: '人' },
    calibrated: (name, passages) => `判定した ${passages} 文を ${name} で較正`,
    uncalibrated: (passages) => `判定した ${passages} 文はモデルの値のまま（較正なし）`,
    judgedBy: (version, searches, all) =>
      `検索と判定：Lyra ${version}（検索 ${all} 件のうち ${searches} 件）。結果を左右する設定はすべて既定値。`,
    judgedWith: (version, searches, all) =>
      `検索と判定：Lyra ${version}（検索 ${all} 件のうち ${searches} 件）。既定値と異なる設定：`,
    judgedUnknown: (searches, all) => `検索 ${all} 件のうち ${searches} 件は、どの版のどの設定で行ったかの記録がない。`,
    settings: 'この報告書の設定で既定値と異なるもの：',
    budget: (used, limit, seconds) => `予算：${limit} ページのうち ${used} ページ、作業 ${Math.round(seconds)} 秒。`,
    corrections: (assistant, person, rule, undone) =>
      `Lyra の判定への訂正：アシスタント ${assistant}、人 ${person}` +
      `${rule === 0 ? '' : `、同じ文への自動の反映 ${rule}`}${undone === 0 ? '' : `、取り消し ${undone}`}。`,
    uncorrected: 'Lyra の判定への訂正：なし。',
    archive: (archived, pages) =>
      `保存記録：${pages} ページのうち ${archived} ページを、読んだときのまま保存。lyra replay で全体をやり直せる。`,
  },

  abstractBy: (sources) => `抄録（${sources} による）。`,
  fullText: (licence) => `全文${licence === null ? '' : `（ライセンス ${licence}）`}。`,
  recordBy: (sources) => `記録（${sources} による）。`,
  anIndex: '学術索引',
  place: {
    fragment: '断片 ',
    under: (heading) => `、見出し ${heading}`,
    found: (when) => `、取得 ${when}`,
    archive: '、保存 ',
    record: ' 記録 ',
  },
}

const ACTIONS: Readonly<Record<string, string>> = {
  correct_nli: '賛否の判定',
  flag_irrelevant: '無関係',
  flag_missing: '抜け',
  correct_citation: '引用',
  split_claim: '知見から分ける',
  join_claims: '知見にまとめる',
}

/** `2019/2021`, `2023`, `2023-03`, `2023-03-15`. */
function timeInJapanese(time: string): string {
  if (time.includes('/')) return time.split('/').map(timeInJapanese).join('〜')
  const [year = '', month, day] = time.split('-')
  const rest = month === undefined ? '' : ` ${Number(month)} 月${day === undefined ? '' : ` ${Number(day)} 日`}`
  return `${year} 年${rest}`
}

/** Dates of public records by the names that descriptions give them; others stand as they are. */
const RECORD_DATES: Readonly<Record<string, string>> = {
  registered: '登録',
  changed: '変更',
  expires: '期限',
  founded: '設立',
  dissolved: '解散',
  closed: '閉鎖',
  updated: '更新',
  captured: '保存',
  valid_from: '有効期間開始',
  valid_until: '有効期間満了',
  logged: 'ログ記録',
  filed: '出願・提出',
  granted: '登録・付与',
  approved: '認定',
  appointed: '就任',
  resigned: '退任',
  began: '就任',
  ended: '退任',
  promulgated: '公布',
  in_force: '施行',
  published: '公表',
}
