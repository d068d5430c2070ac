import type { JapanesePage } from './japanese-pages.ts'

const page = (title: string, head: string, body: string) =>
  `<!doctype html><html lang="ja"><head><meta charset="utf-8"><title>${title}</title>${head}</head><body>${body}</body></html>`

const CITY_TOP = `<header id="header"><div class="site-name"><a href="/">みどり川市</a></div><nav id="global-nav"><ul><li><a href="/kurashi/">くらし・手続き</a></li><li><a href="/kosodate/">子育て・教育</a></li><li><a href="/kenko/">健康・福祉</a></li><li><a href="/shisei/">市政情報</a></li></ul></nav></header><div class="breadcrumb"><ol><li><a href="/">トップ</a></li><li><a href="/kurashi/">くらし・手続き</a></li><li><a href="/kurashi/suido/">上下水道</a></li></ol></div>`
const CITY_END = `<section class="contact"><h2>このページに関するお問い合わせ</h2><p>上下水道局 給水課<br>電話：000-000-0000　ファクス：000-000-0001</p></section><div class="enquete"><p>このページの情報は役に立ちましたか？</p><label><input type="radio" name="q"> 役に立った</label></div><footer id="footer"><ul><li><a href="/sitemap">サイトマップ</a></li><li><a href="/policy">個人情報の取り扱い</a></li><li><a href="/accessibility">ウェブアクセシビリティ</a></li></ul><address>〒000-0000 みどり川市本町1番1号</address><p>Copyright © Midorikawa City. All Rights Reserved.</p></footer>`

