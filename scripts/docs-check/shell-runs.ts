import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CodeBlock, placeOf } from './code-blocks.ts'
import { type DemoIds, withDemoIds } from './demo-ids.ts'

export interface ShellRun {
  readonly blocks: readonly CodeBlock[]
  /** Null: every line ended well. */
  readonly problem: string | null
  /** What was left out, with the reason. */
  readonly left: readonly string[]
  readonly seconds: number
}

interface Setting {
  readonly root: string
  /** Folder for everything that is written. */
  readonly folder: string
  /** Home of a demo that has run. */
  readonly home: string
  readonly ids: DemoIds
}

/** Fewer claims than a reader's own run judges, so that the pages take seconds; they ask for the same things. */
export const FEWER_CLAIMS = { LYRA_JUDGEMENT__CLAIMS_PER_SEARCH: '5', LYRA_JUDGEMENT__CANDIDATES_PER_CLAIM: '3' }

/** A page that takes longer hangs. */
const LIMIT_MS = 240_000

/** The blocks of one page, in order, in one shell: what one sets the next may use. */
export async function runShell(blocks: readonly CodeBlock[], setting: Setting): Promise<ShellRun> {
  const started = performance.now()
  const place = mkdtempSync(join(setting.folder, 'page-'))
  const tree = layOut(place, setting)
  const missing = blocks.flatMap((block) => missingProgram(block) ?? [])
  const runnable = blocks.filter((block) => missingProgram(block) === null)
  const script = join(place, 'page.sh')
  const words = join(setting.root, 'scripts', 'docs-check', 'shell-words.sh')
  writeFileSync(script, [`. '${words}'`, ...runnable.map((block) => blockScript(block, setting))].join('\n'))
  const toldFile = join(place, 'told')
  const file = blocks[0]?.file ?? ''
  const { code, output } = await runBash(script, tree, {
    ...quietEnvironment(process.env),
    ...FEWER_CLAIMS,
    HOME: join(place, 'user'),
    LYRA_HOME: join(tree, '.demo'),
    LYRA_REPLAY: join(setting.root, 'demo', 'demo-web.warc.gz'),
    LYRA_HUMAN__NOTIFY: 'false',
    // `lyra doctor` asks nobody outside.
    LYRA_NET__ONLINE_HOSTS: 'localhost',
    NODE: process.execPath,
    LYRA: join(setting.root, 'bin', 'lyra'),
    TOLD: toldFile,
    DEMO_TASK: setting.ids.task,
    IN_GUIDE: file.startsWith('docs/guide/') ? 'yes' : '',
    SHARED: setting.folder,
    NAMES: join(setting.root, 'test', 'e2e', 'names-by-file.ts'),
  })
  const told = existsSync(toldFile) ? readFileSync(toldFile, 'utf8').trim().split('\n') : []
  return {
    blocks,
    problem: code === 0 ? null : problemOf(output, code),
    left: [...missing, ...new Set(told)].map((line) => `${file}: ${line.replace('\t', ': ')}`),
    seconds: (performance.now() - started) / 1000,
  }
}

/** A tree that looks like a checkout, in which a page may write, with the home that `npm run demo` leaves. */
function layOut(place: string, { root, home }: Setting): string {
  const tree = mkdtempSync(join(place, 'tree-'))
  for (const name of readdirSync(root))
    if (!['.git', '.demo', 'site'].includes(name)) symlinkSync(join(root, name), join(tree, name))
  cpSync(home, join(tree, '.demo'), { recursive: true })
  writeFileSync(
    join(tree, 'cookies.json'),
    '[{"name": "session", "value": "0f3a", "domain": "medical-library.example", "path": "/"}]\n',
  )
  return tree
}

/** `web="loopback"`: with the real network code, while no name resolves, so that only this machine is reached. */
function blockScript(block: CodeBlock, { ids }: Setting): string {
  const loopback = block.attributes.get('web') === 'loopback'
  const network = loopback
    ? ['unset LYRA_REPLAY', 'export NAMES_RESOLVE_WHEN=/nowhere NODE_OPTIONS="--import $NAMES"']
    : []
  return [`echo "@@${block.line}"`, ...network, withDemoIds(block.text, ids)].join('\n')
}

function missingProgram(block: CodeBlock): string | null {
  const program = block.attributes.get('needs')
  if (program === undefined) return null
  const found = (process.env.PATH ?? '').split(':').some((folder) => existsSync(join(folder, program)))
  return found ? null : `${placeOf(block)}\t${program} is not on this machine`
}

/** What a developer has set for Lyra or for Node is not the reader's; nor where a client or a service has its files. */
function quietEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(environment).filter(
      ([name]) => !/^(?:LYRA_|NODE_|XDG_|DBUS_|CODEX_HOME$|CLAUDE_CONFIG_DIR$)/.test(name),
    ),
  )
}

function problemOf(output: string, code: number | null): string {
  const line = [...output.matchAll(/^@@(\d+)$/gm)].at(-1)?.[1] ?? '?'
  const tail = output
    .slice(output.lastIndexOf(`@@${line}`))
    .split('\n')
    .slice(1)
    .slice(-12)
    .join('\n')
  return `the block of line ${line} ended with ${code ?? 'a timeout'}:\n${tail}`
}

/** In a process group of its own, so that what a page left running ends with it. */
function runBash(
  script: string,
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<{ readonly code: number | null; readonly output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn('bash', [script], { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const add = (chunk: Buffer) => {
      output += chunk.toString('utf8')
    }
    child.stdout.on('data', add)
    child.stderr.on('data', add)
    const endGroup = () => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      } catch {
        // Nothing of it is left.
      }
    }
    const timer = setTimeout(endGroup, LIMIT_MS)
    child.on('error', reject)
    child.on('exit', (code) => {
      clearTimeout(timer)
      endGroup()
      child.stdout.destroy()
      child.stderr.destroy()
      resolve({ code, output })
    })
  })
}
