import { createHash } from 'node:crypto'

const SALT = Buffer.from('lyra-tor')
/** The count byte of RFC 2440 3.6.1.3 that Tor uses: 65,536 bytes are hashed. */
const COUNT_BYTE = 0x60
const HASHED_BYTES = 65_536

/** The form of HashedControlPassword: salt, count and the iterated and salted hash of RFC 2440. */
export function hashPassword(password: string): string {
  const unit = Buffer.concat([SALT, Buffer.from(password)])
  const text = Buffer.alloc(HASHED_BYTES, unit)
  const digest = createHash('sha1').update(text).digest('hex')
  return `16:${SALT.toString('hex')}${COUNT_BYTE.toString(16)}${digest}`.toUpperCase()
}
