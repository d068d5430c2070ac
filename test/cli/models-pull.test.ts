import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fetchFromFolder } from '../../src/app/pulling/fetch-from-folder.ts'
import { measureInUse } from '../../src/app/pulling/in-use.ts'
import { shelveModel } from '../../src/app/pulling/shelve-model.ts'
import { runCli } from '../../src/cli/run-cli.ts'
import { STANCE_RELATIONS } from '../../src/domain/claim.ts'
import { silentLogger } from '../../src/domain/log.ts'
import { settingsSchema } from '../../src/domain/settings.ts'
import { SHIPPED_MODELS } from '../../src/models/model-folder.ts'
import { createNli } from '../../src/models/nli.ts'
import { COMMIT, startHub } from '../models/hub-double.ts'
import { asJson, tinyGraph, tinyTokenizer } from '../models/tiny-model.ts'
import { fakeWorld } from './fake-world.ts'

const place = mkdtempSync(join(tmpdir(), 'lyra-models-pull-'))
after(() => rmSync(place, { recursive: true }))

const shipped = (file: string) => readFileSync(join(SHIPPED_MODELS, 'lyra-reader-mini', file))

/** The trained reader as someone else might have exported it: one head called logits, labels by their names. */
function trainedFiles(...labels: string[]) {
  const graph = Buffer.from(shipped('model.onnx').toString('latin1').replaceAll('stance', 'logits'), 'latin1')
  return {
    'config.json': asJson({
      ...{ model_type: 'bert', hidden_size: 384, max_position_embeddings: 512 },
      id2label: Object.fromEntries(labels.entries()),
    }),
    'tokenizer.json': shipped('tokenizer.json'),
    'onnx/model_quantized.onnx': graph,
  }
}

async function lyra(home: string, ...words: string[]) {
  const world = fakeWorld({}, { env: {} })
  const exit = await runCli([...words, '--json', '--home', home], world)
  return { exit, answer: JSON.parse(world.out()) }
}

test('LYRA 7: `lyra models pull` alone offers choices with size, licence and what they bring', async () => {
  const { exit, answer } = await lyra(join(place, 'choices'), 'models', 'pull')
  assert.equal(exit, 0)
  assert.deepEqual(answer.choices[0], {
    name: 'mdeberta-xnli',
    from: 'hf:MoritzLaurer/mDeBERTa-v3-base-xnli-multilingual-nli-2mil7',
    task: 'stance',
    megabytes: 355,
    licence: 'MIT',
    brings: 'support and refutation in 27 languages, English and Japanese among them; the first one to try',
  })
})

test('LYRA 7: a trained pair classifier is pulled, measured beside the embedded one, and used from then on', async () => {
  const home = join(place, 'taken')
  mkdirSync(home)
  writeFileSync(join(home, 'config.yaml'), '# mine\ntask:\n  max_pages: 30\n')
  const hub = await startHub({
    repository: 'acme/outside-nli',
    files: trainedFiles('ENTAILMENT', 'CONTRADICTION', 'NEUTRAL'),
  })
  const allowed = `net.allow_private=${hub.hosts.join(',')}`

  const set = ['--set', allowed, '--set', `models.hub=${hub.endpoint}`, '--set', 'net.api_interval=0']
  const { exit, answer } = await lyra(home, 'models', 'pull', 'hf:acme/outside-nli', ...set)
  const listed = await lyra(home, 'models')
  hub.close()

  assert.equal(exit, 0)
  assert.deepEqual(answer.shelved, { outcome: 'in use', setting: 'models.nli', saved_in: join(home, 'config.yaml') })
  assert.deepEqual([answer.commit, answer.candidate.figures.pairs], [COMMIT, 120])
  assert.equal(answer.candidate.figures.macro_f1, answer.embedded.figures.macro_f1)
  assert.equal(
    readFileSync(join(home, 'config.yaml'), 'utf8'),
    '# mine\ntask:\n  max_pages: 30\nmodels:\n  nli: outside-nli\n',
  )
  const used = listed.answer.models.filter((model: { used_for: string | null }) => model.used_for === 'nli')
  assert.deepEqual(
    used.map((model: { name: string; measured: number }) => [model.name, model.measured.toFixed(2)]),
    [['acme/outside-nli@c0ffee0', answer.candidate.figures.macro_f1.toFixed(2)]],
  )
  const config = JSON.parse(readFileSync(join(home, 'models', 'outside-nli', 'config.json'), 'utf8'))
  assert.equal(config.temperature, answer.candidate.figures.temperature)
  const model = createNli({ home, model: 'outside-nli', threads: 2 })
  assert.deepEqual([model.outside, model.modelId], [true, 'acme/outside-nli@c0ffee0'])
})

/** Three letters: whoever says l is borne out, q is contradicted, e says nothing; to others all are alike. */
const LETTERS = { supports: 'l', refutes: 'q', neutral: 'e' } as const
const letterSet = {
  version: 'letters',
  triples: [],
  pairs: ['a', 'b', 'c', 'd'].flatMap((evidence, group) =>
    STANCE_RELATIONS.map((label) => ({ languages: 'en', evidence, claim: LETTERS[label], label, group }) as const),
  ),
}

