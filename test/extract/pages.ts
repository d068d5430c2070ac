/** Pages in the manner of real ones, for the tests of extraction. */
export const NEWS_JA = `<!doctype html><html lang="ja"><head><meta charset="utf-8">
<title>新薬、血糖値を大幅に改善　国内治験で確認 - 中央日報新聞</title>
<meta property="og:type" content="article"><link rel="canonical" href="/articles/20240305-001">
<script type="application/ld+json">{"@context":"https://schema.org","@type":"NewsArticle","headline":"新薬、血糖値を大幅に改善　国内治験で確認","datePublished":"2024-03-05T09:30:00+09:00","dateModified":"2024-03-06T08:00:00+09:00","author":{"@type":"Person","name":"佐藤花子"}}</script>
</head><body>
<header class="site-header"><nav><ul><li><a href="/">トップ</a></li><li><a href="/politics">政治</a></li><li><a href="/health">医療・健康</a></li></ul></nav></header>
<main><article>
<h1>新薬、血糖値を大幅に改善　国内治験で確認</h1>
<p class="byline">2024年3月5日 9時30分　佐藤花子</p>
<div class="sns-share"><a href="https://social.example/share">この記事をシェア</a></div>
<p>国立<ruby>糖尿<rp>(</rp><rt>とうにょう</rt><rp>)</rp></ruby>病研究センターは5日、新しいDPP-4阻害薬の国内治験で、
服用した患者のHbA1cが平均0.74ポイント下がったと発表した。対象は全国9病院の成人患者512人で、1年間にわたり経過を調べた。</p>
<p>研究責任者の田中一郎教授は「低血糖の副作用はほとんど見られなかった。」と話している。一方で、長期の安全性については追加の調査が必要だという。</p>
<h2>専門家の見方</h2>
<p>東都大学の鈴木准教授は、今回の結果について「高齢者への効果が確認された意義は大きい」と評価した。ただし、対象者数が限られている点には注意が必要だと指摘する。</p>
<table><tr><th>群</th><th>人数</th><th>HbA1cの変化</th></tr><tr><td>新薬群</td><td>256人</td><td>-0.74</td></tr><tr><td>偽薬群</td><td>256人</td><td>-0.21</td></tr></table>
<blockquote><p>安全性の情報は引き続き収集し、速やかに公表する予定です。</p></blockquote>
<ul><li>対象は60歳以上の成人</li><li>観察期間は52週間</li></ul>
<figure><img src="/a.jpg"><figcaption>会見する田中教授＝5日、東京都内で撮影</figcaption></figure>
<p style="display:none">この文章は画面には表示されない隠しテキストである。</p>
<p aria-hidden="true">読み上げからも隠された広告のテキストです。</p>
</article>
<section class="related"><h2>関連記事</h2><ul><li><a href="/articles/1">糖尿病の食事療法を見直す動きが広がる</a></li><li><a href="/articles/2">インスリンの新しい投与法、実用化へ</a></li></ul></section>
</main>
<div id="cookie-consent">当サイトではクッキーを使用しています。同意しますか。</div>
<footer>© 2024 中央日報新聞 無断転載を禁じます</footer></body></html>`

export const NOTICE_JA = `<html lang="ja"><head><meta charset="utf-8"><title>水道水の鉛に関する基準の改正について｜環境衛生省</title></head><body>
<div id="header"><a href="/">環境衛生省</a></div>
<div class="breadcrumb"><a href="/">ホーム</a> &gt; <a href="/houdou">報道発表資料</a></div>
<div id="contents"><h1>水道水の鉛に関する基準の改正について</h1>
<p>令和６年３月５日</p>
<p>照会先：水道課　電話 03-0000-0000</p>
<h2>１　改正の趣旨</h2>
水道法第四条に基づく水質基準のうち、鉛及びその化合物の基準値を<br>１リットル当たり0.01ミリグラムから0.005ミリグラムに改める。<br><br>本改正は、食品安全委員会の評価結果を踏まえたものである。
<h2>２　施行期日</h2>
<p>令和７年４月１日から施行する。ただし、経過措置として施行後３年間は従前の例によることができる。</p>
</div>
<div id="footer">環境衛生省 〒100-0000 東京都千代田区</div></body></html>`

export const BLOG_EN = `<!doctype html><html lang="en"><head><title>How lead pipes changed our water - City Science Blog</title>
<meta property="og:type" content="article"><meta name="author" content="Jane Miller">
<meta property="article:published_time" content="2023-06-02T10:00:00Z"></head><body>
<nav><a href="/">Home</a> <a href="/about">About</a></nav>
<article><h1>How lead pipes changed our water</h1>
<p>For most of the last century, cities laid lead pipes because the metal bends easily and lasts. The U.S. Environmental Protection Agency banned new lead pipes in 1986, yet millions remain in the ground today.</p>
<h2>What the studies show</h2>
<p>Dr. Alvarez et al. followed 1,200 children in two cities and found that those in homes with lead service lines had blood levels 1.5 times higher than their neighbours (<a href="https://doi.org/10.1289/ehp.1234567">doi:10.1289/ehp.1234567</a>). The effect was strongest in older houses.</p>
<p>Replacing the lines works, but only when the whole line goes. Partial replacement disturbs the pipe and may raise the level for months, as a <a href="/reports/partial.html">city report</a> warned.</p>
<h3>A note on filters</h3>
<p>Filters certified for lead remove nearly all of it. They need a new cartridge every few months, which many households forget.</p>
<pre><code>sample,lead_ug_per_l
kitchen,4.2</code></pre>
<div class="social-share">Share this on the usual networks</div></article>
<aside class="sidebar"><h3>Popular posts</h3><ul><li><a href="/1">Ten facts about copper</a></li></ul></aside>
</body></html>`
