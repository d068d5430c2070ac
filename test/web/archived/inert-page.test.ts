import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inertCss } from '../../../src/web/archived/inert-css.ts'
import { nestingOf } from '../../../src/web/archived/inert-elements.ts'
import { inertPage } from '../../../src/web/archived/inert-page.ts'

const PLACE = { before: '', after: '' }
const show = (source: string, sentence: string | null = null, passage = sentence ?? '', around = PLACE) =>
  inertPage(source, {
    url: 'https://site.example/dir/page.html',
    archivePath: (url) => `/r/${url}`,
    wanted: sentence === null ? null : { passage, around, sentence },
  })
const marked = (html: string) =>
  [...html.matchAll(/<mark[^>]*data-lyra-mark="sentence"[^>]*>(.*?)<\/mark>/gsu)].map(([, words]) => words)

test('the judged sentence is marked across inline tags', async () => {
  const page = await show(
    '<p>Then <b>systolic</b> pressure <i>fell by <a href="/x">6.2</a></i> mmHg.</p>',
    'systolic pressure fell by 6.2 mmHg.',
  )
  assert.equal(page.found, 'sentence')
  assert.deepEqual(marked(page.html), ['systolic', ' pressure ', 'fell by ', '6.2', ' mmHg.'])
  assert.equal(page.html.match(/id="lyra-judged"/gu)?.length, 1, 'one place to scroll to')
})

test('no-break spaces, entities and line ends do not hide a sentence', async () => {
  const page = await show(
    '<p>Salt&nbsp;&amp;&#32;tea\n fell by 6&#46;2&nbsp;mmHg&period;</p>',
    'Salt & tea fell by 6.2 mmHg',
  )
  assert.equal(page.found, 'sentence')
})

test('a Japanese sentence is marked, its full-width figures and brackets included', async () => {
  const page = await show(
    '<p>前文です。<span>偶発症の頻度は「０．００１３％」で</span>あった。次です。</p>',
    '偶発症の頻度は0.0013%であった。',
  )
  assert.deepEqual(marked(page.html), ['偶発症の頻度は「０．００１３％」で', 'あった。'])
})

test('of a sentence that stands twice the one in its passage is marked', async () => {
  const page = await show(
    '<p>Dose was 5 mg.</p><h2>Methods</h2><p>We gave tea.</p><p>Dose was 5 mg.</p>',
    'Dose was 5 mg.',
    'Dose was 5 mg.',
    { before: 'We gave tea.', after: '' },
  )
  assert.match(page.html, /We gave tea\.<\/p><p><mark/u)
  assert.match(page.html, /<p>Dose was 5 mg\.<\/p><h2>/u)
})

test('note marks between the words do not hide a sentence', async () => {
  const page = await show('<p>Tea<sup>[1]</sup> did not<sup>2</sup> lower it.</p>', 'Tea did not lower it.')
  assert.equal(page.found, 'sentence')
})

test('a sentence that is not on the page is said to be missing, and nothing is marked', async () => {
  const page = await show('<p>Something else.</p>', 'Tea lowers blood pressure.')
  assert.equal(page.found, 'nothing')
  assert.doesNotMatch(page.html, /<mark/u)
})

const HOSTILE = `<!doctype html><html onload="x()"><head><base href="http://attacker.example/">
<meta http-equiv="refresh" content="0;url=http://attacker.example/"><link rel="dns-prefetch" href="//attacker.example">
<link rel="preconnect" href="//attacker.example"><link rel="prefetch" href="/p"><link rel="stylesheet" href="s.css">
<script>x()</script><style>@import "i.css"; p{background:url( 'b.png' )} </style></head>
<body onclick="x()"><form action="http://attacker.example/"><input name="a" autofocus onfocus="x()">
<button formaction="http://attacker.example">go</button></form>
<a href="javascript:x()" ping="http://attacker.example/">link</a>
<img src="i.png" srcset="http://attacker.example/2x 2x" onerror="x()">
<iframe src="http://attacker.example/" srcdoc="<script>x()</script>"></iframe>
<object data="http://attacker.example/o"></object>
<svg><script>x()</script><use href="http://attacker.example/s.svg#a"/><image href="http://attacker.example/i.png"/>
<a xlink:href="javascript:x()"><path d="M0 0" fill="url(http://attacker.example/#g)"/></a><foreignObject>
<iframe src="http://attacker.example"></iframe></foreignObject></svg>
<math><annotation-xml encoding="text/html"><script>x()</script></annotation-xml></math>
<noscript><img src="http://attacker.example/n.png"></noscript><xmp><script>x()</script></xmp>
<video src="http://attacker.example/v.mp4" poster="http://attacker.example/p.png"></video><template>
<script>x()</script></template>
<div style="background:url(http://attacker.example/d.png)">text</div></body></html>`

test('a hostile page keeps no element, attribute or address that could do anything', async () => {
  const { html, resources } = await show(HOSTILE)
  assert.doesNotMatch(
    html,
    /<(?:script|iframe|object|embed|form|base|use|image|video|foreignobject|template|noscript)\b/iu,
  )
  assert.doesNotMatch(html, /\son\w+=|srcdoc|srcset|\sping=|formaction|http-equiv|dns-prefetch|preconnect|autofocus/iu)
  assert.doesNotMatch(html, /\s(?:src|href)="(?!\/r\/|about:invalid)/iu, 'addresses lead into the archive alone')
  assert.doesNotMatch(html, /(?<!data-lyra-href)="javascript:/iu)
  assert.doesNotMatch(html, /url\((?!(?:"|&#34;)\/r\/)/iu)
  assert.ok(resources.includes('http://attacker.example/s.css'), 'read against the base the page names')
})

test('markup that browsers read otherwise than the reader here stays text', async () => {
  for (const trick of [
    '<svg><style><img src=x onerror=x()></style></svg>',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=x()&gt;">',
    '<noscript><p title="</noscript><img src=x onerror=x()>"></noscript>',
    '<p title="</style><script>x()</script>">a</p><style>a{b:"</style><script>x()</script>"}</style>',
    '<textarea></textarea><img src=x onerror=x()>',
    '<!--><img src=x onerror=x()>--><plaintext><script>x()</script>',
  ]) {
    const { html } = await show(trick)
    assert.doesNotMatch(html, /<script|<[^>"]*(?:"[^"]*"[^>"]*)*\sonerror/iu, trick)
  }
})

test('a page nested without end is told by its tags, before it is read', async () => {
  assert.equal(nestingOf(`${'<div>'.repeat(100_000)}deep`), 100_000)
  assert.equal(nestingOf('<p>a<p>b<ul><li>c<li>d</ul>'.repeat(1000)), 1, 'what ends by itself is no nesting')
  const { html } = await show(`${'<div>'.repeat(4000)}deep`)
  assert.match(html, /deep(?:<\/div>){4000}/u)
})

test('addresses of a style sheet lead into the archive, escapes and endless ones included', () => {
  const to = (address: string) => `/r/${address}`
  assert.equal(inertCss('a{background:URL( x.png )}', to), 'a{background:url("/r/x.png")}')
  assert.equal(
    inertCss('@import \'a.css\' screen;@import url("b.css");', to),
    '@import "/r/a.css" screen;@import url("/r/b.css");',
  )
  assert.equal(inertCss('a{fill:url(#g)}</style><script>', to), 'a{fill:url("#g")}\\3c /style>\\3c script>')
  const started = performance.now()
  inertCss('url('.repeat(200_000), to)
  inertCss(`url(${' '.repeat(1_000_000)}`, to)
  assert.ok(performance.now() - started < 2000)
})
