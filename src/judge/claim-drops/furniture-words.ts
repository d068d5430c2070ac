/** Said by a page about itself, in whatever sentence it stands. */
export const SITE_PHRASES = [
  'all rights reserved',
  'click (?:here|to|on)',
  'read more (?:about|here|on|at)',
  'share (?:this (?:article|page|post|story)|on (?:facebook|twitter|linkedin))',
  'follow us',
  'skip to (?:main )?content',
  'site map',
  'javascript (?:is|must)',
  'your browser',
  'contact us',
  'download (?:pdf|the pdf)',
  'issn',
  'related articles',
  'free articles? (?:remaining|left|this)',
  'earn an? (?:affiliate )?commission',
  'affiliate links?',
  'independently (?:select|review)',
  'by our (?:editors|team|experts|writers|staff)',
  '(?:views|opinions) expressed (?:here|in this|are)',
  'by continuing to (?:use|browse)',
  'you agree to (?:our|the)',
  'our \\d+ partners',
  'information on (?:a|your) device',
  'this (?:story|article|post|page) (?:has been|was) (?:updated|corrected|originally published|last)',
  'continues? below (?:the )?ad(?:vertisement)?',
  'for other uses, see',
  'from wikipedia, the free encyclopedia',
  "in this (?:article|post|guide|section|chapter|video|tutorial)\\b,? (?:you|i|you['’]ll|we['’]ll" +
    '|we(?! (?:show|find|found|demonstrat|report|reveal)))',
  'later in the article for',
  'web plugin is required',
  'you (?:may|might) (?:also like|have missed|be interested)',
  '(?:is|are) an? (?:edited |lightly edited |full )?transcript of',
  'transcript (?:has been|was) edited',
  'appears? in print',
  'editorially independent',
  'comments? (?:are|is|have been|has been) (?:closed|disabled|moderated|turned off)',
  'awaiting moderation',
  'required fields',
  '(?:reached|used|exceeded) your (?:monthly |daily |free )*(?:limit|quota|allowance)',
]

/** What protects the one who speaks: a notice under an offer, a fund or a piece of advice. */
export const DISCLAIMERS = [
  'past performance (?:is|does|may|should|cannot|of any)',
  'forward-looking statements',
  'individual results (?:may|will|can|vary)',
  'necessarily (?:reflect|represent) (?:the|those|that|our)\\b',
  '(?:is|are) not (?:intended|meant|designed) (?:to (?:replace|substitute|diagnose|be|provide|constitute)' +
    '|as (?:an? )?(?:substitute|advice|replacement)|for (?:use|children|medical))',
  'not (?:be )?(?:a substitute|construed as|relied (?:up)?on as)',
  'does not constitute',
  'for (?:informational|educational|illustrative|entertainment|reference) purposes',
  'subject to (?:change(?: without notice)?(?=[.,;]|$)|availability|credit approval|our|these terms|the terms)',
  '(?:terms(?: and conditions)?|restrictions|exclusions|conditions) (?:may )?apply(?:[.]|$' +
    '| to (?:all|this|these|our|any)\\b)',
  'void where',
  'no purchase (?:is )?(?:necessary|required)',
  'all sales are final',
  '(?:is|are) (?:not included with|sold separately|not included\\.?$)',
  'your use of (?:this|our|the) (?:site|website|service|app)',
  '(?:is|are) not guaranteed',
  '(?:prices?|images?|packaging|colou?rs?|products?|times|styles?|items?|offers?|availability' +
    '|results) (?:shown )?may (?:vary|differ|change)(?: from the (?:images?|ones?|pictures?|photos?)\\b|[.,;]' +
    '|$)',
  '(?:have|has) not been evaluated by the food and drug',
  '(?:trademarks?|registered trademarks?) (?:of|are the property of) (?:their|its)',
  '(?:will not|never) be (?:published|shared|sold|shown publicly|disclosed)(?: (?:with|to) third parties)?[.]?$',
  '(?:information|content|materials?|statements?|opinions?|views|prices|products?' +
    '|links) (?:\\w+ ){0,4}(?:this|our) (?:site|website|web ?page|page|article|blog|app|store|field|publication' +
    '|newsletter|channel)',
]
/** The reader's own things at a site. */
export const YOUR_ACCOUNT = (
  'e-?mail(?: address)? session comments? account password order cart basket payment subscription request ' +
  'message browser feedback trial membership vote download booking reservation purchase card settings profile'
).split(' ')

/** Said by a shop about its wares. */
export const SHOP_PHRASES = [
  'free (?:shipping|delivery|returns) (?:is|are) (?:available|included)',
  '(?:orders|purchases) over [$€£¥]\\d+',
  'out of (?:5|five) stars',
  'limited[- ]time offer',
  'save (?:up to )?\\d+ ?% (?:today|now|on|off|when)',
  'days of (?:purchase|receipt)',
  'customers who (?:bought|viewed)',
  'our customers (?:love|say)',
  'add to (?:cart|basket|bag)',
  'money[- ]back guarantee',
  'ships? within',
  'while stocks? lasts?',
]

