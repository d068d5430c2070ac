import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { defaultExtract } from './default-extract.ts'
import { BLOG_EN, NEWS_JA, NOTICE_JA } from './pages.ts'

const extract = defaultExtract()

async function pageOf(html: string | Uint8Array, url = 'https://news.example.jp/articles/20240305-001?ref=top') {
  const body = typeof html === 'string' ? new TextEncoder().encode(html) : html
  const extraction = await extract({ url, contentType: 'text/html', body })
  assert.equal(extraction.ok, true, JSON.stringify(extraction))
  return (extraction as Extract<typeof extraction, { ok: true }>).page
}

test('HTML (REQ 3.2): a Japanese news page becomes its fragments in order, without by-line, furniture, ruby or hidden text', async () => {
  const page = await pageOf(NEWS_JA)
  assert.deepEqual(
    page.fragments.map((fragment) => [fragment.fragment_type, fragment.text_content]),
    [
      [
        'paragraph',
        '国立糖尿病研究センターは5日、新しいDPP-4阻害薬の国内治験で、服用した患者のHbA1cが平均0.74ポイント下がったと発表した。対象は全国9病院の成人患者512人で、1年間にわたり経過を調べた。',
      ],
      [
        'paragraph',
        '研究責任者の田中一郎教授は「低血糖の副作用はほとんど見られなかった。」と話している。一方で、長期の安全性については追加の調査が必要だという。',
      ],
      ['heading', '専門家の見方'],
      [
        'paragraph',
        '東都大学の鈴木准教授は、今回の結果について「高齢者への効果が確認された意義は大きい」と評価した。ただし、対象者数が限られている点には注意が必要だと指摘する。',
      ],
      ['table', '群 | 人数 | HbA1cの変化\n新薬群 | 256人 | -0.74\n偽薬群 | 256人 | -0.21'],
      ['quote', '安全性の情報は引き続き収集し、速やかに公表する予定です。'],
      ['list', '- 対象は60歳以上の成人\n- 観察期間は52週間'],
    ],
  )
})

test('HTML (REQ 5.1.2): heading context, hierarchy, element index, offsets and hash', async () => {
  const page = await pageOf(NEWS_JA)
  const joined = page.fragments.map((fragment) => fragment.text_content).join('\n\n')
  const table = page.fragments[4]
  assert.equal(table?.heading_context, '専門家の見方')
  assert.deepEqual(table?.heading_hierarchy, [
    { level: 1, text: '新薬、血糖値を大幅に改善 国内治験で確認' },
    { level: 2, text: '専門家の見方' },
  ])
  assert.equal(table?.element_index, 1)
  assert.equal(table?.position, 4)
  assert.deepEqual(
    page.fragments.map((fragment) => joined.slice(fragment.char_start, fragment.char_end)),
    page.fragments.map((fragment) => fragment.text_content),
  )
  assert.equal(page.fragments[2]?.text_hash, createHash('sha256').update('専門家の見方').digest('hex'))
  assert.deepEqual([...new Set(page.fragments.map((fragment) => fragment.language))], ['ja'])
  assert.equal(page.fragments[0]?.page_number, null)
})

test('HTML: title, author, dates, canonical address and type of a news page', async () => {
  const page = await pageOf(NEWS_JA)
  assert.equal(page.title, '新薬、血糖値を大幅に改善 国内治験で確認')
  assert.deepEqual(page.authors, ['佐藤花子'])
  assert.equal(page.publishedAt, '2024-03-05T09:30:00+09:00')
  assert.equal(page.updatedAt, '2024-03-06T08:00:00+09:00')
  assert.equal(page.canonicalUrl, 'https://news.example.jp/articles/20240305-001')
  assert.equal(page.pageType, 'article')
  assert.equal(page.language, 'ja')
  assert.deepEqual(page.qualityFlags, [])
})

test('HTML: a government notice keeps its loose text, line breaks and Japanese-era date', async () => {
  const page = await pageOf(NOTICE_JA, 'https://www.example.go.jp/houdou/suidou.html')
  assert.equal(page.publishedAt, '2024-03-05')
  assert.deepEqual(
    page.fragments.map((fragment) => [fragment.heading_context, fragment.text_content]),
    [
      ['水道水の鉛に関する基準の改正について', '令和６年３月５日'],
      ['水道水の鉛に関する基準の改正について', '照会先：水道課 電話 03-0000-0000'],
      ['水道水の鉛に関する基準の改正について', '１ 改正の趣旨'],
      [
        '１ 改正の趣旨',
        '水道法第四条に基づく水質基準のうち、鉛及びその化合物の基準値を\n１リットル当たり0.01ミリグラムから0.005ミリグラムに改める。',
      ],
      ['１ 改正の趣旨', '本改正は、食品安全委員会の評価結果を踏まえたものである。'],
      ['水道水の鉛に関する基準の改正について', '２ 施行期日'],
      ['２ 施行期日', '令和７年４月１日から施行する。ただし、経過措置として施行後３年間は従前の例によることができる。'],
    ],
  )
})

