/**
 * `strong`: nobody but an attacker writes it to a reader. `weak`: an order that a manual or a form may give as well; it
 * needs company to be taken for an attack. `mention`: worth a log line, orders nothing by itself.
 */
interface DangerPattern {
  readonly name: string
  readonly expression: RegExp
  readonly strength: 'strong' | 'weak' | 'mention'
}

const ANSWER = '(?:answer|response|reply|output|message|summary)'
const AI =
  '(?:ai|a\\.i\\.|llm|llms|gpt|chatgpt|claude|gemini|copilot|language models?|chatbots?' +
  '|ai (?:assistants?|agents?|models?|systems?|crawlers?|readers?))'
/** 〜すること ends an order; することができる, することは are no more than a noun. */
const END = 'こと(?![がをはでにもやの、])'
/** Not "AI researchers": the model itself. */
const NO_NOUN_AFTER =
  '(?=\\s*[^\\p{L}\\s]|\\s*$|\\s+(?:reading|processing|visiting|that|who|which|and|or|you|please|must|should|shall)\\b)'
/** Not `a call`, `the call`: the noun. */
const NO_NOUN = '(?<!\\b(?:an?|the|this|its)\\s)'
/** The end of a plain order, and of a request. */
const DO = `(?:せよ|しろ|しなさい|する${END})`
const PLEASE = 'して(?:ください|下さい)'
const EARLIER =
  'all|any|the|your|my|our|these|those|sets?|of|everything|every|previous(?:ly)?|prior|above|earlier' +
  '|preceding|foregoing|system|original|initial|given|safety|developer'
const DATA_JA = 'データ|情報|結果|履歴|内容|会話|パスワード|鍵|トークン'
const BEFORE_JA = 'これまで|今まで|以前|上記|上|前|前述|上述|先述|先|先ほど|すべて|全て|全部|元|従来|既存|与えられた'
const RULES_JA = '指示|命令|ルール|プロンプト|指令|制約|設定'
const RULES = 'instructions?|prompts?|rules?|directions?|directives?|guidelines?|commands?|constraints?|polic(?:y|ies)'

const made =
  (strength: DangerPattern['strength']) =>
  (name: string, source: string): DangerPattern => ({ name, expression: new RegExp(source, 'giu'), strength })
const strong = made('strong')
const weak = made('weak')
const mention = made('mention')

/** Spoken to the model that reads, in the sentence of a weak pattern. */
export const ADDRESSES_AI = new RegExp(
  '\\b(?:dear|hey|hello|attention|note to|instructions? (?:to|for)|message (?:to|for)) (?:all |any ' +
    `|the )?${AI}\\b|\\b${AI}(?: reading this| processing this| that reads? this` +
    `|\\s*[,:](?=\\s*(?:you|please|do)\\b))|\\bas an? ${AI}\\b|(?:AI|人工知能|言語モデル|LLM)(?:アシスタント|エージェント|モデル)?(?:は` +
    '|へ|よ|に告ぐ|の皆さん|への指示)',
  'iu',
)

/**
 * L2 (REQ 4.4.1), English and Japanese; read on folded text. Names go to the audit log, the text does not. A new rule
 * is one entry here; several entries may share a name.
 */
