import { createHmac, timingSafeEqual } from 'node:crypto'
import { open } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'

/** What went wrong between us and Tor's control port; each wants another remedy. */
export type ControlProblemKind =
  | 'bad_address'
  | 'unreachable'
  | 'no_control_port'
  | 'wrong_password'
  | 'password_needed'
  | 'cookie_unreadable'
  | 'wrong_cookie'
  | 'refused'

export interface ControlProblem {
  readonly kind: ControlProblemKind
  /** One sentence, safe to show: no path, no secret. */
  readonly reason: string
}

export interface TorState {
  /** How far Tor has come to its network, in percent. */
  readonly bootstrap: number
  /** Whether a circuit stands, so that a connection would go through. */
  readonly circuit: boolean
}

/** Tor runs on this machine or beside it: it answers at once or not at all. */
const ANSWER_MS = 1500
/** The control port's answers are short lines; what goes on and on is no control port. */
const LONGEST_ANSWER = 8192
/** Tor's cookie is as long as this, always; no other file is read. */
const COOKIE_BYTES = 32
const NONCE_BYTES = 32
/** The two keys of SAFECOOKIE (Tor's control-spec, 3.24). */
const SERVER_KEY = 'Tor safe cookie authentication server-to-controller hash'
const CLIENT_KEY = 'Tor safe cookie authentication controller-to-server hash'

class ControlError extends Error {
  readonly problem: ControlProblem
  constructor(kind: ControlProblemKind, reason: string) {
    super(reason)
    this.problem = { kind, reason }
  }
}

export interface ControlPort {
  /** Setting net.tor_control: host:port. */
  readonly address: string
  /** Setting net.tor_control_password; empty: the cookie, or no authentication at all. */
  readonly password: string
  readonly nonce: (bytes: number) => Uint8Array
}

/** SIGNAL NEWNYM: new circuits for what is asked from now on. Null when Tor agreed. */
export async function newCircuit(port: ControlPort): Promise<ControlProblem | null> {
  const answer = await talk(port, async (ask) => {
    expect250(await ask('SIGNAL NEWNYM'))
    return null
  })
  return answer
}

/** Whether Tor has a network, by its own word. */
export async function torState(port: ControlPort): Promise<TorState | ControlProblem> {
  return talk(port, async (ask) => {
    const lines = await ask('GETINFO status/bootstrap-phase status/circuit-established')
    expect250(lines)
    const text = lines.join('\n')
    return {
      bootstrap: Number(/\bPROGRESS=(\d{1,3})\b/.exec(text)?.[1] ?? 0),
      circuit: /circuit-established=1\b/.test(text),
    }
  })
}

type Ask = (command: string) => Promise<readonly string[]>

async function talk<T>(port: ControlPort, act: (ask: Ask) => Promise<T>): Promise<T | ControlProblem> {
  const [, host = '', number = ''] = /^(.*):(\d+)$/.exec(port.address) ?? []
  if (host === '') return { kind: 'bad_address', reason: 'net.tor_control is not host:port' }
  const socket = connect({ host: host.replace(/^\[|\]$/g, ''), port: Number(number) })
  try {
    const ask = await conversation(socket, port.address)
    await authenticate(ask, port)
    return await act(ask)
  } catch (error) {
    if (error instanceof ControlError) return error.problem
    throw error
  } finally {
    socket.destroy()
  }
}

