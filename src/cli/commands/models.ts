import { takePositionals } from '../arguments.ts'
import type { Call, Command, Result } from '../command.ts'
import { findModels } from '../model-list.ts'
import { serverOptions, settingsOf } from '../session.ts'
import { humanBytes, table } from '../text.ts'

const HUB = 'https://huggingface.co'

export const modelsCommand: Command = {
  name: 'models',
  summary: 'List the models on this machine and which are in use, or fetch one',
  usage: '[pull <owner/name>]',
  details: [
    'Looks in models/ of the program and in LYRA_HOME/models. To use another model, put its folder (model.onnx, ' +
      'tokenizer.json, config.json) there and name it in the settings models.embedding, models.nli, ' +
      'models.nli_promotion or models.nli_japanese.',
    '`pull` fetches an embedding or NLI model with ONNX weights from the Hugging Face hub (or the mirror ' +
      'in HF_ENDPOINT) into LYRA_HOME/models, checks every file by its hash and writes the config.json. ' +
      'Nothing is ever fetched without this command.',
  ],
  flags: {},
  examples: [
    { line: 'lyra models', about: 'name, task, size, where' },
    { line: 'lyra models --json', about: 'the same as one document' },
    {
      line: 'lyra models pull intfloat/multilingual-e5-small',
      about: 'then `--set models.embedding=multilingual-e5-small`',
    },
    {
      line: 'lyra models pull cross-encoder/nli-deberta-v3-small',
      about: 'read again by it: hard and contradicting pairs (models.nli_promotion)',
    },
  ],
  run: async (call) => {
    if (call.positionals[0] === 'pull') return pull(call)
    takePositionals(call.positionals, [], 'models')
    const settings = await settingsOf(call)
    const models = await findModels(call.world.root, settings)
    const rows = models.map((model) => [
      model.name,
      model.task,
      humanBytes(model.bytes),
      model.used_for ?? '',
      model.problem ?? '',
      model.folder,
    ])
    return {
      document: { ok: true, models },
      text: table(rows, {
        columns: ['name', 'task', 'size', 'in use for', 'problem', 'where'],
        widest: 100,
        fit: call.world.width,
      }),
    }
  },
}

async function pull(call: Call): Promise<Result> {
  const [repository] = takePositionals(call.positionals.slice(1), ['owner/name'], 'models pull')
  const [settings, { log }, { pullHubModel }] = await Promise.all([
    settingsOf(call),
    serverOptions(call),
    import('../../app/pull-model.ts'),
  ])
  let shown = ''
  const pulled = await pullHubModel({
    settings,
    repository: repository as string,
    endpoint: call.world.env.HF_ENDPOINT ?? HUB,
    log,
    signal: call.world.signal,
    onProgress: (message) => {
      if (message !== shown && !call.json) call.world.stderr(`${message}\n`)
      shown = message
    },
  })
  const setting = pulled.config.task === 'nli' ? 'nli_promotion' : 'embedding'
  const where = `${pulled.name}: ${humanBytes(pulled.bytes)} in ${pulled.folder}`
  return {
    document: { ok: true, ...pulled },
    text: `${where}\nUse it with --set models.${setting}=${pulled.name}`,
  }
}
