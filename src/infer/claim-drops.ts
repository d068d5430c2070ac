import { detectDanger } from '../guard/l2-input-cleaning.ts'
import { hasKnownVerb, hasPredicate } from './claim-cues.ts'
import { isJapanese } from './rules/words.ts'

const LENGTH = { english: { least: 25, most: 420 }, japanese: { least: 12, most: 220 } }

const QUESTION = /^(?:what|how|why|who|which|whether)\b|[?？]["'”’」』）)]*$|(?:でしょうか|ますか|ですか|のか)[。」]?$/i

const BOILERPLATE =
  /\b(?:cookies?|subscribe|newsletter|sign (?:up|in)|log ?in|all rights reserved|copyright|©|privacy policy|terms of (?:use|service)|click (?:here|to)|read more|share (?:this|on)|follow us|advertisement|sponsored|skip to|menu|site map|javascript (?:is|must)|your browser|contact us|view (?:all|more)|download (?:pdf|the pdf)|cited by|doi:|issn|related articles)\b|クッキー|メルマガ|会員登録|ログイン|無断転載|著作権|プライバシーポリシー|利用規約|続きを読む|こちらをクリック|詳しくはこちら|シェアする|お問い合わせ|サイトマップ|広告|関連記事|JavaScriptを有効/i

/** How a study was done, not what it found. */
const METHODS_ENGLISH =
  /^METHODS?\b|^DESIGN\b|^MATERIALS AND METHODS\b|^(?:(?:methods?|design|setting|participants|here(?:in)?,?|objectives?|aims?|purpose|background|introduction)\b[:.]?\s*)?(?:we|the (?:authors?|investigators|researchers|team))\s+(?:\w+ly\s+|therefore\s+|then\s+|also\s+|will\s+)?(?:discuss\w*|generat\w*|characteri[sz]\w*|develop\w*|report the|enrol+ed|recruit\w*|randomi[sz]\w+|search\w*|collect\w*|includ\w*|exclud\w*|measur\w*|assess\w*|analy[sz]\w*|us(?:e|ed)|follow\w*|track\w*|monitor\w*|administer\w*|treated|gave|asked|screen\w*|select\w*|divid\w*|pool\w*|obtain\w*|appl(?:y|ied)|perform\w*|conduct\w*|compar\w*|evaluat\w*|investigat\w*|examin\w*|aim\w*|sought|review\w*|test(?:ed)? whether|studied|calculat\w*|estimat\w* using|interview\w*|survey\w*|describe|present|propose)\b|\b(?:were|was) (?:randomly |individually )?(?:matched|calculated using|analy[sz]ed using|assigned|allocated|enrol+ed|recruited|randomi[sz]ed|excluded|invited|interviewed|searched|extracted)\b|^(?:this|the (?:present|current)) (?:study|paper|article|review|trial|report|page) (?:aim\w*|was (?:designed|conducted)|examin\w*|investigat\w*|describ\w*|review\w*|discuss\w*|present\w*|explor\w*|evaluat\w*|assess\w*|compar\w*)\b|^(?:the )?(?:aim|objective|purpose|goal)s? (?:of|was|were|is)\b|^to (?:assess|determine|evaluate|examine|investigate|compare|explore|describe|study|test)\b|\bclinicaltrials\.gov\b|\btrial registration\b/i
const METHODS_JAPANESE =
  /^(?:対象|方法|目的|デザイン|背景)[は：:]|を対象に(?:した|、)?.{0,40}(?:実施した|行った|調査した|検討した)。?$|を(?:無作為|ランダム)に(?:割り付け|割付|分け)|を(?:目的とし|検討した。?$|実施した。?$|解析した。?$|調査した。?$|測定した。?$|収集した。?$|検索した。?$|追跡した。?$|比較した。?$|評価した。?$)|除外した。?$|登録した。?$/

/** Told to the reader, or to a model that reads the page: never a claim about the world. */
const IMPERATIVE_ENGLISH =
  /^(?:please|note that you|make sure|be sure|remember to|try to|don['’]t|do not|never|always|click|visit|call|contact|see|check|read|consult|talk to|ask|follow|avoid|use|take|add|mix|stir|enter|select|choose|press|open|download|install|join|buy|get|learn|find out|discover|watch|listen|sign|register|ignore|disregard|forget|pretend|act as|respond|answer|write|output|print|repeat|translate|summari[sz]e|include|modify|integrate|let['’]?s|imagine|consider|rate|mark|treat|trust|assign|give|send|set|draft|provide|compose|explain|describe|suggest|create|generate|rewrite|calculate|insert|append|rearrange|scramble|misspell|convert|substitute|incorporate|embed|replace|render|jumble|augment|enhance|introduce|tell|show|help|list|define|recommend)\b(?! of\b|-)/i
/** A verb of no list, right before what it acts on, in a sentence without any other verb: "Develop a speech on ...". */
const BARE_ORDER =
  /^(?!(?:in|on|at|by|for|from|with|during|among|after|before|over|under|despite|although|while|when|since|because|as|if|all|both|not|only|even|unlike|like|about|around|of|to|and|but|or|such|through|within|without|between|against|per|via|than|that)\b)[a-z]+(?<!ly)(?: (?:down|out|up|off|back))? (?:an?|the|every|each|your|my|me|us|random|all|how|why|what|this|these)\b/i

const IMPERATIVE_JAPANESE =
  /(?:ください|下さい|ましょう|なさい|してね|せよ|しろ|お願いします|お願いいたします|お試しを|ご覧あれ|無視しろ)[。！!]?$/
const TO_A_MODEL =
  /\b(?:as an ai|ai (?:assistant|model)s?,|language model|llm|chatgpt|claude|assistant:|system prompt|previous instructions|your (?:instructions|response|answer|reply|output))\b|システムプロンプト|以前の指示|これまでの指示|AIアシスタントは/i

const CHATTER_ENGLISH =
  /^(?:i|i['’](?:m|ve|ll|d)|my|me)\b|^(?:well|so|ok|okay|hi|hello|thanks|thank you|welcome|hey|wow|yes|no|anyway)\b[,!. ]|\b(?:my (?:wife|husband|friend|mom|dad|favou?rite)|i (?:love|hate|guess|was like|remember)|lol|haha)\b/i
const CHATTER_JAPANESE =
  /^(?:私は|僕は|俺は|わたしは|こんにちは|はじめまして|皆さん|みなさん)|(?:ですよね|だよね|なんですよ|ました！|笑)[。！!]?$/

/** Told by nobody in particular: the source passes it on and does not assert it. */
const HEARSAY_ENGLISH =
  /^(?:you|many|some|most|a lot of|lots of)\b(?: people| readers| websites| sites)?(?: (?:may|might|will|could))?(?: have)?(?: (?:often|already|probably|also))? (?:read|heard|seen|been told|believe|think|say|claim|swear|insist)\b|^it (?:is|was|has been) (?:often |widely |commonly |sometimes |frequently |popularly )?(?:said|claimed|rumou?red|alleged|touted|believed) (?:that|to)\b|\b(?:rumou?rs?|legend|folklore|hearsay|word of mouth) (?:has it|says?|claims?|that)\b|^there (?:is|are|have been) (?:\w+ )?(?:claims?|rumou?rs?|stories|talk)\b|^people (?:say|claim|often say)\b|\bi (?:have |had )?(?:read|heard)\b/i
const HEARSAY_JAPANESE =
  /(?:という|といった|との)(?:話|噂|うわさ|声|口コミ|評判|俗説|通説)(?:が|も|を)|と(?:言われ|いわれ|噂され|信じられ|宣伝され)て(?:いる|います|いた|きた)|といいます。?$|らしい(?:です)?。?$|(?:聞いた|読んだ)ことがある/

/** What ought to be studied next, or where the text appeared: true of nearly every paper, and of no subject. */
const ABOUT_THE_PAPER =
  /\b(?:further|more|additional|future|larger|longer|larger-scale)\b[^.]{0,60}\b(?:stud(?:y|ies)|trials?|research|investigations?|work|data)\b[^.]{0,40}\b(?:needed|required|warranted|necessary|should)\b|\bremains? to be (?:seen|determined|elucidated|established)\b|\b(?:paper|article|study|report|review|findings?|results?)\b[^.]{0,30}\b(?:was|were|is|are|has been|have been) (?:first |recently )?published\b|(?:今後|さらなる|更なる|追加の)[^。]{0,20}(?:研究|検討|検証|試験|調査)[^。]{0,10}(?:必要|望まれ|期待|求められ)|(?:論文|研究|成果|報告|記事)[^。]{0,20}(?:に|で)(?:掲載|発表|公開)(?:され|した)/i

/** That something is or was to be found out is no finding. */
const INQUIRY =
  /\b(?:ask(?:s|ed)?|question (?:is|was)|assess(?:es|ed)?|examin(?:e[sd]?|ing)|investigat(?:e[sd]?|ing)|determin(?:e[sd]?|ing)|evaluat(?:e[sd]?|ing)|test(?:s|ed|ing)?|unclear|unknown|uncertain|not known)\b[^.]{0,60}\b(?:whether|if)\b(?!.*\b(?:found|show(?:s|ed|n)?|concluded|reported|but)\b)|(?:trial|study|research|investigation)s? (?:is|are) (?:needed|required|warranted|under way|ongoing)\b|かどうか(?:を|は|が)[^。]{0,20}(?:調べ|検討|評価|検証|不明|分かって|わかって)/i

/** A quotation whose speaker the sentence does not name. */
const BARE_QUOTATION = /^["“«「『][^"”»」』]*["”»」』]?$/

const FRAGMENTARY =
  /^[a-z]+(?![\p{L}\p{N}-])|^[(,;)]|^(?:and|or|but|which|that|because|such as|e\.g\.)\b|\.{3}$|…$|[:：]$/u

function isOrder(text: string): boolean {
  if (isJapanese(text)) return IMPERATIVE_JAPANESE.test(text)
  return IMPERATIVE_ENGLISH.test(text) || (BARE_ORDER.test(text) && !hasKnownVerb(text))
}

/** Neither asked, ordered nor passed on as hearsay: only such sentences may speak for or against a claim (L2). */
export function isStatement(sentence: string): boolean {
  const text = sentence.trim()
  if (QUESTION.test(text) || TO_A_MODEL.test(text)) return false
  if (HEARSAY_ENGLISH.test(text)) return false
  if (isOrder(text)) return false
  return !detectDanger(text).some(({ severity }) => severity === 'instruction')
}

/** Why a sentence is no claim; null when it may be one. */
export function dropReason(sentence: string): string | null {
  const text = sentence.trim()
  const japanese = isJapanese(text)
  const { least, most } = japanese ? LENGTH.japanese : LENGTH.english
  if (text.length < least) return 'too short'
  if (text.length > most) return 'too long'
  if (QUESTION.test(text)) return 'question'
  if (TO_A_MODEL.test(text) || detectDanger(text).some(({ severity }) => severity === 'instruction'))
    return 'instruction'
  if (isOrder(text)) return 'instruction'
  if (BOILERPLATE.test(text)) return 'boilerplate'
  if (japanese ? METHODS_JAPANESE.test(text) : METHODS_ENGLISH.test(text)) return 'methods only'
  if (japanese ? CHATTER_JAPANESE.test(text) : CHATTER_ENGLISH.test(text)) return 'first-person chatter'
  if (japanese ? HEARSAY_JAPANESE.test(text) : HEARSAY_ENGLISH.test(text)) return 'hearsay'
  if (ABOUT_THE_PAPER.test(text)) return 'about the publication'
  if (INQUIRY.test(text)) return 'inquiry, no finding'
  if (BARE_QUOTATION.test(text)) return 'quotation without a speaker'
  if (!japanese && FRAGMENTARY.test(text)) return 'not a whole sentence'
  if (letterShare(text) < 0.55) return 'not prose'
  if (!hasPredicate(text)) return 'no predicate'
  return null
}

function letterShare(text: string): number {
  const letters = text.match(/[\p{L}\s]/gu)?.length ?? 0
  return letters / text.length
}
