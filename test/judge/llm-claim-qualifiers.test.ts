import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultSettings } from '../../src/domain/settings.ts'
import { createClaimExtractor } from '../../src/judge/claim-extractor.ts'
import { createLlmClaimExtractor } from '../../src/judge/llm-claim-extractor.ts'
import { whyNotCarried } from '../../src/judge/quote-support.ts'
import { reader } from './shipped-reader.ts'

type Clip = readonly [claim: string, sentence: string]

const taken = (clips: readonly Clip[]) =>
  clips.filter(([text, sentence]) => whyNotCarried({ text, quote: sentence }, sentence) === null)

test('REQ 3.3.1: a claim may not be cut from those who say it, nor from the story it is told in', () => {
  const clips: readonly Clip[] = [
    ['Vaccines cause autism.', 'According to a conspiracy site, vaccines cause autism.'],
    ['Vaccines cause autism.', 'Vaccines cause autism, according to a conspiracy site.'],
    ['Vaccines cause autism.', 'In the discredited paper, vaccines cause autism.'],
    ['Vaccines cause autism.', '"Vaccines cause autism," the activist said.'],
    ['The suspect was guilty.', 'Prosecutors argued, the suspect was guilty.'],
    ['The drug was safe for patients.', 'The drug, according to its maker, was safe for patients.'],
    ['ワクチンは自閉症を起こす。', '活動家によれば、ワクチンは自閉症を起こす。'],
    ['ワクチンは自閉症を起こす。', '「ワクチンは自閉症を起こす」と活動家は述べた。'],
    ['薬は有効である。', '製薬会社の主張では、薬は有効である。'],
    ['地球は平らだ。', '小説の中では、地球は平らだ。'],
  ]
  assert.deepEqual(taken(clips), [])
  const whole = clips.map(([, sentence]): Clip => [sentence, sentence])
  assert.deepEqual(taken(whole), whole)
})

test('REQ 3.3.1: a claim may not be cut from what limits it', () => {
  assert.deepEqual(
    taken([
      ['The drug was safe.', 'The drug was safe for fewer than 5% of patients.'],
      ['The drug was safe.', 'The drug was safe in 5% of patients.'],
      ['The treatment works.', 'The treatment works as well as nothing at all.'],
      ['The treatment works.', 'The treatment works in theory.'],
      ['Aspirin prevents stroke.', 'Aspirin prevents stroke in mice but in humans it raises the risk.'],
      ['Aspirin prevents stroke.', 'Aspirin prevents stroke in adults, but in children it raises the risk.'],
      ['Aspirin prevents stroke.', 'In rats, aspirin prevents stroke.'],
      ['Aspirin lowered pressure.', 'Aspirin lowered pressure in men but raised it in women.'],
      ['薬は有効である。', '薬はマウスで有効である。'],
      ['薬は有効である。', '薬は一部の患者で有効である。'],
    ]),
    [],
  )
})

test('REQ 3.3.1: places, times, estimates and the next statement may still be left out', () => {
  const clips: readonly Clip[] = [
    ['Aspirin prevents stroke in mice.', 'Aspirin prevents stroke in mice but in humans it raises the risk.'],
    ['Aspirin lowered pressure.', 'Aspirin lowered pressure but raised the heart rate.'],
    ['Vitamin D reduced falls.', 'Vitamin D reduced falls in a trial, and Smith said that more trials are needed.'],
    ['Vitamin D reduced falls by 14%.', 'Vitamin D reduced falls by 14% in older women (P less than 0.01).'],
    ['Deaths fell by 5% in 2020.', 'In the United States, deaths fell by 5% in 2020.'],
    ['Premiums fell by 3%.', 'Insurance claims rose and premiums fell by 3%.'],
    ['感染者は5%増えた。', '2019年には、感染者は5%増えた。'],
    ['感染者は5%増えた。', 'この研究によると、感染者は5%増えた。'],
    ['薬は有効である。', '1990年生まれの患者では、薬は有効である。'],
  ]
  assert.deepEqual(taken(clips), clips)
})

test('REQ 3.3.1: a claim of the model that needs the sentence before is not taken, as with the built-in extractor', async () => {
  const settings = defaultSettings.judgement
  const passages = [
    'Exercise was studied in Oslo. It reduced falls by 20% in older adults.',
    'Marie was born in Warsaw. He won the Nobel Prize in 1921.',
    'Two kinds were seen. The latter was twice as common in women.',
    '運動が調べられた。これは死亡率を20%下げた。',
  ]
  const said = passages.map((text) => text.slice(text.search(/[.。]/) + 1).trim())
  const extractor = createLlmClaimExtractor({
    llm: {
      ask: async ({ data }) => {
        const quote = said.find((sentence) => data.includes(sentence)) ?? ''
        const claims = [{ text: quote, quote, type: 'fact', polarity: 'affirm' }]
        return { ok: true, text: JSON.stringify({ claims }), findings: [] }
      },
    },
    fallback: createClaimExtractor({ embedder: null, reader, settings }),
    reader,
    prompt: 'List the claims.',
    settings,
  })
  const results = await extractor.extract(
    passages.map((text, at) => ({
      fragmentId: `frag_${at}`,
      text,
      headingContext: null,
      fragmentType: 'paragraph',
    })),
    'What was found?',
  )
  assert.deepEqual(
    results.map(({ claims, dropped }) => [claims.length, dropped]),
    said.map((text) => [0, [{ text, reason: 'not self-contained' }]]),
  )
})
