import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kindOf } from '../../src/extract/extract.ts'
import { extractJats } from '../../src/extract/jats.ts'
import { readSectionLexicon, sectionUnder } from '../../src/extract/paper-sections.ts'

const ARTICLE = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE article PUBLIC "-//NLM//DTD JATS v1.2//EN" "JATS-archivearticle1.dtd"
  [<!ENTITY own SYSTEM "file:///etc/passwd">]>
<article article-type="research-article" xml:lang="en" xmlns:xlink="http://www.w3.org/1999/xlink">
<front><journal-meta><journal-title>Rail Letters</journal-title></journal-meta><article-meta>
<article-id pub-id-type="pmid">77</article-id><article-id pub-id-type="doi">10.5555/rail.1</article-id>
<title-group><article-title>Noise of <italic>night</italic> trains</article-title></title-group>
<contrib-group>
<contrib contrib-type="author"><name><surname>Moss</surname><given-names>Ada</given-names></name></contrib>
<contrib contrib-type="editor"><name><surname>Editor</surname><given-names>Ed</given-names></name></contrib>
</contrib-group>
<pub-date><year>2021</year></pub-date><pub-date pub-type="epub"><day>3</day><month>4</month><year>2021</year></pub-date>
<permissions><license xlink:href="https://creativecommons.org/licenses/by/4.0/"><license-p>Open.</license-p>
</license></permissions>
<abstract><p>Night trains were heard in every second house of the valley.</p></abstract></article-meta></front>
<body><sec sec-type="intro"><title>1. Introduction</title><p>Others have measured trains by day&own;.</p></sec>
<sec><title>Methods</title>
<p>We measured at 40 houses for 12 weeks<xref ref-type="bibr" rid="b1">[3]</xref>, with 10<sup>5</sup> readings.</p>
</sec>
<sec><title>Results</title><p>The level fell by 6.2 dB<sup><xref ref-type="bibr">4</xref></sup>
after the wall was built, as <xref>Table 1</xref> shows.
<list><list-item><p>18 houses were quieter by night</p></list-item></list></p>
<sec><title>3.1 Subgroups</title><p>In wooden houses the level did not fall at all during the trial.</p>
<table-wrap><label>Table 1</label><caption><p>Levels by night</p></caption>
<table><tr><th>house</th><th>dB</th></tr><tr><td>A</td><td>41.5</td></tr></table>
</table-wrap></sec></sec>
<sec><title>Strengths and limitations</title><p>Only one valley was measured, and in one winter alone.</p></sec></body>
<back><ack><p>We thank the houses for their patience with us.</p></ack>
<ref-list><ref><mixed-citation>Someone. Trains. 10.5555/other</mixed-citation></ref></ref-list></back>
<sub-article><body><p>A reply by somebody else that is another text.</p></body></sub-article></article>`

const raw = (text: string) => ({
  url: 'https://pmc.example/PMC1/fullTextXML',
  contentType: 'application/xml',
  body: new TextEncoder().encode(text),
})

test('an article in JATS is told from a page of HTML', () => {
  assert.equal(kindOf(raw(ARTICLE)), 'jats')
  assert.equal(kindOf(raw('<?xml version="1.0"?><article article-type="letter"><front/></article>')), 'jats')
  assert.equal(
    kindOf({ ...raw('<!doctype html><html><article class="x"><p>Hi</p></article>'), contentType: 'text/html' }),
    'html',
  )
})

test('the parts of an article keep headings, numbers and order; references and replies are left out', async () => {
  const extraction = await extractJats(raw(ARTICLE))
  assert.ok(extraction.ok)
  const { page } = extraction
  assert.equal(page.title, 'Noise of night trains')
  assert.deepEqual(page.authors, ['Ada Moss'])
  assert.equal(page.publishedAt, '2021-04-03')
  assert.equal(page.licence, 'https://creativecommons.org/licenses/by/4.0/')
  assert.deepEqual(page.identifiers.map(({ type, value }) => `${type}:${value}`).sort(), [
    'doi:10.5555/rail.1',
    'pmid:77',
  ])
  const lexicon = readSectionLexicon()
  const told = page.fragments
    .filter(({ fragment_type: type }) => type !== 'heading')
    .map((one) => `${sectionUnder(lexicon, one.heading_hierarchy)}: ${one.text_content}`)
  assert.deepEqual(told, [
    'abstract: Night trains were heard in every second house of the valley.',
    'introduction: Others have measured trains by day&own;.',
    'methods: We measured at 40 houses for 12 weeks, with 10^5 readings.',
    'results: The level fell by 6.2 dB after the wall was built, as Table 1 shows.',
    'results: 18 houses were quieter by night',
    'results: In wooden houses the level did not fall at all during the trial.',
    'results: Table 1\nLevels by night\nhouse | dB\nA | 41.5',
    'limitations: Only one valley was measured, and in one winter alone.',
    'back_matter: We thank the houses for their patience with us.',
  ])
})

test('XML that is no article, and one nested ten thousand deep, are outcomes', async () => {
  const none = await extractJats(raw('<?xml version="1.0"?><feed><entry/></feed>'))
  assert.deepEqual(none.ok ? null : none.failure, 'unsupported_type')
  const deep = `<?xml version="1.0"?><article article-type="x"><front><article-meta/></front><body>${'<sec>'.repeat(
    10_000,
  )}<p>down here</p></body></article>`
  assert.deepEqual(await extractJats(raw(deep)), { ok: false, failure: 'empty', reason: 'The article carries no text' })
})