/** Topics of the world as well as of a page's foot: "Google will phase out third-party cookies". */
export const SITE_TOPICS = [
  'free (?:shipping|delivery|returns)',
  'cookies?',
  'newsletters?',
  'subscri(?:be|ption)s?',
  'log ?in',
  'sign (?:up|in)',
  'copyright',
  'privacy policy',
  'terms of (?:use|service)',
  'advertisements?',
  'sponsored',
  'menu',
  'cited by',
]
/** Beside such a topic these are the site itself speaking. */
export const SITE_VOICE = ['we', 'our', 'your', 'you', 'this (?:site|website|page|content|post)', '©', 'please']

/** "Photo: ...", "Dimensions: ...": a field of the page, filled in. */
export const FIELDS = [
  'photos?(?: credit)?',
  'images?(?: credit)?',
  'credits?',
  'caption',
  'video',
  'illustration',
  'source',
  'tags',
  'topics',
  'filed under',
  'related',
  'see also',
  "editor['’]s note",
  'disclaimer',
  'disclosure',
  '(?:pro )?tips?',
  'advertisement',
  'dimensions',
  'weight',
  'size',
  'colou?r',
  'material',
  'price',
  'sku',
  'model',
  'coordinates',
  'contact',
  'phone',
  'address',
  'opening hours',
]

/** Who wrote, when it appeared; "Reporting by John Doe; Editing by Jane Roe." */
export const STAMPS = [
  '(?:additional )?reporting by',
  '(?:edited|editing|writing|compiled|(?:medically |fact[- ])?reviewed|fact[- ]checked) by',
  '(?:first )?(?:posted|published|updated|modified) (?:by|on|at|\\d)',
  'last (?:updated|modified|reviewed|edited)',
]
/** The trade of the one who signs. */
export const BYLINE_TRADES =
  'correspondent reporter editor staff writer contributor columnist published updated posted md phd freelance'.split(
    ' ',
  )

/** The author's note at the foot of an article. */
export const AUTHOR_NOTE =
  'is an? (?:staff writer|(?:freelance|contributing|senior) (?:writer|editor|journalist|reporter)|reporter' +
  '|correspondent|columnist) (?:at|for|with|covering|based)'

/** The same in Japanese: what a page says about itself. */
export const JAPANESE_SITE_PHRASES = [
  '無断転載',
  '続きを読む',
  'こちらをクリック',
  '詳しくはこちら',
  'シェアする',
  'お問い合わせ',
  'サイトマップ',
  '関連記事',
  'メルマガ',
  'JavaScriptを有効',
  '(?:当|本)(?:サイト|ページ|ブログ)(?:は|の|で|に)',
  '(?:本|この)記事(?:は|の|では|で)',
  '執筆時点',
  '予告なく(?:変更|終了|中止)',
  '(?:助言|診断|診療|治療|相談)(?:に|の)(?:代わる|代わり)',
  '残り\\d+文字',
  '有料会員',
  '会員限定',
  '最終更新',
  '送料無料',
  '返品は[^。]{0,100}承',
  '営業日以内',
  'ベストアンサー',
  '次の章',
  '解説(?:します|してきました)',
  'イメージ(?:です|であり|図です)',
  '個人差があ(?:ります|り、|る場合)',
  '(?:効果|業績|結果|成果|正確性|安全性)を(?:お約束|約束|保証)するもので',
  '(?:目的とし(?:た|て)|意図し(?:た|て))(?:もの|い)では?(?:ありません|ない)',
  '個人の感想',
  '(?:変更|終了|中止|遅れ|遅延)(?:する|となる|になる)場合がござい?',
  '場合がございます',
  '承って(?:い|お)ります',
  '限りがあります',
  'お(?:支払い?|届け|申し?込み|買い上げ|取り寄せ|問い?合わ?せ)',
  '税込み?(?:です|価格です|表示です)',
  '(?:各社|各権利者|それぞれ)の(?:商標|登録商標)',
  '(?:発表日|掲載日|公開日|取材時|記事公開)(?:時点|現在)',
  '(?:続き|全文|記事|動画|本編)[^。]*いただけ',
  'お読みいただき',
  '(?:今回|本日|ここで|この章で|次回)は?[^。]{0,40}(?:紹介|解説|説明|お伝え)(?:します|していきます|いたします|しました)',
  '(?:もっと|すべて|一覧を?|全文を)見る$',
  '(?:電話番号|営業時間|定休日|住所|所在地|郵便番号|アクセス|交通アクセス|最寄り駅|駐車場)は[^。]*(?:\\d|まで|なし|あり)[^。]*(?:です|となります|分)?。?$',
  '^(?:写真は|提供[：:]|出典[：:]|参考文献[：:]|取材・文|撮影[／/])',
]
/** Topics of the world as well (広告費, 著作権法, ログイン情報). */
export const JAPANESE_SITE_TOPICS = [
  'クッキー',
  'Cookie',
  '会員登録',
  'ログイン',
  '著作権',
  'プライバシーポリシー',
  '利用規約',
  '広告',
]
export const JAPANESE_SITE_VOICE = [
  '当(?:サイト|社|店)',
  '本サイト',
  '弊社',
  '©',
  '同意',
  'ご利用',
  'お客様',
  '禁じ',
  'こちら',
  '帰属',
  '有効に',
]
