import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { z } from 'zod'
import { LyraError } from '../../domain/errors.ts'

const signatureSchema = z.strictObject({
  algorithm: z.literal('ed25519'),
  /** SPKI, PEM. */
  public_key: z.string().max(1000),
  signature: z.string().max(200),
})

export const LARGEST_SIGNATURE = 4096

/** manifest.sig: an Ed25519 signature over the bytes of manifest.json, by a key of the user. */
export function signManifest(manifest: Uint8Array, privateKeyPem: string): Buffer {
  const key = keyOf(() => createPrivateKey(privateKeyPem), 'The signing key')
  const signed = {
    algorithm: 'ed25519',
    public_key: createPublicKey(key).export({ type: 'spki', format: 'pem' }),
    signature: sign(null, manifest, key).toString('base64'),
  }
  return Buffer.from(`${JSON.stringify(signed, null, 2)}\n`)
}

export interface Signer {
  /** SHA-256 of the public key, to compare with what the maker tells by another way. */
  readonly key_sha256: string
}

/** Who signed the manifest; throws where the signature is wrong, or not by the key that was asked for. */
export function verifySignature(manifest: Uint8Array, file: Uint8Array, expectedKeyPem: string | null): Signer {
  const parsed = signatureSchema.safeParse(readJson(file))
  if (!parsed.success) throw unsigned('its signature cannot be read')
  const key = keyOf(() => createPublicKey(parsed.data.public_key), 'The key inside of the bundle')
  if (!verify(null, manifest, key, Buffer.from(parsed.data.signature, 'base64')))
    throw unsigned('its signature does not fit the manifest')
  const signer = fingerprint(key)
  if (expectedKeyPem !== null) {
    const expected = fingerprint(keyOf(() => createPublicKey(expectedKeyPem), 'The key given with --key'))
    if (expected !== signer) throw unsigned(`it is signed by another key (${signer})`)
  }
  return { key_sha256: signer }
}

export function unsigned(why: string): LyraError {
  return new LyraError('BUNDLE_REJECTED', `The bundle is not signed as asked: ${why}`)
}

function fingerprint(key: KeyObject): string {
  return createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex')
}

function keyOf(read: () => KeyObject, name: string): KeyObject {
  const hint = 'Make one with `openssl genpkey -algorithm ed25519 -out key.pem`'
  try {
    const key = read()
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch (cause) {
    throw new LyraError('INVALID_PARAMS', `${name} is no PEM file of a key`, { hint, cause })
  }
  throw new LyraError('INVALID_PARAMS', `${name} is no Ed25519 key`, { hint })
}

function readJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch {
    return null
  }
}
