import { either } from './alternatives.ts'

const END = '[。！!」』]*$'

/** Verb forms that only order, forbid or ask for something. */
const ORDERING_ENDINGS = [
  'ください',
  '下さい',
  'ましょう',
  'なさい',
  'してね',
  'しろ',
  '[けせてねべめれげ]ろ',
  '(?:[えけげせてねべめれ]|せ)よ',
  'べし',
  '返せ',
  '(?:を|として|と)[^。、を]{0,6}\\p{Script=Han}[えけげせべめれ]',
  'るな',
  'すな',
  'ないで',
  'よう(?:に|お願い)',
  '(?:お|ご)?願い(?:します|いたします|致します|たい|申し上げます)',
  '願います',
  'されたい',
  '[てで](?:ほしい|欲しい|もらいたい|いただきたい|頂きたい|くれ)(?:です)?',
  'お試しを',
  'ご覧あれ',
  '(?:答え|返し|忘れ|無視し|出力し|評価し|報告し)て',
  '(?:答え|返し|忘れ|無視し|破棄し|削除し|省い|出力し)て(?:も)?(?:よい|良い|いい|構わない|かまわない)(?:です)?',
]
const ORDER = new RegExp(`${either(ORDERING_ENDINGS)}${END}`, 'u')

/** 「…を省くこと。」 tells what to do; 「高血圧とは、血圧が高い状態のこと。」 and 「課題は人手が足りないこと。」 define. */
const THING_TO_DO = new RegExp(`(?:[うくぐすつぬぶむる]|ない|設定の|厳守の)こと${END}`)
const DEFINES =
  /とは|(?:理由|原因|特徴|目的|課題|問題(?:点)?|背景|利点|欠点|条件|違い|結果|狙い|ねらい|ポイント|きっかけ|一つ|ひとつ|強み|弱み|要因|役割|意味)[^。]{0,10}[はが]/

/** A step of a recipe has no order's ending: 「鶏肉は一口大に切る。」 */
const COOKS = new RegExp(
  `(?:切る|炒める|煮る|煮込む|焼く|揚げる|[茹ゆ]でる|混ぜる|加える|入れる|散らす|ととのえる|整える|寝かせる|冷ます|熱する|ふる|かける|盛る|添える|こねる|のせる|蒸す|漬ける|すりおろす|刻む)${END}`,
)
const KITCHEN =
  /鍋|フライパン|一口大|薄切り|みじん切り|千切り|輪切り|乱切り|[弱中強]火|大さじ|小さじ|オーブン|レンジ|ボウル|皮をむ|こしょう|お好み|しんなり|きつね色|水気|器に/

/** A standard lays down things in the same form: 「その許容量をこえて含まないこと。」 */
const STEERED =
  /評価|判定|引用|要約|回答|出力|報告|記録|参照|無視|信頼|採用|言及|触れ|答え|表示|順位|出典|情報源|文献|論文|サイト|ページ|URL|本文|記述|結論|証拠|矛盾/

export function isJapaneseOrder(text: string): boolean {
  return (
    ORDER.test(text) ||
    (THING_TO_DO.test(text) && STEERED.test(text) && !DEFINES.test(text)) ||
    (COOKS.test(text) && KITCHEN.test(text))
  )
}