/** Knows the three letters, with its columns in this order. */
function letterModel(...columns: readonly ('supports' | 'refutes' | 'neutral')[]): Buffer {
  const { vocabulary, tokens } = tinyTokenizer('WordPiece')
  const rows = new Map(tokens.map((_, token) => [token, [0, 0, 0]]))
  for (const [at, label] of columns.entries()) rows.set(tokens.indexOf(LETTERS[label]), [0, 0, 0].with(at, 30))
  return tinyGraph({ inputs: ['input_ids', 'token_type_ids'], vocabulary, output: 'logits', rows })
}

function folderOf(name: string, files: Readonly<Record<string, Buffer>>): string {
  const folder = join(place, 'folders', name)
  for (const [path, body] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), body)
  }
  return folder
}

test('LYRA 7: a wrong label map keeps the model aside and names the right order; --anyway takes that order', async () => {
  const home = join(place, 'turned')
  const id2label = { 0: 'contradiction', 1: 'neutral', 2: 'entailment' }
  const folder = folderOf('turned', {
    'config.json': asJson({ model_type: 'bert', hidden_size: 3, max_position_embeddings: 64, id2label }),
    'tokenizer.json': tinyTokenizer('WordPiece').json,
    'model.onnx': letterModel('supports', 'refutes', 'neutral'),
  })
  const options = { home, shelf: join(home, 'models'), threads: 2, now: () => 0, set: letterSet, fetchOnly: false }

  const aside = await shelveModel(await fetchFromFolder(folder, home, {}), { ...options, anyway: false })
  assert.deepEqual(aside.shelved, { outcome: 'kept aside', reason: 'another label order fits' })
  assert.equal(aside.why.startsWith('best order on the check set: supports, refutes, neutral'), true)
  assert.equal(aside.folder, join(home, 'models', '.aside', 'turned'))
  assert.equal(existsSync(join(home, 'config.yaml')), false)

  const taken = await shelveModel(await fetchFromFolder(folder, home, {}), { ...options, anyway: true })
  const config = JSON.parse(readFileSync(join(home, 'models', 'turned', 'config.json'), 'utf8'))
  assert.equal(taken.shelved.outcome, 'in use')
  assert.deepEqual(config.labels, ['supports', 'refutes', 'neutral'])
  assert.equal(existsSync(join(home, 'models', '.aside', 'turned')), false)
})

test('LYRA 7: a model is compared with the outside model in use as well, and kept aside where it does worse', async () => {
  const home = join(place, 'second')
  const id2label = { 0: 'entailment', 1: 'contradiction', 2: 'neutral' }
  const files = (knows: readonly ('supports' | 'refutes' | 'neutral')[]) => ({
    'config.json': asJson({ model_type: 'bert', hidden_size: 3, max_position_embeddings: 64, id2label }),
    'tokenizer.json': tinyTokenizer('WordPiece').json,
    'model.onnx': letterModel(...knows),
  })
  const first = folderOf('knows-three', files(['supports', 'refutes', 'neutral']))
  const second = folderOf('knows-two', files(['supports', 'refutes']))
  const { folder: nli } = await fetchFromFolder(first, home, {})
  const settings = settingsSchema.parse({ home, models: { nli } })
  const pairs = letterSet.pairs.map((pair) => ({ ...pair, languages: pair.group % 2 === 0 ? 'en' : 'ja' }) as const)

  const { shelved, in_use } = await shelveModel(await fetchFromFolder(second, home, {}), {
    ...{ home, shelf: join(home, 'models'), threads: 2, now: () => 0, set: { ...letterSet, pairs } },
    ...{ fetchOnly: false, anyway: false },
    measureInUse: (task, measure) => measureInUse(task, { settings, log: silentLogger, measure }),
  })

  assert.deepEqual(
    in_use.map(({ model }) => model.split('@')[0]),
    ['folder/knows-three'],
  )
  assert.deepEqual(shelved, { outcome: 'kept aside', reason: 'worse than the model in use' })
})

test('LYRA 7: a model that does worse than the embedded one is kept aside, and no setting names it', async () => {
  const home = join(place, 'worse')
  const { json, vocabulary } = tinyTokenizer('BPE')
  const inputs = ['input_ids', 'attention_mask']
  const folder = folderOf('random-encoder', {
    'config.json': asJson({ model_type: 'roberta', hidden_size: 8, max_position_embeddings: 514 }),
    'tokenizer.json': json,
    'model.onnx': tinyGraph({ inputs, vocabulary, output: 'last_hidden_state' }),
  })

  const { exit, answer } = await lyra(home, 'models', 'pull', folder)
  const listed = await lyra(home, 'models')

  assert.equal(exit, 13)
  assert.deepEqual([answer.ok, answer.shelved], [false, { outcome: 'kept aside', reason: 'worse than embedded' }])
  assert.equal(existsSync(join(home, 'config.yaml')), false)
  assert.deepEqual(listed.answer.models[0].problem, 'kept aside: `lyra models pull` tells why')
})

test('LYRA 7: words that are no choice and no address are refused with what is known', async () => {
  const { exit, answer } = await lyra(join(place, 'words'), 'models', 'pull', 'best-model-ever')
  assert.equal(exit, 2)
  assert.equal(answer.error.message, '"best-model-ever" is no choice and no address of a model')
})