/** One command, one answer of one or more lines: `250-` goes on, `250 ` ends (control-spec, 2.3). */
async function conversation(socket: Socket, address: string): Promise<Ask> {
  let text = ''
  let failed: ControlError | null = null
  let wake = () => {}
  const fail = (error: ControlError) => {
    failed ??= error
    wake()
  }
  const timer = setTimeout(() => fail(new ControlError('unreachable', 'The control port did not answer')), ANSWER_MS)
  socket.on('close', () => clearTimeout(timer))
  socket.on('error', () => fail(new ControlError('unreachable', `Nothing answers at ${address}`)))
  socket.on('close', () => fail(new ControlError('unreachable', 'The control port closed the connection')))
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1')
    if (text.length > LONGEST_ANSWER) fail(new ControlError('no_control_port', 'The control port talks too much'))
    wake()
  })
  const until = async (done: () => boolean) => {
    while (!done()) {
      if (failed !== null) throw failed
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
  let open = false
  socket.once('connect', () => {
    open = true
    wake()
  })
  await until(() => open)
  return async (command) => {
    socket.write(`${command}\r\n`)
    const lines: string[] = []
    for (;;) {
      await until(() => text.includes('\r\n'))
      const end = text.indexOf('\r\n')
      const line = text.slice(0, end)
      text = text.slice(end + 2)
      lines.push(line)
      if (!/^\d{3}[ +-]/.test(line)) throw new ControlError('no_control_port', 'What answers there is no control port')
      if (line[3] === ' ') return lines
    }
  }
}

async function authenticate(ask: Ask, { password, nonce }: ControlPort): Promise<void> {
  const told = (await ask('PROTOCOLINFO 1')).join('\n')
  const methods = (/\bMETHODS=([A-Z,]+)/.exec(told)?.[1] ?? '').split(',')
  if (methods.includes('NULL')) return expect250(await ask('AUTHENTICATE'))
  if (password !== '' && methods.includes('HASHEDPASSWORD')) {
    const quoted = password.replace(/["\\]/g, '\\$&').replace(/[\r\n]/g, '')
    const [line = ''] = await ask(`AUTHENTICATE "${quoted}"`)
    if (!line.startsWith('250')) throw new ControlError('wrong_password', 'Tor refuses net.tor_control_password')
    return
  }
  if (methods.includes('SAFECOOKIE')) return byCookie(ask, cookieFile(told), nonce)
  if (methods.includes('HASHEDPASSWORD'))
    throw new ControlError('password_needed', 'The control port wants a password (net.tor_control_password)')
  throw new ControlError('no_control_port', 'The control port offers no authentication that Lyra knows')
}

/** A quoted string of the control port; a backslash escapes the next letter. */
function cookieFile(told: string): string {
  return (/\bCOOKIEFILE="((?:[^"\\]|\\.)*)"/.exec(told)?.[1] ?? '').replace(/\\(.)/g, '$1')
}

/**
 * Tor's cookie file, by challenge: the port proves first that it knows the cookie, so that whoever listens there
 * instead of Tor learns nothing of the file it named.
 */
async function byCookie(ask: Ask, file: string, nonce: ControlPort['nonce']): Promise<void> {
  const cookie = await readCookie(file)
  const ours = Buffer.from(nonce(NONCE_BYTES))
  const [line = ''] = await ask(`AUTHCHALLENGE SAFECOOKIE ${ours.toString('hex')}`)
  const [, hash = '', theirs = ''] =
    /^250 AUTHCHALLENGE SERVERHASH=([0-9A-F]{64}) SERVERNONCE=([0-9A-F]{64})$/i.exec(line) ?? []
  if (hash === '') throw new ControlError('refused', `The control port answers ${line.slice(0, 60)}`)
  const both = Buffer.concat([cookie, ours, Buffer.from(theirs, 'hex')])
  const proof = createHmac('sha256', SERVER_KEY).update(both).digest()
  if (!timingSafeEqual(proof, Buffer.from(hash, 'hex')))
    throw new ControlError(
      'wrong_cookie',
      "The control port does not know the cookie of its own file: it may not be Tor's",
    )
  const [answer = ''] = await ask(`AUTHENTICATE ${createHmac('sha256', CLIENT_KEY).update(both).digest('hex')}`)
  if (!answer.startsWith('250')) throw new ControlError('wrong_cookie', 'Tor refuses the cookie')
}

async function readCookie(file: string): Promise<Buffer> {
  const unreadable = new ControlError(
    'cookie_unreadable',
    "Tor's cookie file cannot be read: be in Tor's group with CookieAuthFileGroupReadable 1, or set a password",
  )
  if (file === '') throw unreadable
  try {
    const handle = await open(file)
    try {
      const { size } = await handle.stat()
      const cookie = Buffer.alloc(COOKIE_BYTES)
      if (size !== COOKIE_BYTES || (await handle.read(cookie, 0, COOKIE_BYTES, 0)).bytesRead !== COOKIE_BYTES)
        throw unreadable
      return cookie
    } finally {
      await handle.close()
    }
  } catch {
    throw unreadable
  }
}

function expect250(lines: readonly string[]): void {
  const last = lines.at(-1) ?? ''
  if (!last.startsWith('250')) throw new ControlError('refused', `The control port answers ${last.slice(0, 60)}`)
}
