import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'

/** Nobody, by the number that every Linux gives it. */
const NOBODY = 65534

/** How this machine reaches its registry, which an empty one would have been told as well. */
const REACH = [
  /^npm_config_(registry|userconfig|cafile|(https_)?proxy|noproxy)$/i,
  /^(NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|SSL_CERT_DIR|https?_proxy|no_proxy)$/i,
]

/** An empty machine for one user, as far as npm and a program see it: folders of its own, and one Node on PATH. */
export interface Sandbox {
  readonly folder: string
  readonly work: string
  readonly lyraHome: string
  readonly cache: string
  readonly env: Readonly<Record<string, string>>
  /** What to put before a command to run it as another user. */
  readonly as: readonly string[]
  remove(): void
}

/** The files of the npm that started this, which runs under every Node from 20 on. */
function npmFolder(): string {
  const cli = process.env.npm_execpath
  if (cli !== undefined) return dirname(cli)
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    try {
      return dirname(realpathSync(join(folder, 'npm')))
    } catch {}
  }
  throw new Error('npm was not found')
}

export function canBeNobody(): boolean {
  return process.getuid?.() === 0 && spawnSync('setpriv', ['--version']).status === 0
}

export function openSandbox(node: string, { nobody = false } = {}): Sandbox {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-package-'))
  const inside = (name: string) => join(folder, name)
  const own = ['work', 'home', 'tmp', 'cache', 'lyra']
  for (const name of [...own, 'bin']) mkdirSync(inside(name))
  symlinkSync(realpathSync(node), inside('bin/node'))
  for (const name of ['npm', 'npx']) symlinkSync(join(npmFolder(), `${name}-cli.js`), inside(`bin/${name}`))
  chmodSync(folder, 0o755)
  if (nobody) for (const name of own) chownSync(inside(name), NOBODY, NOBODY)
  const reach = Object.entries(process.env).filter(([name]) => REACH.some((each) => each.test(name)))
  return {
    folder,
    work: inside('work'),
    lyraHome: inside('lyra'),
    cache: inside('cache'),
    env: {
      ...Object.fromEntries(reach.map(([name, value]) => [name, value ?? ''])),
      PATH: [inside('bin'), '/usr/bin', '/bin'].join(delimiter),
      HOME: inside('home'),
      TMPDIR: inside('tmp'),
      LYRA_HOME: inside('lyra'),
      npm_config_cache: inside('cache'),
      npm_config_update_notifier: 'false',
    },
    as: nobody ? ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'] : [],
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
  }
}

/** What was left where nothing may be: the folder it ran in, the user's home, the temporary folder. */
export function leftBehind({ folder }: Sandbox): readonly string[] {
  const left = ['work', 'home', 'tmp'].flatMap((name) =>
    readdirSync(join(folder, name)).map((file) => `${name}/${file}`),
  )
  // npm's own, where its Node can keep compiled code.
  return left.filter((path) => path !== 'tmp/node-compile-cache')
}

/** Bytes of the files of a folder, each counted once. */
export function folderBytes(folder: string): number {
  const { stdout } = spawnSync('du', ['-s', '-B1', '--apparent-size', folder], { encoding: 'utf8' })
  return Number.parseInt(stdout, 10)
}
