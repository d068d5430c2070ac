import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeContent } from '../../src/archive/content-coding.ts'
import { cleanInput, detectDanger } from '../../src/guard/l2-input-cleaning.ts'
import { wordsOf } from '../../src/judge/claim-words.ts'
import { readCard } from '../../src/models/model-card.ts'
import { readPubmedArticles } from '../../src/sources/pubmed.ts'
import { defaultExtract } from '../extract/default-extract.ts'

/** What every JavaScript object answers to: a table kept in one would find these as well. */
const NAMES = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__']

test('REQ 4.4.1 L2: an entity with the name of an object property is text like any other', () => {
  for (const name of NAMES) {
    assert.deepEqual(detectDanger(`R&${name}; and &${name}`), [])
    assert.equal(cleanInput(`R&${name}; and &${name}`).text, `R&${name}; and &${name}`)
  }
})

test('REQ 4.4.1 L2: no name that a page, a server, an index or a model card chooses is looked up in an object', async () => {
  const body = new TextEncoder().encode(
    '<html><body><article><h1>Tea</h1><div><constructor>Tea lowered blood pressure in 240 adults of a trial.</constructor></div></article></body></html>',
  )
  const extract = defaultExtract()
  const read = await extract({ url: 'https://a.example/', contentType: 'text/html', body })
  assert.equal(read.ok && read.page.fragments.some(({ text_content }) => text_content.includes('240 adults')), true)
  assert.deepEqual(
    wordsOf('The constructor').map(({ key }) => typeof key),
    ['string'],
  )
  assert.deepEqual(await decodeContent(body, 'constructor', 1000), { ok: false, why: 'unknown_coding' })
  const article = `<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>1</PMID><Article><ArticleTitle>Tea</ArticleTitle><Language>constructor</Language></Article>
    <CommentsCorrectionsList><CommentsCorrections RefType="constructor"><RefSource>x</RefSource></CommentsCorrections></CommentsCorrectionsList></MedlineCitation></PubmedArticle></PubmedArticleSet>`
  const [work] = (await readPubmedArticles(article)) ?? []
  assert.deepEqual([work?.title, work?.language, work?.updates], ['Tea', null, undefined])
  const config = { hidden_size: 8, id2label: { 0: 'entailment', 1: 'constructor', 2: 'neutral' } }
  const card = { config, pooling: undefined, length: undefined }
  assert.throws(() => readCard('a/b', card, { inputs: ['input_ids'], outputs: ['logits'] }), /not those of a stance/)
})
