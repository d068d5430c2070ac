import type { Settings } from '../../domain/settings.ts'
import { isLocalEndpoint } from '../../guard/l1-network-isolation.ts'
import { humanBytes } from '../text.ts'
import type { Check, Probes } from './check.ts'
import { type Finding, fine } from './finding.ts'
import { checkDatabase, checkDisk, checkOwnFiles } from './home-checks.ts'
import { installCommand } from './install-command.ts'
import { checkHandshake, checkInternet, checkIpv6 } from './net-checks.ts'
import { checkTor } from './tor-check.ts'

const NEEDED_NODE = 24

const checkNode: Check = async (probes) => {
  const found = `Node ${probes.nodeVersion}`
  if (Number.parseInt(probes.nodeVersion, 10) >= NEEDED_NODE) return fine('node', true, found)
  return {
    part: 'node',
    required: true,
    ok: false,
    found: `${found}, older than ${NEEDED_NODE}`,
    fix: probes.words.complete,
    code: 'INVALID_CONFIG',
  }
}

/** The programs src/browser looks for. */
const BROWSERS = [
  'google-chrome-stable',
  'google-chrome',
  'chrome',
  'chromium',
  'chromium-browser',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
] as const

const checkBrowser: Check = async (probes, settings) => {
  const { cdp_endpoint: endpoint, executable } = settings.browser
  const missing = (found: string, fix: string): Finding => ({
    part: 'browser',
    required: true,
    ok: false,
    found,
    fix,
    code: 'CHROME_NOT_READY',
  })
  if (endpoint !== '') {
    if (!isLocalEndpoint(endpoint))
      return fine('browser', true, `DevTools endpoint ${endpoint}, not local: not contacted`)
    const answer = await probes.getJson(new URL('/json/version', endpoint).href)
    if (answer?.status === 200) return fine('browser', true, `Chrome answers at ${endpoint}`)
    return missing(
      `nothing answers at browser.cdp_endpoint ${endpoint}`,
      `google-chrome --remote-debugging-port=${new URL(endpoint).port || '9222'}`,
    )
  }
  if (executable !== '') {
    if (probes.executable([executable]) !== null) return fine('browser', true, executable)
    return missing(`browser.executable ${executable} does not exist`, "lyra doctor --set browser.executable=''")
  }
  const installed = probes.executable(BROWSERS)
  if (installed !== null) return fine('browser', true, installed)
  const bundled = probes.packageFolder('@sparticuz/chromium')
  if (bundled !== null && probes.platform === 'linux' && probes.arch === 'x64')
    return fine('browser', true, 'bundled Chromium (@sparticuz/chromium)')
  return missing('no Chrome or Chromium', installCommand(probes.platform, 'chromium'))
}

const checkModels: Check = async (probes) => {
  const broken = (found: string): Finding => ({
    part: 'models',
    required: true,
    ok: false,
    found,
    fix: probes.words.renew,
    code: 'MODEL_NOT_READY',
  })
  const used = (await probes.models()).filter((model) => model.used_for !== null)
  const problem = used.find((model) => model.problem !== null)
  if (problem !== undefined) return broken(`${problem.name}: ${problem.problem} in ${problem.folder}`)
  if (probes.packageFolder('onnxruntime-node') === null)
    return { ...broken('onnxruntime-node is not installed'), fix: probes.words.complete }
  return fine('models', true, used.map((model) => `${model.name} (${humanBytes(model.bytes)})`).join(', '))
}

const checkOllama: Check = async (probes, settings) => {
  const { endpoint } = settings.llm
  if (!isLocalEndpoint(endpoint))
    return {
      part: 'ollama',
      required: false,
      ok: false,
      found: `llm.endpoint ${endpoint} is not on this machine or a private network: not contacted`,
      fix: 'lyra doctor --set llm.endpoint=http://127.0.0.1:11434',
      code: null,
    }
  const openai = settings.llm.api === 'openai'
  const answer = await probes.getJson(new URL(openai ? '/v1/models' : '/api/tags', endpoint).href)
  if (answer?.status !== 200)
    return {
      part: 'ollama',
      required: false,
      ok: false,
      found: `nothing answers at ${endpoint}; the built-in claim extractor is used`,
      fix: 'ollama serve',
      code: null,
    }
  const names = modelNames(answer.body)
  if (names.length > 0) return fine('ollama', false, `${endpoint}: ${names.join(', ')}`)
  return {
    part: 'ollama',
    required: false,
    ok: false,
    found: `${endpoint} answers, but has no model`,
    fix: 'ollama pull qwen2.5:3b',
    code: null,
  }
}

/** Ollama's list is called models and has names, that of an OpenAI-compatible server data and ids. */
function modelNames(body: unknown): readonly string[] {
  const rows = fieldOf(body, 'models') ?? fieldOf(body, 'data')
  if (!Array.isArray(rows)) return []
  return rows.flatMap((row: unknown) => {
    const name = fieldOf(row, 'name') ?? fieldOf(row, 'id')
    return typeof name === 'string' ? [name] : []
  })
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : null
}

const checkDisplay: Check = async (probes) => {
  const display = probes.env.WAYLAND_DISPLAY ?? probes.env.DISPLAY
  if (probes.platform === 'darwin' || probes.platform === 'win32') return fine('display', false, 'desktop session')
  if (display !== undefined && display !== '') return fine('display', false, display)
  return {
    part: 'display',
    required: false,
    ok: false,
    found: 'none; the browser runs headless, and a person cannot pass a challenge here',
    fix: installCommand(probes.platform, 'xvfb'),
    code: null,
  }
}

const CHECKS: readonly Check[] = [
  checkNode,
  checkBrowser,
  checkModels,
  checkOllama,
  checkTor,
  checkInternet,
  checkHandshake,
  checkIpv6,
  checkDisplay,
  checkDisk,
  checkDatabase,
  checkOwnFiles,
]

export async function examine(probes: Probes, settings: Settings): Promise<readonly Finding[]> {
  const findings = await Promise.all(CHECKS.map((check) => check(probes, settings)))
  return findings.map((finding) => ({ ...finding, fix: asTyped(finding.fix, probes.words.lyra) }))
}

/** A check writes `lyra`; what a person types depends on how this copy was installed. */
function asTyped(fix: string | null, lyra: string): string | null {
  return fix?.startsWith(OWN) === true ? `${lyra} ${fix.slice(OWN.length)}` : fix
}

const OWN = 'lyra '