/** Styles of offices, statistics, councils, editions for phones and portals. */
export const JAPANESE_PUBLIC_PAGES: readonly JapanesePage[] = [
  {
    name: 'よくある質問（details で折りたたみ）',
    url: 'https://www.city.midorikawa.example.jp/kurashi/suido/faq.html',
    type: 'knowledge',
    html: page(
      '水道水の鉛に関するよくある質問 | みどり川市',
      '',
      `${CITY_TOP}<main id="main"><h1>水道水の鉛に関するよくある質問</h1><p>鉛製の給水管について、市民のみなさまから多く寄せられる質問と回答をまとめました。</p><details><summary>鉛製の給水管はどのように見分けられますか。</summary><p>水道メーターの近くの管が灰色でやわらかく、爪で傷がつく場合は鉛製の可能性があります。ご心配な方は給水課にご相談ください。</p></details><details><summary>朝一番の水は飲んでもよいですか。</summary><p>管の中に長くとどまった水には鉛が溶け出していることがあります。バケツ1杯程度を飲用以外に使ってからお飲みください。</p></details><details><summary>取り替えの費用は誰が負担しますか。</summary><p>道路の下から水道メーターまでは市が負担します。メーターから先は所有者の負担ですが、工事費の2分の1、上限20万円まで補助を受けられます。</p></details></main>${CITY_END}`,
    ),
    body: [
      '鉛製の給水管について、市民のみなさまから多く寄せられる質問と回答をまとめました。',
      '鉛製の給水管はどのように見分けられますか。',
      '水道メーターの近くの管が灰色でやわらかく、爪で傷がつく場合は鉛製の可能性があります。ご心配な方は給水課にご相談ください。',
      '朝一番の水は飲んでもよいですか。',
      '管の中に長くとどまった水には鉛が溶け出していることがあります。バケツ1杯程度を飲用以外に使ってからお飲みください。',
      '取り替えの費用は誰が負担しますか。',
      '道路の下から水道メーターまでは市が負担します。メーターから先は所有者の負担ですが、工事費の2分の1、上限20万円まで補助を受けられます。',
    ],
  },
  {
    name: '統計表が主のページ',
    url: 'https://www.toukei.example.go.jp/suido/2023/kyusuikan.html',
    type: null,
    html: page(
      '給水管の材質別延長（令和5年度）｜水道統計',
      '',
      `<div id="header"><a href="/">水道統計</a><ul><li><a href="/about/">統計の概要</a></li><li><a href="/list/">統計表一覧</a></li><li><a href="/faq/">問い合わせ</a></li></ul></div><div id="contents"><h1>給水管の材質別延長（令和5年度）</h1><p>全国の水道事業者から報告された給水管の延長を、材質別に集計したものです。鉛製の管は前年度から8.4%減りました。</p><table class="stat"><caption>第3表　材質別の延長（単位：km）</caption><thead><tr><th>材質</th><th>令和4年度</th><th>令和5年度</th></tr></thead><tbody><tr><td>ポリエチレン管</td><td>41,208</td><td>43,915</td></tr><tr><td>塩化ビニル管</td><td>120,774</td><td>118,302</td></tr><tr><td>鉛管</td><td>3,871</td><td>3,546</td></tr></tbody></table><p class="note">注　四捨五入のため、合計が内訳の和と一致しないことがあります。</p><h2>利用上の注意</h2><p>報告のなかった23の事業者は集計に含まれていません。過去の値は、事業者の統合にともない遡って改訂されることがあります。</p></div><div id="footer"><p>Copyright © Bureau of Water Statistics</p></div>`,
    ),
    body: [
      '全国の水道事業者から報告された給水管の延長を、材質別に集計したものです。鉛製の管は前年度から8.4%減りました。',
      '第3表 材質別の延長（単位：km）\n材質 | 令和4年度 | 令和5年度\nポリエチレン管 | 41,208 | 43,915\n塩化ビニル管 | 120,774 | 118,302\n鉛管 | 3,871 | 3,546',
      '注 四捨五入のため、合計が内訳の和と一致しないことがあります。',
      '利用上の注意',
      '報告のなかった23の事業者は集計に含まれていません。過去の値は、事業者の統合にともない遡って改訂されることがあります。',
    ],
  },
  {
    name: '審議会の議事録（発言者ごと）',
    url: 'https://www.kankyo-eisei.example.go.jp/shingi/suido/gijiroku12.html',
    type: null,
    html: page(
      '第12回水道水質検討会 議事録｜環境衛生省',
      '',
      `<div id="header"><a href="/">環境衛生省</a><ul id="gNavi"><li><a href="/seisaku/">政策について</a></li><li><a href="/shingi/">審議会・研究会等</a></li></ul></div><div id="contents"><h1>第12回水道水質検討会 議事録</h1><h2>議事</h2><p>○山田座長　それでは、議題1の鉛の水質基準について、事務局から説明をお願いします。</p><p>○水道課長　資料1をご覧ください。現行の基準は1リットル当たり0.01ミリグラムですが、直近5年の検査では、超過した地点の割合が3.1%から1.8%に下がっています。</p><p>○佐藤委員　下がったのは交換が進んだためか、検査の地点が変わったためか、どちらと見ているのでしょうか。地点の選び方を資料に書いていただきたいと思います。</p><p>○水道課長　地点の入れ替えは全体の4%で、影響は小さいと考えています。次回、入れ替えの前後を分けた表をお示しします。</p></div><div id="pagetop"><a href="#header">ページの先頭へ戻る</a></div><div id="footer"><p>Copyright © Ministry of Environmental Hygiene</p></div>`,
    ),
    body: [
      '議事',
      '○山田座長 それでは、議題1の鉛の水質基準について、事務局から説明をお願いします。',
      '○水道課長 資料1をご覧ください。現行の基準は1リットル当たり0.01ミリグラムですが、直近5年の検査では、超過した地点の割合が3.1%から1.8%に下がっています。',
      '○佐藤委員 下がったのは交換が進んだためか、検査の地点が変わったためか、どちらと見ているのでしょうか。地点の選び方を資料に書いていただきたいと思います。',
      '○水道課長 地点の入れ替えは全体の4%で、影響は小さいと考えています。次回、入れ替えの前後を分けた表をお示しします。',
    ],
  },
  {
    name: 'スマートフォン向けのニュース（AMP）',
    url: 'https://www.toto-news.example.jp/amp/articles/20240611-002.html',
    type: 'article',
    html: `<!doctype html><html amp lang="ja"><head><meta charset="utf-8"><title>学校の水飲み場、夏休みに一斉点検へ：東都新聞デジタル</title><link rel="canonical" href="https://www.toto-news.example.jp/articles/20240611-002.html"><meta property="og:type" content="article"><script type="application/ld+json">{"@type":"NewsArticle","headline":"学校の水飲み場、夏休みに一斉点検へ","datePublished":"2024-06-11T09:00:00+09:00"}</script></head><body><amp-sidebar id="s" layout="nodisplay"><ul><li><a href="/politics/">政治</a></li><li><a href="/economy/">経済</a></li><li><a href="/life/">くらし</a></li></ul></amp-sidebar><header><a href="/">東都新聞デジタル</a></header><article><h1>学校の水飲み場、夏休みに一斉点検へ</h1><p class="date">2024年6月11日 9時00分</p><amp-img src="/i.jpg" width="16" height="9"></amp-img><p>県の教育委員会は10日、公立の小中学校にある水飲み場およそ5,800か所で、夏休みのあいだに水質を一斉に調べると発表した。</p><p>古い校舎では鉛を含む部品が残っているおそれがあり、基準を超えた蛇口は2学期までに取り替える。費用は1億4千万円を見込む。</p><p>教育委員会は「子どもが安心して飲めるよう、結果は学校ごとに公表する」としている。</p></article><amp-embed type="taboola"></amp-embed><section class="related"><h2>関連記事</h2><ul><li><a href="/r1">水道管の老朽化、全国で更新遅れ</a></li></ul></section><footer><p>© 東都新聞社 無断転載を禁じます</p></footer></body></html>`,
    body: [
      '県の教育委員会は10日、公立の小中学校にある水飲み場およそ5,800か所で、夏休みのあいだに水質を一斉に調べると発表した。',
      '古い校舎では鉛を含む部品が残っているおそれがあり、基準を超えた蛇口は2学期までに取り替える。費用は1億4千万円を見込む。',
      '教育委員会は「子どもが安心して飲めるよう、結果は学校ごとに公表する」としている。',
    ],
  },
  {
    name: '消費生活センターの注意喚起（相談事例の囲み）',
    url: 'https://www.shohi.example.lg.jp/chui/suido-tenken.html',
    type: null,
    html: page(
      '「水道管の点検に来ました」突然の訪問に注意！ | 県消費生活センター',
      '',
      `<header><a href="/">県消費生活センター</a><nav><ul><li><a href="/soudan/">相談窓口</a></li><li><a href="/jirei/">相談事例</a></li><li><a href="/koza/">講座</a></li></ul></nav></header><main><h1>「水道管の点検に来ました」突然の訪問に注意！</h1><p>市の職員を装って家を訪れ、高額な工事や浄水器の契約を迫る業者についての相談が、4月以降、昨年の同じ時期の2倍に増えています。</p><div class="case-box"><h2>相談事例</h2><p>「市から頼まれて鉛管の点検をしている」と男性が訪れ、検査薬で水が赤くなるのを見せられた。健康に害があると言われ、48万円の浄水器を契約したが、解約したい。（70歳代女性）</p></div><h2>アドバイス</h2><ul><li>市が訪問して浄水器を販売することはありません。身分証の提示を求めましょう。</li><li>訪問販売の契約は、書面を受け取った日から8日以内であればクーリング・オフができます。</li><li>不安に思ったら、すぐに消費者ホットライン188に相談してください。</li></ul></main><footer><ul><li><a href="/access">アクセス</a></li><li><a href="/privacy">プライバシーポリシー</a></li></ul><p>© 県消費生活センター</p></footer>`,
    ),
    body: [
      '市の職員を装って家を訪れ、高額な工事や浄水器の契約を迫る業者についての相談が、4月以降、昨年の同じ時期の2倍に増えています。',
      '相談事例',
      '「市から頼まれて鉛管の点検をしている」と男性が訪れ、検査薬で水が赤くなるのを見せられた。健康に害があると言われ、48万円の浄水器を契約したが、解約したい。（70歳代女性）',
      'アドバイス',
      '- 市が訪問して浄水器を販売することはありません。身分証の提示を求めましょう。\n- 訪問販売の契約は、書面を受け取った日から8日以内であればクーリング・オフができます。\n- 不安に思ったら、すぐに消費者ホットライン188に相談してください。',
    ],
  },
]
