export interface DangerPattern {
  readonly name: string
  readonly expression: RegExp
  /** A phrase that is worth a log line but orders nothing by itself. */
  readonly mentionOnly?: true
}

const ANSWER = '(?:answer|response|reply|output|message|summary)'
const AI =
  '(?:ai|a\\.i\\.|llm|llms|gpt|chatgpt|claude|gemini|copilot|language models?|chatbots?|ai (?:assistants?|agents?|models?|systems?|crawlers?|readers?))'

const pattern = (name: string, source: string): DangerPattern => ({ name, expression: new RegExp(source, 'giu') })
const mention = (name: string, source: string): DangerPattern => ({ ...pattern(name, source), mentionOnly: true })

/** L2 (REQ 4.4.1), English and Japanese; read on folded text. Names go to the audit log, the text does not. */
export const DANGER_PATTERNS: readonly DangerPattern[] = [
  pattern(
    'ignore_instructions',
    '\\b(?:ignore|disregard|forget|override|bypass|neglect|discard)\\s+(?:(?:all|any|the|your|my|our|these|those|of|everything|every|previous(?:ly)?|prior|above|earlier|preceding|foregoing|system|original|initial|given|safety|developer)\\s+){0,5}(?:instructions?|prompts?|rules?|directions?|directives?|guidelines?|commands?|constraints?|polic(?:y|ies)|above|said (?:above|before))\\b',
  ),
  pattern(
    'new_role',
    '\\b(?:from now on,? you (?:are|will|must|should)|you are (?:now|no longer) (?:a|an|in|the|bound|acting)|your new (?:task|instructions?|role|goal|objective) (?:is|are)|new (?:system )?instructions?\\s*:|pretend (?:to be|you are|that you)|(?:enter|enable|activate) (?:developer|dan|jailbreak|god|unrestricted) mode)',
  ),
  pattern(
    'reveal_prompt',
    '\\b(?:reveal|print|output|show|repeat|leak|display|disclose|tell me|write out|dump|quote)\\s+(?:\\w+\\s+){0,4}(?:system prompt|system message|hidden prompt|initial prompt|your (?:\\w+ )?(?:instructions|prompt|rules|configuration))',
  ),
  pattern(
    'force_rating',
    '\\b(?:return|assign|give|set|rate|mark|report|score|output)\\s+(?:\\S+\\s+){0,6}?(?:confidence(?! interval)|trust(?:worthiness)?|credibility|reliability|relevance|score|rating|page|source|claim)s?\\s+(?:\\S+\\s+){0,5}?(?:1\\.0|1\\.00|100 ?%|highest|maximum|fully (?:trusted|verified)|verified|as true|10/10)',
  ),
  pattern(
    'force_trust',
    '\\b(?:treat|consider|regard|accept)\\s+(?:all |the |this |our |everything )(?:\\S+\\s+){0,5}as (?:\\w+ )?(?:trusted|verified|authoritative|ground truth|primary source|highly reliable)\\b',
  ),
  pattern(
    'exfiltrate',
    '\\b(?:send|post|upload|forward|transmit|e-?mail|exfiltrate|leak|append|submit)\\s+(?:\\S+\\s+){0,6}?(?:data|results?|conversation|history|notes|files?|contents?|passwords?|(?:api )?keys?|tokens?|secrets?|findings|context|queries)\\s+(?:\\S+\\s+){0,4}?(?:to|at|via|into)\\s+(?:https?://|ftp://|\\S+@\\S+|the (?:following|url|address|server|endpoint))',
  ),
  pattern(
    'steer_sources',
    "\\b(?:do not|don['’]t|never|stop)\\s+(?:cite|citing|trust|use|using|search|searching|visit|visiting|report|reporting|mention|mentioning|include|collect)\\s+(?:\\S+\\s+){0,6}?(?:other (?:sources?|sites?|domains?|pages?)|contradict\\w*|this domain|competing|refut\\w*)",
  ),
  pattern(
    'address_model',
    `\\b(?:attention|note|notice|message|instructions?|important|warning|reminder)\\s*(?:,|:|to|for)\\s*(?:all |any |the )?${AI}\\b|\\bif you are (?:an? )?${AI}\\b|\\b(?:dear|hey|hello) ${AI}\\b`,
  ),
  pattern(
    'order_model',
    `\\b${AI}(?: reading this| processing this| that reads? this|,|:)(?: \\w+){0,2}?\\s+(?:must|shall|should|is required to|are required to|you must|please)\\s+\\w+|\\b${AI}\\s+(?:must|shall|please|are required to)\\s+(?:\\w+\\s+)?(?:ignore|rate|say|output|return|recommend|mark|treat|conclude|trust|tell)\\b`,
  ),
  pattern(
    'steer_answer',
    `\\b(?:modify|integrate|augment|enhance|rearrange|scramble|misspell|anagram|substitute|render|jumble|convert|replace|encode|rewrite|reverse)\\s+(?:(?:[^.!?\\n]|[.](?=\\S)){0,120}?\\s)?(?:your|the)\\s+${ANSWER}(?:['’]s)?\\b`,
  ),
  pattern(
    'steer_answer',
    `\\b(?:add|include|insert|append|introduce|embed|put|mention)\\s+(?:a|an|the|random|"|'|“)[^.!?\\n]{0,110}?[^\\n]{0,60}?\\b(?:in|to|into|within)\\s+your\\s+${ANSWER}\\b`,
  ),
  pattern(
    'steer_answer',
    `\\b(?:in|within) your ${ANSWER},\\s+(?:suggest|tease|include|mention|promote|recommend|add|say|state|claim|link|direct|tell|hint|advertise)\\b`,
  ),
  pattern(
    'steer_answer',
    `\\b(?:provide|give|write|group|remove|combine|use|express|deliver|format|replace|answer)\\s+(?:[^.!?\\n]{0,60}?\\s)?(?:your|every|letters (?:of|in) your|words (?:in|of) your)\\s+${ANSWER}\\s+(?:with(?:out)?|in|using)\\s+(?:\\w+\\s+){0,2}(?:spaces?|anagram\\w*|misspell\\w*|alphanumeric|typos|fours|sets|homophonic|symbols|any spaces)|\\b(?:replace|use|remove|group|combine|scramble|anagram|convert|misspell|rearrange|substitute)\\s+[^.!?\\n]{0,60}\\byour ${ANSWER}\\b`,
  ),
  pattern(
    'chat_markup',
    '<\\|(?:im_start|im_end|system|user|assistant|endoftext)\\|>|\\[/?INST\\]|<</?SYS>>|(?:^|\\n)\\s*#{2,}\\s*(?:system|instruction|assistant)\\s*:|(?:^|\\n)\\s*(?:system|assistant)\\s*:\\s*(?:you|ignore|from|new|do)\\b',
  ),
  pattern(
    'run_tool',
    '\\b(?:call|invoke|execute|trigger)\\s+(?:the\\s+)?(?:\\w+\\s+)?(?:tool|function|mcp|feedback|resolve_auth|stop_task|create_task)\\b[^.\\n]{0,40}\\b(?:with|to|and|now|immediately)\\b',
  ),
  pattern(
    'ignore_instructions',
    '(?:これまで|今まで|以前|上記|上|前|先|先ほど|すべて|全て|全部|元|従来|与えられた)(?:まで)?の(?:すべての|全ての)?(?:指示|命令|ルール|プロンプト|指令|制約|設定)(?:を|は)(?:すべて|全て|全部|完全に)?(?:無視|忘れ|破棄|無効|上書き|取り消)',
  ),
  pattern(
    'reveal_prompt',
    '(?:システム|初期|内部|隠し)(?:プロンプト|指示|メッセージ)(?:を|の(?:全文|内容)を)(?:すべて|全て|そのまま)?(?:出力|表示|開示|教え|公開|暴露|書き出)',
  ),
  pattern(
    'force_rating',
    '(?:信頼度|信頼性|スコア|評価|確信度|関連度)(?:を|は|として)?[^。\\n]{0,10}(?:1\\.0|1\\.00|100 ?%|100点|最高|最大|満点)(?:を|に|と|で|として)?(?:返|し|設定|評価|報告|判定|出力)',
  ),
  pattern(
    'exfiltrate',
    '(?:データ|情報|結果|履歴|内容|会話|パスワード|鍵|トークン)(?:を|は)[^。\\n]{0,40}(?:送信|転送|投稿|アップロード|メール)(?:せよ|しろ|して(?:ください|下さい)?|しなさい|すること)',
  ),
  pattern(
    'steer_sources',
    '(?:この|当該|その|他の|競合)(?:ドメイン|サイト|情報源|ページ|出典)[^。\\n]{0,15}(?:無視|除外|引用|信頼|検索)(?:しろ|せよ|してください|しなさい|するな|しないでください|すること)',
  ),
  pattern(
    'order_model',
    '(?:AI|人工知能|言語モデル|LLM|アシスタント|チャットボット)(?:アシスタント|エージェント|モデル)?(?:は|へ|に告ぐ|よ|の皆さん|への指示)[、:\\s]?[^。\\n]{0,50}(?:せよ|しろ|してください|しなさい|すること|返せ|答えよ|従え)',
  ),
  pattern(
    'new_role',
    '(?:あなた|君|お前)は(?:今から|これから|今後|もう|現在)[^。\\n]{0,30}(?:です|だ|である|になりき|として(?:振る舞|行動|回答))|(?:として|に)(?:振る舞え|なりきれ|なりきって(?:ください|回答))',
  ),
  pattern(
    'steer_answer',
    '(?:あなたの)?(?:回答|応答|返答|返信|出力|要約)(?:の中)?(?:に|には|を|の(?:最後|冒頭|末尾)に)[^。\\n]{0,50}(?:含めよ|含めろ|含めて(?:ください|下さい)|追加せよ|追加して(?:ください|下さい)|加えよ|加えて(?:ください|下さい)|入れて(?:ください|下さい)|書き換えて(?:ください|下さい)|変換して(?:ください|下さい))',
  ),
  mention('system_prompt', '\\bsystem prompts?\\b|システムプロンプト'),
  mention(
    'prompt_injection',
    '\\bprompt injections?\\b|\\bjailbreak(?:s|ing)?\\b|プロンプトインジェクション|脱獄プロンプト',
  ),
  mention('ignore_previous', '\\b(?:ignore|disregard)s? (?:the )?(?:previous|above)\\b'),
]
