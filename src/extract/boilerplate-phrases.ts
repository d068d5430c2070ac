import { multilineRegExp } from '../domain/multiline-regexp.ts'

/** Phrases of page furniture in the languages Lyra reads first; each pattern is one feature. Short texts only. */
export const BOILERPLATE_PHRASES: readonly RegExp[] = [
  // Headings of what leads elsewhere.
  multilineRegExp('i')`
  ^(?:related|recommended|similar|trending|popular|most (?:read|popular|viewed)|latest|recent
    |more (?:from|on|in|stories|news|articles)|read (?:more|next|also)|you (?:may|might) (?:also )?(?:like|enjoy
      |be interested)|see also|also (?:read|see)|further reading|don['’]t miss|up next|in this (?:section|article)
    |keep reading|explore more|featured|customers also|frequently bought|recently viewed|関連|おすすめ|あわせて読みたい
    |人気(?:の)?記事|アクセスランキング|ランキング|最新(?:の)?記事|新着|こちらも|leia (?:também|mais)|veja (?:também|mais)|lire aussi
    |mehr zum thema|lea también|te puede interesar)`,
  // Buttons and calls.
  multilineRegExp('i')`
  ^(?:read|learn|view|see|show|load|find out|discover|shop|get|start|try|book|order|buy|sign|log|subscribe|download
    |contact|request|join|watch|explore|click|add to|continue|apply|register|submit|send|search|go to|back to
    |skip to|next|previous|close|open|menu|詳しく|続きを読む|もっと(?:見る|読む)|一覧|戻る|次へ|前へ|閉じる|購入|申し込|問い合わせ|ログイン|会員登録|検索|ページの先頭
    |先頭へ|本文へ|印刷)`,
  multilineRegExp('i')`
  share (?:this|on|via)|share$|follow us|tweet|facebook|twitter|linkedin|pinterest|whatsapp|copy link|e-?mail this
  |シェア|ツイート|ポスト|はてな|フォロー|LINEで送る`,
  /cookie|privacy policy|terms (?:of|and)|all rights reserved|copyright|©|\(c\) ?20|無断転載|プライバシー|利用規約|個人情報|著作権|特定商取引/i,
  /newsletter|subscribe|sign up|inbox|unsubscribe|メールマガジン|メルマガ|購読/i,
  multilineRegExp('i')`
  (?:^|\b)(?:leave a (?:comment|reply)|post a comment|comments?\b|\d+ (?:comments?|replies|views|likes)|reply|report
    |quote|コメント|返信|いいね)`,
  multilineRegExp('i')`
  add to (?:cart|bag|basket|wishlist)|buy now|in stock|out of stock|sold out|free shipping|quantity|カートに入れる|在庫|送料|数量
  |お気に入り`,
  /(?:[$€£¥￥]\s?\d|\d\s?(?:usd|eur|gbp|円|€))/i,
  multilineRegExp('i')`
  \b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d{1,2}|\b\d{1,2} (?:jan|feb|mar|apr|may|jun|jul
    |aug|sep|oct|nov|dec)|\d{4}[-/.年]\d{1,2}|\d{1,2}\/\d{1,2}\/\d{2,4}|\b(?:minutes?|hours?|days?|weeks?|months?
    |years?) ago|min(?:ute)?s? read|(?:分|時間|日)前`,
  multilineRegExp('i')`
  ^(?:by|written by|posted by|reviewed by|author|photo|image|credit|source|published|updated|last updated|posted|文
    |取材|執筆|著者|筆者|投稿者|更新|公開|掲載|撮影|写真)[\s:：]`,
  multilineRegExp('i')`
  (?:was this (?:page|article|information)? ?(?:helpful|useful)|rate this|did you find|give feedback
    |report a problem|このページは(?:役に立|お役に立)|この情報は役に立|参考になりましたか|ご意見|アンケート)`,
  multilineRegExp('i')`
  ^(?:home|about(?: us)?|contact(?: us)?|blog|news|faqs?|help|support|careers|press|events|products|services|login
    |account|shop|ホーム|トップ|会社概要|サイトマップ|お問い合わせ|アクセス|採用情報)$`,
  /^(?:advertisement|sponsored|ad|promoted|広告|PR|スポンサー)/i,
  /^(?:table of contents|contents|on this page|in this article|jump to|目次|もくじ)/i,
  /(?:log ?in|sign ?in|register|create an account|forgot|password|ログイン|会員)/i,
  /^(?:tags?|categories|category|filed under|topics?|keywords|タグ|カテゴリ|分類)\b/i,
  /^(?:showing|sort by|filter|results?|\d+ (?:results|products|items)|page \d|並べ替え|絞り込み|件中)/i,
  /^(?:references|bibliography|notes|footnotes|sources|参考文献|脚注|出典|注釈)/i,
  // Pictures and their owners.
  multilineRegExp('i')`
  \((?:image|photo|picture|file photo|credit)s?[:/ ]|\(AP photo|getty images?|shutterstock|\breuters\/|\bAFP\b
  |(?:写真|画像|撮影|提供)[=＝：:]|[=＝](?:共同|時事|AP|ロイター)|撮影[）)]?$`,
  // Calls in the middle of the text.
  multilineRegExp('i')`
  click(?:ing)? here|^(?:read|see|watch|learn) more\b|^(?:also|more|watch|listen|don['’]t miss|sign up|leggi anche
    |lees ook|siehe auch|lire aussi|см\. также)\b ?[:：]?|support (?:us|our)|like this story
  |download (?:the|our) app|(?:詳細|詳しく)は(?:こちら|、)|こちらから`,
  multilineRegExp('i')`
  ^(?:citation|explore further|provided by|about the author|about us|disclaimer|editor['’]s note|contact
    |press contact|media contact|問い合わせ先|お問い合わせ先|連絡先|著者紹介|筆者プロフィール)\b`,
  // Parts of a product page: the thing itself, what buyers say of it, how it is sold.
  multilineRegExp('i')`
  ^(?:product )?(?:descriptions?|details?|overview|specifications?|specs|(?:key )?features?|materials?|dimensions
    |ingredients|about (?:this|the) (?:item|product)|what['’]s (?:in the box|included)|product information
    |technical (?:details|data|specifications)|how to use|商品(?:の)?(?:説明|詳細|情報|特徴)|製品(?:仕様|情報|特徴)|仕様|特徴|素材|原材料|スペック
    |内容量|サイズ)`,
  multilineRegExp('i')`
  ^(?:\d+ )?(?:customer |verified |user |product |ratings? (?:&|and) )?(?:reviews?|ratings?|testimonials?
    |questions?(?: (?:&|and) answers?)?|q ?& ?a)\b|^what (?:our )?customers|verified (?:buyer|purchase)|out of 5
  |カスタマーレビュー|^(?:商品)?レビュー|口コミ|クチコミ`,
  multilineRegExp('i')`
  ^(?:free )?(?:shipping|delivery|returns?|refunds?|warranty|payment|size (?:guide|chart)|store availability
    |pick ?up|ships|配送|返品|交換|お支払|保証|送料|お届け)`,
]
