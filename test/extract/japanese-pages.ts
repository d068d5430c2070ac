/**
 * Japanese pages in the styles of real sites; `body` is what a careful reader would call the text of the page, piece by
 * piece.
 */
export interface JapanesePage {
  readonly name: string
  readonly url: string
  /** Null where the styles leave it open. */
  readonly type: string | null
  readonly html: string
  readonly body: readonly string[]
}

const page = (title: string, head: string, body: string) =>
  `<!doctype html><html lang="ja"><head><meta charset="utf-8"><title>${title}</title>${head}</head><body>${body}</body></html>`

const NEWS_TOP = `<header class="l-header"><p class="logo"><a href="/">東都新聞デジタル</a></p><nav class="gnav"><ul><li><a href="/politics/">政治</a></li><li><a href="/economy/">経済</a></li><li><a href="/science/">科学</a></li><li><a href="/life/">くらし</a></li><li><a href="/sports/">スポーツ</a></li></ul></nav><a href="/login" class="btn-login">ログイン</a></header>`
const NEWS_SIDE = `<aside class="l-side"><h2>アクセスランキング</h2><ol><li><a href="/a1">台風10号、週末に本州へ接近のおそれ</a></li><li><a href="/a2">円相場、一時152円台に下落</a></li><li><a href="/a3">新幹線の新型車両、来春から運行</a></li></ol></aside>`
const NEWS_END = `<section class="related-articles"><h2>関連記事</h2><ul><li><a href="/r1">水道管の老朽化、全国で更新遅れ</a></li><li><a href="/r2">水質検査の回数を倍増へ</a></li></ul></section><footer class="l-footer"><ul><li><a href="/privacy">プライバシーポリシー</a></li><li><a href="/terms">利用規約</a></li><li><a href="/contact">お問い合わせ</a></li></ul><p>© 東都新聞社 無断転載を禁じます</p></footer>`
const news = (title: string, when: string, body: string) =>
  page(
    `${title}：東都新聞デジタル`,
    `<meta property="og:type" content="article"><meta property="og:title" content="${title}"><script type="application/ld+json">{"@type":"NewsArticle","headline":"${title}","datePublished":"${when}"}</script>`,
    `${NEWS_TOP}<div class="l-wrap"><main><article class="article"><h1 class="article-title">${title}</h1><p class="article-date">${when.slice(0, 10)} 配信</p><ul class="sns-list"><li><a href="#">シェア</a></li><li><a href="#">ポスト</a></li></ul><div class="article-body">${body}</div></article></main>${NEWS_SIDE}</div>${NEWS_END}`,
  )

const GOV_TOP = `<div id="header"><a href="/">環境衛生省</a><ul id="gNavi"><li><a href="/seisaku/">政策について</a></li><li><a href="/toukei/">統計情報</a></li><li><a href="/houdou/">報道・広報</a></li><li><a href="/about/">省の紹介</a></li></ul></div><div id="topicpath"><a href="/">ホーム</a> &gt; <a href="/houdou/">報道発表資料</a> &gt; 令和6年</div>`
const GOV_END = `<div id="pagetop"><a href="#header">ページの先頭へ戻る</a></div><div id="footer"><ul><li><a href="/link.html">リンク・著作権等について</a></li><li><a href="/privacy.html">個人情報保護方針</a></li></ul><p>〒100-0000 東京都千代田区霞が関0-0-0 電話03-0000-0000（代表）</p><p>Copyright © Ministry of Environmental Hygiene</p></div>`
const gov = (title: string, body: string) =>
  page(`${title}｜環境衛生省`, '', `${GOV_TOP}<div id="contents"><h1>${title}</h1>${body}</div>${GOV_END}`)

const P1 =
  '県は14日、水道水に含まれる鉛の濃度を調べた結果を公表し、調査した1,204地点のうち37地点で国の基準を超えたと発表した。基準を超えた地点には、順次、取り替え工事を行う。'
const P2 =
  '県によると、鉛製の給水管は昭和50年代まで広く使われており、朝一番の水に溶け出しやすい。担当者は「使い始めのバケツ1杯程度の水は飲用以外に使ってほしい」と呼びかけている。'
const P3 =
  '専門家は、工事が部分的なものにとどまると一時的に濃度が上がることがあると指摘し、管全体の交換を急ぐべきだとしている。県は来年度の予算に12億円を計上する方針だ。'