export const DANGER_PATTERNS: readonly DangerPattern[] = [
  strong(
    'ignore_instructions',
    '\\b(?:ignore|disregard|forget|override|bypass|neglect' +
      `|discard)\\s+(?:(?:(?:${EARLIER})\\s*){1,6}(?:${RULES})\\b|(?:instructions|prompts|directives)\\b` +
      `|(?:(?:${EARLIER})\\s*){0,6}(?:above(?=\\s*(?:[.,;:!?]|$|and\\b|then\\b|or\\b|text\\b|contents?\\b))` +
      '|said (?:above|before)\\b|what(?:ever)? you (?:were|have been) told\\b))',
  ),
  strong(
    'ignore_instructions',
    `\\b(?:do not|don['’]t|never|stop|cease|quit)\\s+(?:follow(?:ing)?|obey(?:ing)?|comply(?:ing)? with` +
      `|heed(?:ing)?|listen(?:ing)? to)\\s+(?:(?:${EARLIER})\\s+){0,4}(?:previous|prior|above|earlier|preceding` +
      `|your|system|original|initial)\\s+(?:${RULES})\\b`,
  ),
  weak(
    'ignore_messages',
    `\\b(?:ignore|disregard|forget)\\s+(?:(?:${EARLIER})\\s+){0,4}(?:previous|prior|above|earlier` +
      '|preceding)\\s+(?:messages?|texts?|contents?|conversations?|context|inputs?)\\b',
  ),
  // Letters set apart and put together again have lost the spaces between their words.
  strong('ignore_instructions', `\\b(?:ignore|disregard|forget|override|bypass)(?:${EARLIER}){2,6}(?:${RULES})`),
  strong(
    'reveal_prompt',
    '\\b(?:reveal|print|output|show|repeat)(?:me|us|the|your|full|whole|entire){1,4}systemprompt',
  ),
  weak(
    'new_role',
    '\\b(?:from now on,? you (?:are|will|must|should)|you are (?:now|no longer) (?:a|an|in|the' +
      '|bound by (?:\\w+ ){0,3}(?:rules|instructions|guidelines|policies|prompts?|restrictions)|acting)\\b' +
      '|your new (?:task|instructions?|role|goal|objective) (?:is|are)|new (?:system )?instructions?\\s*:' +
      '|pretend (?:to be|you are|that you)|(?:enter|enable|activate) (?:dan|jailbreak|god|unrestricted) mode)',
  ),
  strong(
    'reveal_prompt',
    '\\b(?:reveal|print|output|show|repeat|leak|display|disclose|tell me|write out|dump' +
      '|quote)\\s+(?:\\w+\\s+){0,4}(?:system prompt|system message|hidden prompt|initial prompt' +
      '|your (?:\\w+ )?(?:instructions|prompt|rules|configuration))',
  ),
  // Said of the page or its claims it is the threat that REQ 4.4.1 names first; a form may ask for a rating as well.
  strong(
    'force_rating',
    '\\b(?:return|assign|give|set|rate|mark|score|output|treat)\\s+(?:(?:\\S+\\s+){0,6}?(?:confidence' +
      '|trust(?:worthiness)?|credibility)(?: (?:score|rating|level|value))?\\s+(?:\\S+\\s+){0,3}?1\\.00?\\b' +
      '(?:\\s+\\S+){0,2}?\\s+(?:this|every|all|each)\\s+|(?:this|every|all|each)\\s+(?:page|site|source|text' +
      '|article|document|claim)s?\\s+(?:\\S+\\s+){0,5}?(?:confidence|trust(?:worthiness)?' +
      '|credibility)(?: (?:score|rating|level|value))?\\s+(?:\\S+\\s+){0,3}?1\\.00?\\b)',
  ),
  weak(
    'force_rating',
    '\\b(?:return|assign|give|set|rate|mark|report|score' +
      '|output)\\s+(?:\\S+\\s+){0,6}?(?:confidence(?! interval)|trust(?:worthiness)?|credibility|reliability' +
      '|relevance|score|rating|page|source|claim)s?\\s+(?:\\S+\\s+){0,5}?(?:1\\.0|1\\.00|100 ?%|highest|maximum' +
      '|fully (?:trusted|verified)|verified|as true|10/10)',
  ),
  // What an agent has and a person is not asked for, sent to an address.
  strong(
    'exfiltrate',
    '\\b(?:send|post|upload|forward|transmit|exfiltrate|leak|submit)\\s+(?:(?:all|any|the|your|every|of' +
      '|its)\\s+){0,4}(?:collected|gathered|research|conversation|chat|internal|confidential|secret' +
      '|api)\\s+(?:\\S+\\s+){0,4}?(?:to|at|via|into)\\s+(?:https?|ftp)://',
  ),
  weak(
    'exfiltrate',
    '\\b(?:send|post|upload|forward|transmit|e-?mail|exfiltrate|leak|append' +
      '|submit)\\s+(?:\\S+\\s+){0,6}?(?:data|results?|conversation|history|notes|files?|contents?|passwords?' +
      '|(?:api )?keys?|tokens?|secrets?|findings|context|queries)\\s+(?:\\S+\\s+){0,4}?(?:to|at|via' +
      '|into)\\s+(?:https?://|ftp://|\\S+@\\S+|the (?:following|url|address|endpoint))',
  ),
  strong(
    'steer_sources',
    "\\b(?:do not|don['’]t|never|stop)\\s+(?:cite|citing|trust|search|searching|visit|visiting|report" +
      '|reporting|mention|mentioning|collect)\\s+(?:\\S+\\s+){0,3}?other (?:sources?|sites?|domains?' +
      '|pages?)\\b[^.!?\\n]{0,60}?\\b(?:contradict|refute|disagree with' +
      '|against)\\w*\\s+(?:\\w+\\s+){0,2}?(?:page|site|article|domain|source|us)\\b',
  ),
  weak(
    'steer_sources',
    "\\b(?:do not|don['’]t|never|stop)\\s+(?:cite|citing|trust|use|using|search|searching|visit|visiting" +
      '|report|reporting|mention|mentioning|include|collect)\\s+(?:\\S+\\s+){0,6}?(?:other (?:sources?|sites?' +
      '|domains?|pages?)|contradict\\w*|this domain|competing|refut\\w*)',
  ),
  weak(
    'address_model',
    '\\b(?:attention|note|notice|message|instructions?|important|warning|reminder)\\s*(?:to|for)\\s*(?:all ' +
      `|any |the )?${AI}${NO_NOUN_AFTER}|\\b(?:attention|note|notice|message|important|warning` +
      `|reminder)\\s*[,:]\\s*(?:all |any |the )?${AI}(?=\\s*[,:!]|\\s+(?:must|should|shall|please|reading` +
      `|that read))|\\bif you are (?:an? )?${AI}(?=\\s*(?:[,:.;]|$)|\\s+(?:reading|processing|visiting|that` +
      '|then|you|please|crawling|summari[sz]ing)\\b)|\\b(?:dear|hey|hello) (?!claude' +
      `|gemini)${AI}${NO_NOUN_AFTER}`,
  ),
  strong(
    'order_model',
    `\\b${AI}(?: reading this| processing this| that reads? this)(?: \\w+){0,2}?(?:\\s*[,:])?\\s+(?:must|shall` +
      '|should|is required to|are required to|you must|please)\\s+\\w+' +
      `|\\b(?!claude|gemini)${AI}\\s*[,:]\\s+(?:you (?:must|shall|should)|please|must|shall)\\s+\\w+` +
      `|\\b${AI}\\s+(?:must|shall|please|are required to)\\s+(?:\\w+\\s+)?(?:ignore|rate|say|output|return` +
      '|recommend|mark|treat|conclude|trust|tell)\\b[^.!?\\n]{0,80}\\b(?:this (?:page|site|source|text|article' +
      '|domain|document|claim|product|company)|every claim|1\\.0|verified|instructions?|other sources)',
  ),
  weak(
    'steer_answer',
    '\\b(?:modify|integrate|augment|enhance|rearrange|scramble|misspell|anagram|substitute|render|jumble' +
      '|convert|replace|encode|rewrite|reverse)\\s+(?:(?:[^.!?\\n]|[.](?=\\S)){0,120}?\\s)?(?:your' +
      `|the)\\s+${ANSWER}(?:['’]s)?\\b`,
  ),
  weak(
    'steer_answer',
    `\\b(?:add|include|insert|append|introduce|embed|put|mention)\\s+(?:a|an|the|random|"|'` +
      `|“)(?:[^.!?\\n]{0,170}?|[^.!?\\n]{0,169}[.!?][^\\n]{0,59}?)\\b(?:in|to|into|within)\\s+your\\s+${ANSWER}\\b`,
  ),
  weak(
    'steer_answer',
    `\\b(?:in|within) your ${ANSWER},\\s+(?:suggest|tease|include|mention|promote|recommend|add|say|state` +
      '|claim|link|direct|tell|hint|advertise)\\b',
  ),
  weak(
    'steer_answer',
    '\\b(?:provide|give|write|group|remove|combine|use|express|deliver|format|replace' +
      '|answer)\\s+(?:[^.!?\\n]{0,60}?\\s)?(?:your|every|letters (?:of|in) your' +
      `|words (?:in|of) your)\\s+${ANSWER}\\s+(?:with(?:out)?|in|using)\\s+(?:\\w+\\s+){0,2}(?:spaces?` +
      '|anagram\\w*|misspell\\w*|alphanumeric|typos|fours|sets|homophonic|symbols|any spaces)' +
      '|\\b(?:replace|use|remove|group|combine|scramble|anagram|convert|misspell|rearrange' +
      `|substitute)\\s+[^.!?\\n]{0,60}\\byour ${ANSWER}\\b`,
  ),
  strong(
    'chat_markup',
    '<\\|(?:im_start|im_end|system|user|assistant|endoftext)\\|>|\\[/?INST\\]|<</?SYS>>' +
      '|(?:^|\\n)[^\\S\\n]*#{2,}[^\\S\\n]*(?:system|instruction|assistant)[^\\S\\n]*:' +
      '|(?:^|\\n)[^\\S\\n]*(?:system|assistant)[^\\S\\n]*:\\s*(?:you (?:are|must|will|should|have been)|ignore' +
      '|from now|new (?:instructions?|tasks?|rules?)|do not)\\b',
  ),
  strong(
    'run_tool',
    `${NO_NOUN}\\b(?:call|invoke|execute|trigger|use)\\s+(?:the\\s+)?(?:\\w+\\s+)?(?:mcp|feedback` +
      '|resolve_auth|stop_task|create_task|calibrate|query_graph)(?:\\s+(?:tool|function))\\b' +
      `|${NO_NOUN}\\b(?:call|invoke|execute|trigger)\\s+(?:the\\s+)?(?:resolve_auth|stop_task|create_task` +
      '|query_graph)\\b',
  ),
  weak(
    'run_tool',
    `${NO_NOUN}\\b(?:call|invoke|execute|trigger)\\s+(?:the\\s+)?(?:\\w+\\s+)?(?:tool|mcp` +
      '|feedback)\\b[^.\\n]{0,40}\\b(?:with|to|and|now|immediately)\\b',
  ),
  strong(
    'ignore_instructions',
    `(?:${BEFORE_JA})(?:まで)?の(?:すべての|全ての)?(?:${RULES_JA})(?:(?:を|は)(?:すべて|全て|全部|完全に)?(?:無視|忘れ` +
      `|(?:破棄|上書き|取り消し?|無効化)(?:${DO}|${PLEASE})|無効に(?:${DO}|${PLEASE}))` +
      '|に(?:は|もう|一切|決して){0,2}(?:従わないで(?:ください|下さい)|従うな|従わなくて(?:よい|いい)|従ってはならない))',
  ),
  strong('ignore_instructions', `(?<!の)(?:指示|命令|プロンプト)を(?:すべて|全て|全部|完全に)?無視(?:${DO}|${PLEASE})`),
  strong(
    'ignore_instructions',
    '(?:上記|以上|前述|上述|これまで|ここまで)の(?:内容|文章|テキスト|文|会話|メッセージ)(?:を|は)(?:すべて|全て|全部' +
      `|完全に)?(?:無視(?:${DO}|して(?=$|[、。\\s]|ください|下さい))|忘れ(?:ろ|よ|なさい|て(?:ください|下さい)))`,
  ),
  strong(
    'reveal_prompt',
    '(?:システム|初期|内部|隠し)(?:プロンプト|指示|メッセージ)(?:を|の(?:全文|内容)を)(?:すべて|全て|そのまま|最初に|まず|先に|ここに|全文|[、,]){0,3}(?:出力|表示' +
      '|開示|教え|公開|暴露|書き出|見せ(?:ろ|よ|て|なさい)|示せ|示して|述べよ|吐き出)',
  ),
  strong(
    'force_rating',
    '(?:信頼度|信頼性|スコア|評価|確信度|関連度)(?:を|は|として)?[^。\\n]{0,10}(?:1\\.\\s?0|100 ?%|100点|最高|最大|満点)(?:を|に|と|で' +
      `|として)?(?:返(?:せ|しなさい|す${END}|して(?:ください|下さい))|(?:設定|評価|報告|判定|出力)?(?:${DO}|${PLEASE}))`,
  ),
  strong('exfiltrate', `(?:${DATA_JA})(?:を|は)[^。\\n]{0,40}(?:送信|転送|投稿|アップロード|メール)${DO}`),
  weak('exfiltrate', `(?:${DATA_JA})(?:を|は)[^。\\n]{0,40}(?:送信|転送|投稿|アップロード|メール)${PLEASE}`),
  strong(
    'exfiltrate',
    `(?:${DATA_JA})(?:を|は)[^。\\n]{0,20}?(?:https?://|外部|URL)[^。\\n]{0,80}?(?:送れ|送って(?:ください|下さい)|送りなさい` +
      `|送る${END}|送付(?:せよ|しろ|${PLEASE}))`,
  ),
  strong(
    'steer_sources',
    `(?:この|当該|その|他の|競合)(?:ドメイン|サイト|情報源|ページ|出典)[^。\\n]{0,15}(?:無視|除外|引用|信頼|検索)(?:${DO}|するな)`,
  ),
  weak(
    'steer_sources',
    `(?:この|当該|その|他の|競合)(?:ドメイン|サイト|情報源|ページ|出典)[^。\\n]{0,15}(?:無視|除外|引用|信頼|検索)(?:${PLEASE}|しないで(?:ください|下さい))`,
  ),
  mention('system_prompt', '\\bsystem prompts?\\b|システムプロンプト'),
  mention(
    'prompt_injection',
    '\\bprompt injections?\\b|\\bjailbreak(?:s|ing)?\\b|プロンプトインジェクション|脱獄プロンプト',
  ),
  mention('ignore_previous', '\\b(?:ignore|disregard)s? (?:the )?(?:previous|above)\\b'),
]