test('HTML: an English article with code, links, identifiers and a clean quality score (REQ 3.3.3)', async () => {
  const page = await pageOf(BLOG_EN, 'https://blog.example.com/2023/06/lead-pipes')
  assert.deepEqual(
    page.fragments.map((fragment) => fragment.fragment_type),
    ['paragraph', 'heading', 'paragraph', 'paragraph', 'heading', 'paragraph', 'code'],
  )
  assert.equal(page.fragments[6]?.text_content, 'sample,lead_ug_per_l\nkitchen,4.2')
  assert.deepEqual(page.fragments[5]?.heading_hierarchy, [
    { level: 1, text: 'How lead pipes changed our water' },
    { level: 2, text: 'What the studies show' },
    { level: 3, text: 'A note on filters' },
  ])
  assert.deepEqual(page.links, ['https://doi.org/10.1289/ehp.1234567', 'https://blog.example.com/reports/partial.html'])
  assert.deepEqual(page.identifiers, [{ type: 'doi', value: '10.1289/ehp.1234567' }])
  assert.deepEqual(page.authors, ['Jane Miller'])
  assert.equal(page.publishedAt, '2023-06-02T10:00:00.000Z')
  assert.equal(page.quality, 1)
})

test('HTML: a Shift_JIS page without any declaration is read as Japanese', async () => {
  const start = [...new TextEncoder().encode('<html><body><h1>')]
  const title = [0x93, 0xfa, 0x96, 0x7b, 0x82, 0xcc, 0x89, 0xc8, 0x8a, 0x77]
  const between = [...new TextEncoder().encode('</h1><p>')]
  // 「東京の水道水は安全である。」
  const text = [
    0x93, 0x8c, 0x8b, 0x9e, 0x82, 0xcc, 0x90, 0x85, 0x93, 0xb9, 0x90, 0x85, 0x82, 0xcd, 0x88, 0xc0, 0x91, 0x53, 0x82,
    0xc5, 0x82, 0xa0, 0x82, 0xe9, 0x81, 0x42,
  ]
  const end = [...new TextEncoder().encode('</p></body></html>')]
  const page = await pageOf(
    new Uint8Array([...start, ...title, ...between, ...text, ...end]),
    'https://www.example.jp/',
  )
  assert.deepEqual(
    page.fragments.map((fragment) => fragment.text_content),
    ['東京の水道水は安全である。'],
  )
  assert.equal(page.language, 'ja')
})

test('extract: typed failures for what cannot be read', async () => {
  const failureOf = async (body: string | Uint8Array, contentType: string | null) => {
    const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
    const extraction = await extract({ url: 'https://www.example.com/x', contentType, body: bytes })
    return extraction.ok ? null : extraction.failure
  }
  assert.equal(await failureOf('', 'text/html'), 'empty')
  assert.equal(await failureOf('<html><body><script>var a = 1</script></body></html>', 'text/html'), 'empty')
  assert.equal(await failureOf(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0]), 'image/png'), 'unsupported_type')
  assert.equal(await failureOf('{"a": 1}', 'application/json'), 'unsupported_type')
  assert.equal(
    await failureOf(
      '<html><body><h1>会員限定記事</h1><p>続きを読むにはログインしてください。</p><form><input type="password" name="p"></form></body></html>',
      'text/html',
    ),
    'login_wall',
  )
})

test('extract: plain text is split in paragraphs', async () => {
  const extraction = await extract({
    url: 'https://www.example.com/notes.txt',
    contentType: 'text/plain; charset=utf-8',
    body: new TextEncoder().encode('# Notes\n\nThe first paragraph\nis wrapped here.\n\nThe second one is not.'),
  })
  assert.equal(extraction.ok, true)
  assert.deepEqual(extraction.ok && extraction.page.fragments.map((fragment) => fragment.text_content), [
    'Notes',
    'The first paragraph is wrapped here.',
    'The second one is not.',
  ])
})