export const JAPANESE_PAGES: readonly JapanesePage[] = [
  {
    name: 'ニュース（ルビつき）',
    url: 'https://www.toto-news.example.jp/articles/20240514-001.html',
    type: 'article',
    html: news(
      '水道水の鉛、37地点で基準超え　県が調査結果を公表',
      '2024-05-14T10:30:00+09:00',
      `<p>${P1.replace('鉛', '<ruby>鉛<rp>（</rp><rt>なまり</rt><rp>）</rp></ruby>')}</p><p>${P2}</p><h2>交換に12億円</h2><p>${P3}</p>`,
    ),
    body: [P1, P2, '交換に12億円', P3],
  },
  {
    name: 'ニュース（写真説明と途中の広告）',
    url: 'https://www.toto-news.example.jp/articles/20240520-004.html',
    type: 'article',
    html: news(
      '浄水場の新施設が完成　処理能力は1.5倍に',
      '2024-05-20T18:00:00+09:00',
      `<p>老朽化が進んでいた北部浄水場の新しい施設が完成し、20日に式典が開かれた。処理能力はこれまでの1.5倍の1日18万立方メートルとなり、6月から稼働する。</p><div class="ad-slot"><p>広告</p></div><p>新施設は、オゾンと活性炭を使う高度処理を取り入れた。かび臭の原因となる物質をほぼ取り除くことができ、地震の際にも3日分の水を確保できるという。</p><p>総事業費は約86億円。市の水道局長は「安全でおいしい水を安定して届けられるようになる」と話した。</p>`,
    ),
    body: [
      '老朽化が進んでいた北部浄水場の新しい施設が完成し、20日に式典が開かれた。処理能力はこれまでの1.5倍の1日18万立方メートルとなり、6月から稼働する。',
      '新施設は、オゾンと活性炭を使う高度処理を取り入れた。かび臭の原因となる物質をほぼ取り除くことができ、地震の際にも3日分の水を確保できるという。',
      '総事業費は約86億円。市の水道局長は「安全でおいしい水を安定して届けられるようになる」と話した。',
    ],
  },
  {
    name: '官公庁の報道発表',
    url: 'https://www.kankyo-eisei.example.go.jp/houdou/r6/0305.html',
    type: 'article',
    html: gov(
      '水道水の鉛に関する基準の改正について',
      `<h2>１　改正の趣旨</h2><p>水道法第四条に基づく水質基準のうち、鉛及びその化合物の基準値を、１リットル当たり0.01ミリグラムから0.005ミリグラムに改めることとしました。</p><h2>２　改正の経緯</h2><p>本改正は、食品安全委員会の健康影響評価の結果と、薬事・食品衛生審議会における審議を踏まえたものです。意見公募手続では48件の意見が寄せられました。</p><h2>３　施行期日</h2><p>令和７年４月１日から施行します。ただし、経過措置として、施行後３年間は従前の例によることができます。</p>`,
    ),
    body: [
      '１ 改正の趣旨',
      '水道法第四条に基づく水質基準のうち、鉛及びその化合物の基準値を、１リットル当たり0.01ミリグラムから0.005ミリグラムに改めることとしました。',
      '２ 改正の経緯',
      '本改正は、食品安全委員会の健康影響評価の結果と、薬事・食品衛生審議会における審議を踏まえたものです。意見公募手続では48件の意見が寄せられました。',
      '３ 施行期日',
      '令和７年４月１日から施行します。ただし、経過措置として、施行後３年間は従前の例によることができます。',
    ],
  },
  {
    name: '自治体のお知らせ（表と役立ち度の窓）',
    url: 'https://www.city.midori.example.lg.jp/suidou/oshirase/1001.html',
    type: 'article',
    html: page(
      '鉛製給水管の取替補助金 | みどり市',
      '',
      `<div id="skip"><a href="#main">本文へ</a></div><div id="head"><a href="/">みどり市</a><form><input type="text"><input type="submit" value="検索"></form></div><div id="pankuzu"><a href="/">トップ</a> &gt; <a href="/suidou/">上下水道</a></div><div id="main"><h1>鉛製給水管の取替補助金</h1><p>市では、鉛製の給水管を取り替える工事の費用の一部を補助しています。工事を始める前に申請してください。工事後の申請は受け付けられません。</p><h2>補助金の額</h2><table><tr><th>工事の範囲</th><th>補助率</th><th>上限額</th></tr><tr><td>敷地内の全部</td><td>2分の1</td><td>10万円</td></tr><tr><td>敷地内の一部</td><td>4分の1</td><td>5万円</td></tr></table><h2>対象となる方</h2><p>市内に住宅を所有し、市税を滞納していない個人の方が対象です。賃貸住宅の場合は、所有者の同意書を添えてください。</p><div class="enquete"><h2>このページは役に立ちましたか？</h2><form><label><input type="radio" name="q">役に立った</label><label><input type="radio" name="q">どちらともいえない</label><label><input type="radio" name="q">役に立たなかった</label><input type="submit" value="送信"></form></div></div><div id="foot"><p>みどり市役所 〒000-0000 みどり市中央1丁目1番1号</p></div>`,
    ),
    body: [
      '市では、鉛製の給水管を取り替える工事の費用の一部を補助しています。工事を始める前に申請してください。工事後の申請は受け付けられません。',
      '補助金の額',
      '工事の範囲 | 補助率 | 上限額\n敷地内の全部 | 2分の1 | 10万円\n敷地内の一部 | 4分の1 | 5万円',
      '対象となる方',
      '市内に住宅を所有し、市税を滞納していない個人の方が対象です。賃貸住宅の場合は、所有者の同意書を添えてください。',
    ],
  },
  {
    name: '学術誌の抄録',
    url: 'https://www.journal-stage.example.jp/article/jwater/45/3/45_123/_article/-char/ja/',
    type: 'paper',
    html: page(
      '給水管からの鉛溶出に及ぼす滞留時間の影響',
      '<meta name="citation_title" content="給水管からの鉛溶出に及ぼす滞留時間の影響"><meta name="citation_author" content="山田太郎"><meta name="citation_author" content="鈴木花子"><meta name="citation_doi" content="10.2965/jwater.45.123"><meta name="citation_publication_date" content="2022/05/10">',
      `<header><a href="/">ジャーナルステージ</a><nav><ul><li><a href="/browse">資料を探す</a></li><li><a href="/about">J-Waterについて</a></li></ul></nav></header><main><h1>給水管からの鉛溶出に及ぼす滞留時間の影響</h1><p class="author">山田太郎, 鈴木花子</p><ul class="tools"><li><a href="/pdf">PDFをダウンロード (812K)</a></li><li><a href="/ris">引用文献をダウンロード</a></li></ul><section id="abstract"><h2>抄録</h2><p>本研究では、鉛製給水管を用いた室内実験により、滞留時間と水温が鉛の溶出量に及ぼす影響を調べた。滞留時間が6時間を超えると溶出量はほぼ一定となり、水温が10度上がるごとに約1.4倍に増加した。</p><p>この結果は、朝一番の水を飲用に用いないという指導に根拠を与えるものであり、配管の更新計画において水温の高い地域を優先することが望ましいと考えられる。</p></section></main><footer><a href="/help">ヘルプ</a> <a href="/terms">利用規約</a></footer>`,
    ),
    body: [
      '抄録',
      '本研究では、鉛製給水管を用いた室内実験により、滞留時間と水温が鉛の溶出量に及ぼす影響を調べた。滞留時間が6時間を超えると溶出量はほぼ一定となり、水温が10度上がるごとに約1.4倍に増加した。',
      'この結果は、朝一番の水を飲用に用いないという指導に根拠を与えるものであり、配管の更新計画において水温の高い地域を優先することが望ましいと考えられる。',
    ],
  },
  {
    name: '掲示板のスレッド',
    url: 'https://bbs.kurashi.example.jp/threads/48210/',
    type: 'forum',
    html: page(
      '工事のあと水が茶色い - くらしの掲示板',
      '',
      `<div class="header"><a href="/">くらしの掲示板</a><ul class="menu"><li><a href="/new">新着</a></li><li><a href="/rank">ランキング</a></li></ul></div><h1 class="thread-title">工事のあと水が茶色い</h1>${[
        [
          'みかん',
          '2024/06/01 08:12',
          '昨日、家の前で水道管の工事があり、今朝から水が茶色く濁っています。飲んでも大丈夫なのでしょうか。',
        ],
        [
          'やまと',
          '2024/06/01 09:40',
          'うちも去年同じことがありました。10分ほど流し続けたら透明になりましたよ。茶色いのはほとんどが鉄さびだそうです。',
        ],
        [
          '元配管工',
          '2024/06/01 12:05',
          '流しても濁りが取れない場合は水道局に電話してください。無料で検査に来てくれます。その間は飲まないほうが安心です。',
        ],
      ]
        .map(
          ([name, when, text], index) =>
            `<div class="post" id="post-${index + 1}"><div class="post-header"><span class="post-number">${index + 1}</span> <span class="username">${name}</span> <span class="date">${when}</span></div><div class="post-body"><p>${text}</p></div><div class="post-footer"><a href="#">返信</a> <a href="#">引用</a></div></div>`,
        )
        .join('')}<div class="footer"><a href="/rule">利用規約</a><p>© くらしの掲示板</p></div>`,
    ),
    body: [
      '昨日、家の前で水道管の工事があり、今朝から水が茶色く濁っています。飲んでも大丈夫なのでしょうか。',
      'うちも去年同じことがありました。10分ほど流し続けたら透明になりましたよ。茶色いのはほとんどが鉄さびだそうです。',
      '流しても濁りが取れない場合は水道局に電話してください。無料で検査に来てくれます。その間は飲まないほうが安心です。',
    ],
  },
  {
    name: 'ブログ（br で区切られた本文）',
    url: 'https://blog.nijiiro.example.jp/entry/2023/11/02/073000',
    type: 'article',
    html: page(
      '浄水器を替えてみた - にじいろ日記',
      '<meta property="og:type" content="article"><meta property="og:title" content="浄水器を替えてみた">',
      `<div id="blog-header"><h1><a href="/">にじいろ日記</a></h1><p>毎日のこと、台所のこと</p></div><div id="main"><article class="entry"><h1 class="entry-title">浄水器を替えてみた</h1><div class="entry-content">台所の浄水器を、蛇口につけるものから流しの下に置くものに替えました。前のものは二か月に一度カートリッジを替えなければならず、忘れることが多かったのです。<br><br>新しいものは一年に一度でよく、水の出る量も増えました。工事は自分でもできると書いてありましたが、念のため業者の方に頼み、費用は一万二千円でした。<br><br>味の違いは正直なところよくわかりませんが、お茶の色は少し澄んだように思います。</div><footer class="entry-footer"><a href="/category/kitchen">台所</a> <a href="#">はてなブックマーク</a></footer></article><div class="pager"><a href="/old">« 前の記事</a></div></div><div id="box2"><div class="module profile"><h2>プロフィール</h2><p>にじこ。関西で二人暮らし。</p></div><div class="module recent"><h2>最新記事</h2><ul><li><a href="/1">大根の葉の使いみち</a></li><li><a href="/2">窓の結露</a></li></ul></div></div>`,
    ),
    body: [
      '台所の浄水器を、蛇口につけるものから流しの下に置くものに替えました。前のものは二か月に一度カートリッジを替えなければならず、忘れることが多かったのです。',
      '新しいものは一年に一度でよく、水の出る量も増えました。工事は自分でもできると書いてありましたが、念のため業者の方に頼み、費用は一万二千円でした。',
      '味の違いは正直なところよくわかりませんが、お茶の色は少し澄んだように思います。',
    ],
  },
  {
    name: '百科事典',
    url: 'https://ja.jiten.example.org/wiki/鉛管',
    type: 'knowledge',
    html: page(
      '鉛管 - みんなの百科',
      '<meta name="generator" content="MediaWiki 1.42.1">',
      `<div id="mw-navigation"><ul><li><a href="/wiki/Main">メインページ</a></li><li><a href="/wiki/Random">おまかせ表示</a></li></ul></div><div id="content"><h1 id="firstHeading">鉛管</h1><div id="siteSub">出典: みんなの百科</div><div id="mw-content-text"><div class="mw-parser-output"><p>鉛管（えんかん）とは、鉛で作られた管のことである。柔らかく加工が容易なため、古代ローマの時代から<a href="/wiki/水道">水道</a>に用いられてきた。</p><div id="toc" class="toc"><h2>目次</h2><ul><li><a href="#歴史">1 歴史</a></li><li><a href="#健康への影響">2 健康への影響</a></li></ul></div><h2>歴史<span class="mw-editsection">[<a href="/edit">編集</a>]</span></h2><p>日本では明治時代から給水管として使われ、1980年代後半に新設での使用が禁止された<sup class="reference"><a href="#cite_note-1">[1]</a></sup>。その後も多くの管が地中に残っている。</p><h2>健康への影響<span class="mw-editsection">[<a href="/edit">編集</a>]</span></h2><p>鉛は体内に蓄積し、特に幼児の神経の発達に影響を及ぼすとされる。世界保健機関は、飲料水中の鉛の指針値を1リットル当たり0.01ミリグラムとしている。</p></div></div></div><div id="footer"><p>テキストはクリエイティブ・コモンズ 表示-継承ライセンスのもとで利用できます。</p></div>`,
    ),
    body: [
      '鉛管（えんかん）とは、鉛で作られた管のことである。柔らかく加工が容易なため、古代ローマの時代から水道に用いられてきた。',
      '歴史',
      '日本では明治時代から給水管として使われ、1980年代後半に新設での使用が禁止された[1]。その後も多くの管が地中に残っている。',
      '健康への影響',
      '鉛は体内に蓄積し、特に幼児の神経の発達に影響を及ぼすとされる。世界保健機関は、飲料水中の鉛の指針値を1リットル当たり0.01ミリグラムとしている。',
    ],
  },
  {
    name: '質問サイト',
    url: 'https://qa.oshiete.example.jp/questions/9918273',
    type: 'forum',
    html: page(
      '水道水の鉛が心配です - おしえて広場',
      '<script type="application/ld+json">{"@type":"QAPage","mainEntity":{"@type":"Question","name":"水道水の鉛が心配です"}}</script>',
      `<header><a href="/">おしえて広場</a><form><input type="search"></form><a href="/login">ログイン</a></header><main><article class="question"><h1>水道水の鉛が心配です</h1><p class="question-text">築45年の戸建てに引っ越しました。給水管が鉛製かもしれないと聞いたのですが、どうやって確かめればよいでしょうか。生後3か月の子どもがいます。</p></article><section class="answers"><h2>回答（2件）</h2><div class="answer"><p class="answer-text">水道局に住所を伝えると、図面で管の材質を調べてもらえます。私の市では電話で5分ほどで教えてくれました。</p></div><div class="answer"><p class="answer-text">メーターの近くの管が灰色で、爪で傷がつくほど柔らかければ鉛管の可能性が高いです。ミルクには浄水かペットボトルの水を使うと安心です。</p></div></section></main><footer><a href="/guide">ご利用ガイド</a> <a href="/terms">利用規約</a></footer>`,
    ),
    body: [
      '築45年の戸建てに引っ越しました。給水管が鉛製かもしれないと聞いたのですが、どうやって確かめればよいでしょうか。生後3か月の子どもがいます。',
      '回答（2件）',
      '水道局に住所を伝えると、図面で管の材質を調べてもらえます。私の市では電話で5分ほどで教えてくれました。',
      'メーターの近くの管が灰色で、爪で傷がつくほど柔らかければ鉛管の可能性が高いです。ミルクには浄水かペットボトルの水を使うと安心です。',
    ],
  },
  {
    name: '企業のプレスリリース',
    url: 'https://www.aoi-kizai.example.co.jp/news/release/20240409.html',
    type: 'article',
    html: page(
      '鉛除去率99%の浄水カートリッジを発売｜ニュースリリース｜葵機材株式会社',
      '<meta property="og:type" content="article">',
      `<header class="site-header"><a href="/">葵機材株式会社</a><nav><ul><li><a href="/company">企業情報</a></li><li><a href="/products">製品情報</a></li><li><a href="/ir">IR情報</a></li><li><a href="/recruit">採用情報</a></li></ul></nav></header><main><article><p class="news-date">2024年4月9日</p><h1>鉛除去率99%の浄水カートリッジを発売</h1><div class="news-body"><p>葵機材株式会社（本社：愛知県名古屋市、社長：葵一郎）は、水道水に含まれる鉛を99%以上取り除く家庭用浄水カートリッジを、2024年5月10日より全国で発売します。</p><p>新開発の繊維状の吸着材を採用し、従来品に比べて約2倍の量の水を処理できます。交換の目安は6か月です。価格は1個3,980円（税込）を予定しています。</p><h2>開発の背景</h2><p>国の水質基準の見直しにより、古い住宅での鉛対策への関心が高まっています。当社は2019年から名古屋工科大学と共同で研究を進めてきました。</p></div></article></main><footer><ul><li><a href="/sitemap">サイトマップ</a></li><li><a href="/privacy">個人情報の取り扱い</a></li></ul><p>© Aoi Kizai Co., Ltd.</p></footer>`,
    ),
    body: [
      '葵機材株式会社（本社：愛知県名古屋市、社長：葵一郎）は、水道水に含まれる鉛を99%以上取り除く家庭用浄水カートリッジを、2024年5月10日より全国で発売します。',
      '新開発の繊維状の吸着材を採用し、従来品に比べて約2倍の量の水を処理できます。交換の目安は6か月です。価格は1個3,980円（税込）を予定しています。',
      '開発の背景',
      '国の水質基準の見直しにより、古い住宅での鉛対策への関心が高まっています。当社は2019年から名古屋工科大学と共同で研究を進めてきました。',
    ],
  },
  {
    name: '技術文書（コードつき）',
    url: 'https://docs.suimon.example.dev/ja/guide/install.html',
    type: 'documentation',
    html: page(
      'インストール — suimon 2.1 ドキュメント',
      '<meta name="generator" content="Sphinx 7.2">',
      `<nav class="sidebar"><ul><li><a href="index.html">はじめに</a></li><li><a href="install.html">インストール</a></li><li><a href="config.html">設定</a></li></ul></nav><main role="main"><section id="install"><h1>インストール</h1><p>suimon は水質の測定値を集めて公開するためのサーバーです。Python 3.11 以上が必要です。次の手順でインストールしてください。</p><pre>pip install suimon\nsuimon init --lang ja</pre><h2>動作の確認</h2><p>サーバーを起動し、ブラウザで管理画面を開きます。最初の起動には数十秒かかることがあります。</p><pre>suimon serve --port 8080</pre></section></main><footer>© 2024 suimon project. <a href="_sources/install.rst">ソースを表示</a></footer>`,
    ),
    body: [
      'suimon は水質の測定値を集めて公開するためのサーバーです。Python 3.11 以上が必要です。次の手順でインストールしてください。',
      'pip install suimon\nsuimon init --lang ja',
      '動作の確認',
      'サーバーを起動し、ブラウザで管理画面を開きます。最初の起動には数十秒かかることがあります。',
      'suimon serve --port 8080',
    ],
  },
  {
    name: '病院の解説（折りたたみの質問）',
    url: 'https://www.kita-hosp.example.or.jp/health/lead.html',
    type: 'knowledge',
    html: page(
      '鉛と健康｜北病院',
      '',
      `<header><a href="/">医療法人 北病院</a><nav><ul><li><a href="/outpatient">外来のご案内</a></li><li><a href="/access">交通案内</a></li></ul></nav></header><main><h1>鉛と健康</h1><p>鉛は体に必要のない金属で、少しずつ骨に蓄えられます。大人では貧血や腹痛、子どもでは学習や行動への影響が知られています。</p><h2>よくある質問</h2><details><summary>血液検査は受けられますか。</summary><p>小児科の外来で受けられます。結果が出るまでに約1週間かかります。</p></details><details><summary>妊娠中に気をつけることはありますか。</summary><p>鉛は胎盤を通ります。古い住宅の改修の際には、粉じんを吸わないようにしてください。</p></details></main><footer><p>医療法人 北病院 電話 00-0000-0000</p></footer>`,
    ),
    body: [
      '鉛は体に必要のない金属で、少しずつ骨に蓄えられます。大人では貧血や腹痛、子どもでは学習や行動への影響が知られています。',
      'よくある質問',
      '血液検査は受けられますか。',
      '小児科の外来で受けられます。結果が出るまでに約1週間かかります。',
      '妊娠中に気をつけることはありますか。',
      '鉛は胎盤を通ります。古い住宅の改修の際には、粉じんを吸わないようにしてください。',
    ],
  },
  {
    name: '法令の条文',
    url: 'https://laws.example.go.jp/document?lawid=332AC0000000177',
    type: null,
    html: page(
      '水道法（抄）｜法令検索',
      '',
      `<header><a href="/">法令検索</a><a href="/help">ヘルプ</a></header><main><h1>水道法（抄）</h1><h2>第一章　総則</h2><h3>（この法律の目的）</h3><p>第一条　この法律は、水道の布設及び管理を適正かつ合理的ならしめるとともに、水道の基盤を強化することによつて、清浄にして豊富低廉な水の供給を図り、もつて公衆衛生の向上と生活環境の改善とに寄与することを目的とする。</p><h3>（水質基準）</h3><p>第四条　水道により供給される水は、次の各号に掲げる要件を備えるものでなければならない。</p><ol><li>病原生物に汚染され、又は病原生物に汚染されたことを疑わせるような生物若しくは物質を含むものでないこと。</li><li>銅、鉄、弗素、フェノールその他の物質をその許容量をこえて含まないこと。</li></ol></main><footer><a href="/terms">利用規約</a></footer>`,
    ),
    body: [
      '第一章 総則',
      '（この法律の目的）',
      '第一条 この法律は、水道の布設及び管理を適正かつ合理的ならしめるとともに、水道の基盤を強化することによつて、清浄にして豊富低廉な水の供給を図り、もつて公衆衛生の向上と生活環境の改善とに寄与することを目的とする。',
      '（水質基準）',
      '第四条 水道により供給される水は、次の各号に掲げる要件を備えるものでなければならない。',
      '- 病原生物に汚染され、又は病原生物に汚染されたことを疑わせるような生物若しくは物質を含むものでないこと。\n- 銅、鉄、弗素、フェノールその他の物質をその許容量をこえて含まないこと。',
    ],
  },
  {
    name: '商品ページ',
    url: 'https://shop.mizube.example.jp/products/filter-9',
    type: 'product',
    html: page(
      '浄水カートリッジ F9｜みずべ通販',
      '<script type="application/ld+json">{"@type":"Product","name":"浄水カートリッジ F9","offers":{"@type":"Offer","price":"3980"}}</script>',
      `<header><a href="/">みずべ通販</a><nav><ul><li><a href="/cart">カート</a></li><li><a href="/mypage">マイページ</a></li></ul></nav></header><main><div class="product"><h1 class="product-title">浄水カートリッジ F9</h1><p class="price">3,980円（税込）</p><button>カートに入れる</button><div class="product-description"><p>水道水に含まれる鉛、残留塩素、かび臭の原因となる物質を取り除く、蛇口直結型の交換用カートリッジです。活性炭と中空糸膜の二層でろ過します。</p><p>交換の目安は約6か月（1日10リットル使用の場合）です。取り付けに工具はいりません。</p></div></div></main><footer><a href="/law">特定商取引法に基づく表記</a> <a href="/privacy">プライバシーポリシー</a></footer>`,
    ),
    body: [
      '水道水に含まれる鉛、残留塩素、かび臭の原因となる物質を取り除く、蛇口直結型の交換用カートリッジです。活性炭と中空糸膜の二層でろ過します。',
      '交換の目安は約6か月（1日10リットル使用の場合）です。取り付けに工具はいりません。',
    ],
  },
  {
    name: '研究室の紹介（古い作りのページ、表組みの枠）',
    url: 'https://www.ac.example.jp/~suishitsu/index.html',
    type: null,
    html: page(
      '水質研究室',
      '',
      `<table width="100%" border="0"><tr><td colspan="2"><font size="5">水質研究室</font></td></tr><tr><td width="150" valign="top"><a href="index.html">トップ</a><br><a href="member.html">メンバー</a><br><a href="paper.html">業績</a></td><td valign="top"><h2>研究の内容</h2>当研究室では、水道水の安全性に関する研究を行っています。特に、古い給水管から溶け出す金属の量を、滞留時間、水温、水の硬さとの関係で調べています。<br><br>これまでに、全国の12の都市で採取した3,000本余りの試料を分析し、その結果を論文として公表しました。<p>見学を希望される方は、事前にご連絡ください。学部生、大学院生のほか、高校生の見学も歓迎します。</p></td></tr></table>`,
    ),
    body: [
      '研究の内容',
      '当研究室では、水道水の安全性に関する研究を行っています。特に、古い給水管から溶け出す金属の量を、滞留時間、水温、水の硬さとの関係で調べています。',
      'これまでに、全国の12の都市で採取した3,000本余りの試料を分析し、その結果を論文として公表しました。',
      '見学を希望される方は、事前にご連絡ください。学部生、大学院生のほか、高校生の見学も歓迎します。',
    ],
  },
  {
    name: '雑誌の連載（引用と脚注）',
    url: 'https://www.mizu-zasshi.example.jp/column/012',
    type: 'article',
    html: page(
      '水のある暮らし 第12回 井戸の記憶｜水の雑誌',
      '<meta property="og:type" content="article"><meta property="og:title" content="水のある暮らし 第12回 井戸の記憶">',
      `<header class="header"><a href="/">水の雑誌</a></header><main><article><h1>水のある暮らし 第12回 井戸の記憶</h1><p class="author">文／川端みどり</p><p>祖母の家の裏には、深さ九間の井戸があった。夏の朝、桶を引き上げると、手が痛くなるほど冷たい水がのぼってきたことを、今もよく覚えている。</p><blockquote><p>水は高いところから来て、低いところへ行く。人はその途中で、少しだけ借りるのだ。</p></blockquote><p>祖母が口にしたこの言葉を、私は長いあいだ諺だと思っていた。のちに調べてみると、村の古い記録にほとんど同じ一文が残っていたのである（注1）。</p><aside class="footnotes"><p>注1　『北村水利記録』明治二十三年、四七頁。</p></aside></article></main><div class="related"><h2>あわせて読みたい</h2><ul><li><a href="/column/011">第11回 橋の下</a></li><li><a href="/column/010">第10回 雨どい</a></li></ul></div><footer>© 水の雑誌社</footer>`,
    ),
    body: [
      '祖母の家の裏には、深さ九間の井戸があった。夏の朝、桶を引き上げると、手が痛くなるほど冷たい水がのぼってきたことを、今もよく覚えている。',
      '水は高いところから来て、低いところへ行く。人はその途中で、少しだけ借りるのだ。',
      '祖母が口にしたこの言葉を、私は長いあいだ諺だと思っていた。のちに調べてみると、村の古い記録にほとんど同じ一文が残っていたのである（注1）。',
      '注1 『北村水利記録』明治二十三年、四七頁。',
    ],
  },
  {
    name: '会員登録を促す窓のある記事',
    url: 'https://www.keizai-jiho.example.jp/article/DGX0001',
    type: 'article',
    html: page(
      '水道料金、全国で値上げ続く　人口減で採算悪化：経済時報',
      '<meta property="og:type" content="article"><meta property="article:published_time" content="2024-02-11T05:00:00+09:00">',
      `<div class="modal"><p>会員登録すると、すべての記事が読めます。</p><button>今すぐ登録</button></div><header><a href="/">経済時報</a><nav><a href="/market">マーケット</a> <a href="/tech">テクノロジー</a></nav></header><main><article><h1>水道料金、全国で値上げ続く　人口減で採算悪化</h1><div class="share"><a href="#">保存</a> <a href="#">メール</a> <a href="#">印刷</a></div><section class="body"><p>全国の水道事業者の間で料金を引き上げる動きが続いている。経済時報の調べでは、2024年度に値上げを予定する事業者は118にのぼり、平均の上げ幅は14.2%となった。</p><p>背景にあるのは人口の減少と設備の老朽化だ。給水人口はこの10年で4%減り、料金の収入が落ち込む一方で、耐用年数を超えた管の割合は22%に達した。</p><p>国は複数の市町村による広域化を促すが、料金の差が壁となり、協議は進んでいない。</p></section></article></main><footer><p>本サービスに関する知的財産権その他一切の権利は、経済時報社またはその情報提供者に帰属します。</p></footer>`,
    ),
    body: [
      '全国の水道事業者の間で料金を引き上げる動きが続いている。経済時報の調べでは、2024年度に値上げを予定する事業者は118にのぼり、平均の上げ幅は14.2%となった。',
      '背景にあるのは人口の減少と設備の老朽化だ。給水人口はこの10年で4%減り、料金の収入が落ち込む一方で、耐用年数を超えた管の割合は22%に達した。',
      '国は複数の市町村による広域化を促すが、料金の差が壁となり、協議は進んでいない。',
    ],
  },
  {
    name: '統計の解説（図表の説明つき）',
    url: 'https://www.toukei.example.go.jp/data/suidou/kaisetsu.html',
    type: 'article',
    html: gov(
      '水道統計の概要',
      `<p>令和4年度末の給水人口は1億2,230万人で、普及率は98.3%となりました。前年度に比べ、給水人口は44万人減りましたが、普及率は0.1ポイント上がりました。</p><h2>管路の状況</h2><table><caption>表1　管路の経年化率</caption><tr><th>年度</th><th>経年化率</th></tr><tr><td>平成30年度</td><td>17.6%</td></tr><tr><td>令和4年度</td><td>23.6%</td></tr></table><p>法定耐用年数である40年を超えた管路の割合は、年々高くなっています。更新された管路は全体の0.64%にとどまりました。</p>`,
    ),
    body: [
      '令和4年度末の給水人口は1億2,230万人で、普及率は98.3%となりました。前年度に比べ、給水人口は44万人減りましたが、普及率は0.1ポイント上がりました。',
      '管路の状況',
      '表1 管路の経年化率\n年度 | 経年化率\n平成30年度 | 17.6%\n令和4年度 | 23.6%',
      '法定耐用年数である40年を超えた管路の割合は、年々高くなっています。更新された管路は全体の0.64%にとどまりました。',
    ],
  },
]
