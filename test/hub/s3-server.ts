import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { EMPTY_SHA256, type S3Keys, signV4 } from '../../src/hub/bundles/sign-v4.ts'
import { configuredHost } from '../../src/net/configured-host.ts'

/** Where Debian's packages of Swift were laid out, if not installed: usr/lib/python3/dist-packages lies under it. */
const ROOT = process.env.TEST_SWIFT_ROOT ?? ''
const SERVE = fileURLToPath(new URL('./swift/serve.py', import.meta.url))
const PYTHON = '/usr/bin/python3'
const ENVIRONMENT = {
  ...process.env,
  PYTHONPATH: `${ROOT}/usr/lib/python3/dist-packages`,
  LD_LIBRARY_PATH: `${ROOT}/usr/lib/x86_64-linux-gnu`,
}

function hasSwift(): boolean {
  if (!existsSync(PYTHON) || !existsSync(`${ROOT}/usr/lib/python3/dist-packages/swift`)) return false
  try {
    execFileSync(PYTHON, ['-c', 'import swift.proxy.server'], { env: ENVIRONMENT, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Why tests on object storage are skipped; false: they run. */
export const NO_S3 = hasSwift()
  ? false
  : 'no OpenStack Swift (Debian: swift-proxy, swift-account, swift-container, swift-object; TEST_SWIFT_ROOT)'

export interface S3Server extends AsyncDisposable {
  readonly endpoint: string
  readonly keys: S3Keys
  /** A new bucket. */
  bucket(): Promise<string>
}

/** OpenStack Swift with its S3 interface: a real object store, on a disk of its own in a temporary folder. */
export async function startS3(): Promise<S3Server> {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-s3-'))
  const server = spawn(PYTHON, [SERVE, folder], { env: ENVIRONMENT, stdio: ['ignore', 'pipe', 'pipe'] })
  let told = ''
  server.stderr.on('data', (piece: Buffer) => {
    told += piece.toString()
  })
  const port = await new Promise<number>((resolve, reject) => {
    server.stdout.once('data', (line: Buffer) => resolve(Number(line.toString())))
    server.once('exit', () => reject(new Error(`Swift ended: ${told.slice(-2000)}`)))
  })
  const endpoint = `http://127.0.0.1:${port}`
  const keys = { accessKey: 'test:tester', secretKey: 'testing' }
  let made = 0
  return {
    endpoint,
    keys,
    bucket: async () => {
      made += 1
      const name = `bucket-${made}`
      const url = new URL(`/${name}`, endpoint)
      const request = { method: 'PUT' as const, url, headers: { 'content-length': '0' }, bodySha256: EMPTY_SHA256 }
      const host = configuredHost(endpoint)
      const headers = signV4(request, keys, { region: 'us-east-1', at: new Date() })
      const answer = await host.send({ method: 'PUT', url: url.href, headers, silenceMs: 10_000 })
      let said = answer.ok ? '' : answer.reason
      if (answer.ok) for await (const piece of answer.body) said += Buffer.from(piece).toString()
      await host.close()
      if (!answer.ok || answer.status !== 200) throw new Error(`no bucket: ${said} ${told.slice(-2000)}`)
      return name
    },
    [Symbol.asyncDispose]: async () => {
      const ended = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
