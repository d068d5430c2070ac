import type { LocalPulled } from '../app/pulling/pull-local.ts'
import type { ShelvedModel } from '../app/pulling/shelve-model.ts'
import { ERROR_TABLE, LyraError } from '../domain/errors.ts'
import type { Settings } from '../domain/settings.ts'
import { isLocalEndpoint } from '../guard/l1-network-isolation.ts'
import { takePositionals } from './arguments.ts'
import type { Call, Result } from './command.ts'
import { figuresTable } from './model-figures.ts'
import { serverOptions, settingsOf } from './session.ts'
import { humanBytes, printable, table } from './text.ts'

const ADDRESSES = 'hf:owner/name[@revision], ollama:name, openai:name, ./folder'
const NOT_TAKEN = ERROR_TABLE.MODEL_NOT_READY.exit

/** `lyra models pull [choice]`: without one the choices, else fetched, measured, and taken or kept aside. */
export async function pullModel(call: Call): Promise<Result> {
  if (call.positionals.length === 1) return listChoices(call)
  const [words] = takePositionals(call.positionals.slice(1), ['choice'], 'models pull')
  const [settings, { log }, { modelAddress }] = await Promise.all([
    pullSettings(call),
    serverOptions(call),
    import('../app/pulling/choices.ts'),
  ])
  const address = modelAddress(words)
  if (address === null)
    throw new LyraError('INVALID_PARAMS', `"${words}" is no choice and no address of a model`, {
      hint: `\`lyra models pull\` lists the choices; others are ${ADDRESSES}`,
    })
  const shared = {
    ...{ settings, log, signal: call.world.signal, onProgress: progress(call), now: () => performance.now() },
    ...{ anyway: call.flags.on('anyway'), fetchOnly: call.flags.on('fetch-only') },
  }
  if (address.kind === 'ollama' || address.kind === 'openai') {
    const { pullFromOllama, useOpenAiModel } = await import('../app/pulling/pull-local.ts')
    const pull = address.kind === 'ollama' ? pullFromOllama : useOpenAiModel
    return localResult(await pull({ ...shared, model: address.model }), call)
  }
  const { pullAndShelve } = await import('../app/pulling/pull-and-shelve.ts')
  return shelvedResult(await pullAndShelve(address, shared), call)
}

/** HF_ENDPOINT and HTTPS_PROXY are the names other programs know; a flag of this call goes before them. */
async function pullSettings(call: Call): Promise<Settings> {
  const settings = await settingsOf(call)
  const { env } = call.world
  const given = (path: string) => call.open.flags?.[path] !== undefined
  const hub = given('models.hub') ? settings.models.hub : (env.HF_ENDPOINT ?? settings.models.hub)
  const outside = isLocalEndpoint(hub) ? '' : (env.HTTPS_PROXY ?? env.https_proxy ?? '')
  const proxy = settings.models.proxy || (given('models.proxy') ? '' : outside)
  return { ...settings, models: { ...settings.models, hub, proxy } }
}

function progress(call: Call): (message: string) => void {
  let shown = ''
  return (message) => {
    if (message !== shown && !call.json) call.world.stderr(`${printable(message)}\n`)
    shown = message
  }
}

async function listChoices(call: Call): Promise<Result> {
  const { MODEL_CHOICES } = await import('../app/pulling/choices.ts')
  const rows = MODEL_CHOICES.map(({ name, task, megabytes, licence, brings, from }) => [
    ...[name, task, humanBytes(megabytes * 1e6), licence, brings, from],
  ])
  const text = table(rows, {
    columns: ['choice', 'for', 'size', 'licence', 'what it brings', 'from'],
    widest: 100,
    fit: call.world.width,
  })
  const more =
    '`lyra models pull <choice>` fetches one, measures it beside the models in use and takes it if it is no worse.\n' +
    `Besides these: ${ADDRESSES}.`
  return { document: { ok: true, choices: MODEL_CHOICES }, text: `${text}\n\n${more}` }
}

function shelvedResult(model: ShelvedModel, call: Call): Result {
  const { name, shelved, folder, bytes, why, commit, source } = model
  const figures = figuresTable([model.embedded, ...model.in_use, model.candidate], call.world.width)
  const where = `${source} at ${commit.slice(0, 12)}: ${humanBytes(bytes)} in ${folder}`
  const text = [where, '', figures, '']
  if (shelved.outcome === 'kept aside')
    return {
      document: { ok: false, ...model },
      text: [
        ...text,
        `Kept aside: ${shelved.reason} (${why}).`,
        'It is not used. Take it all the same with --anyway; nothing is fetched twice.',
      ].join('\n'),
      exit: NOT_TAKEN,
    }
  const closing =
    shelved.outcome === 'in use'
      ? `In use: ${shelved.setting}=${name}, written to ${shelved.saved_in} (${why}).`
      : `Use it with --set ${shelved.setting}=${name} (${why}).`
  return { document: { ok: true, ...model }, text: [...text, closing].join('\n') }
}

function localResult(model: LocalPulled, call: Call): Result {
  const { pulled, candidate, embedded, in_use: used, digest } = model
  const measured = candidate === null || embedded === null ? [] : [embedded, ...used, candidate]
  const figures = measured.length === 0 ? [] : [figuresTable(measured, call.world.width)]
  const where = digest === null ? model.model : `${model.model} (${digest.replace('sha256:', '').slice(0, 12)})`
  if (pulled.outcome === 'not taken') {
    const text = [where, ...figures, `Not taken: ${pulled.reason} (${pulled.why}). Take it all the same with --anyway.`]
    return { document: { ok: false, ...model }, text: text.join('\n'), exit: NOT_TAKEN }
  }
  const set = Object.entries(pulled.set).map(([path, value]) => `${path}=${value}`)
  const closing =
    pulled.outcome === 'in use'
      ? `In use: ${set.join(', ')}, written to ${pulled.saved_in}.`
      : `Use it with ${set.map((one) => `--set ${one}`).join(' ')}.`
  return { document: { ok: true, ...model }, text: [where, ...figures, closing].join('\n') }
}
