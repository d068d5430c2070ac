/**
 * What a text that speaks to a machine has to name: the machine, its orders, its answer, its tools. Things, not acts:
 * whichever verb an order takes, it takes it with these.
 */
const THINGS: Readonly<Record<string, string>> = {
  you: 'you your yours yourself u ur',
  me: 'me us my our i we',
  machine:
    'ai ais assistant assistants agent agents model models llm llms gpt chatgpt copilot bot ' +
    'bots chatbot chatbots crawler crawlers scraper scrapers summariser summarizer ' +
    'summarisers summarizers robot robots machine machines automated pipeline parser indexer ' +
    'retriever subagent',
  orders:
    'instruction instructions rule rules prompt prompts directive directives guideline ' +
    'guidelines guardrail guardrails constraint constraints policy policies restriction ' +
    'restrictions system context settings configuration memory filters safeguards',
  answer:
    'answer answers response responses reply replies output outputs summary summaries report ' +
    'reports overview digest conclusion completion message messages verdict reasoning text ' +
    'writeup',
  secret:
    'key keys token tokens password passwords credentials credential cookies cookie secret ' +
    'secrets history conversation chat inbox session notes findings data files file ' +
    'variables contacts pin',
  tool:
    'tool tools shell terminal browser plugin command commands function script api endpoint ' +
    'webhook request curl code sandbox server database cache email mail',
  page:
    'page pages document documents article articles site sites website source sources domain ' +
    'passage content contents',
  worth:
    'trust trusted trustworthy verified authoritative reliable credible credibility ' +
    'confidence score rating rank ranking confirmed true supported refuted weight priority ' +
    'precedence',
  person:
    'user users operator owner human humans developer developers admin administrator client ' +
    'customer person reader readers',
  duty: 'must should shall required obliged mandatory ought need needs have has obligatory ' + 'supposed',
  not: "not never don't dont no without nothing none avoid",
  please: 'please kindly',
  now:
    'now immediately instead henceforth first next then before afterwards finally silently ' + 'quietly henceforward',
  earlier:
    'previous previously prior earlier above preceding foregoing original initial existing ' + 'current former all any',
}

const LINKING =
  'a an the this that these those it its they their them he she his her who which what when where how why if unless ' +
  'while as at by for from in into of on onto to with about over under after until once and or but so than is are ' +
  'was were be been being am do does did can could may might will would had having only also just very more most ' +
  'each every other others some such there here one two'

function byWord(lists: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(lists).flatMap(([name, words]) =>
      words.split(' ').map((word) => [word, name.toUpperCase()] as const),
    ),
  )
}

/** English words by the kind of thing they name. */
export const ENGLISH_THINGS = byWord(THINGS)

/** Words that only hold a sentence together: they are read as they are. */
export const ENGLISH_LINKS: ReadonlySet<string> = new Set(LINKING.split(' '))

/** Japanese words by the kind of thing they name; found by the longest match, since nothing parts them. */
export const JAPANESE_THINGS = byWord({
  you: 'あなた 貴方 君 お前 御社 貴社 貴殿 そちら',
  me: '私 我々 当社 弊社 こちら',
  machine:
    '人工知能 アシスタント エージェント 言語モデル モデル ボット チャットボット クローラー ' +
    'クローラ 要約ツール 自動読み取り 自動システム 機械 生成系 コパイロット ロボット ' +
    'プログラム パイプライン',
  orders:
    '指示 命令 規則 ルール プロンプト 制約 制限 設定 方針 指針 ガイドライン システム ' +
    'システムプロンプト システムメッセージ 安全装置 フィルター フィルタ メモリ メモリー 記憶 ' +
    '文脈 コンテキスト',
  answer: '回答 応答 返答 返信 返事 出力 要約 報告 報告書 まとめ 結論 レポート 文面 判定 最終回答',
  secret:
    'パスワード 鍵 キー トークン 認証情報 履歴 会話 会話履歴 秘密 機密 受信箱 連絡先 メモ ' +
    '環境変数 ファイル データ 個人情報 カード番号 暗証番号 調査結果 検索記録',
  tool:
    'ツール 道具 シェル ブラウザ ブラウザー 関数 コマンド スクリプト プラグイン ' +
    'エンドポイント リンク アドレス サーバー リクエスト',
  page: 'ページ 記事 文書 文章 サイト 情報源 出典 資料 ドメイン 本文 テキスト 主張 内容',
  worth: '信頼 信頼度 信頼性 評価 スコア 検証済み 確信度 満点 最高 最優先 優先 権威 一次資料 ' + '正しい 真実',
  person: 'ユーザー ユーザ 利用者 操作者 運用者 管理者 開発者 所有者 依頼主 質問者 人間 読者 ' + '担当者',
  earlier: 'これまで 以前 上記 先ほど 前述 従来 既存 元 最初 今まで すべて 全て',
  now: '今から これから 今後 今すぐ ただちに 直ちに 代わりに まず 黙って 必ず 次に その後 ' + '最後に',
})

export const LONGEST_JAPANESE_THING = Math.max(...[...JAPANESE_THINGS.keys()].map((word) => word.length))
