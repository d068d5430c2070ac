import { LyraError } from '../../domain/errors.ts'
import type { S3Keys } from './sign-v4.ts'

/** A bucket, and where in it the bundles lie. Holds no key: it is kept in the database, for all workers. */
export interface S3Place {
  readonly bucket: string
  readonly prefix: readonly string[]
  /** Origin of the service. */
  readonly endpoint: string
  readonly region: string
}

type Environment = Readonly<Record<string, string | undefined>>

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/u
const FORM = 's3://bucket/prefix?endpoint=https://storage.example&region=eu-west-1'

export function isS3(text: string): boolean {
  return text.startsWith('s3://')
}

/**
 * `s3://bucket/prefix?endpoint=...&region=...`. What the address leaves out is AWS_ENDPOINT_URL_S3 and AWS_REGION of
 * this machine, which also take its place where they are set: a machine may reach the store under another name.
 */
export function readS3Place(text: string, env: Environment): S3Place {
  const url = URL.parse(text)
  if (url === null || !isS3(text) || !BUCKET.test(url.host)) throw wrong(`${FORM} is the form of an address`)
  const unknown = [...url.searchParams.keys()].find((name) => name !== 'endpoint' && name !== 'region')
  if (unknown !== undefined || url.username !== '' || url.password !== '')
    throw wrong('The address of a bucket holds endpoint and region, and no keys')
  const region = env.AWS_REGION || url.searchParams.get('region') || 'us-east-1'
  if (!/^[a-z0-9-]{1,40}$/u.test(region)) throw wrong(`"${region.slice(0, 40)}" is no name of a region`)
  const given = env.AWS_ENDPOINT_URL_S3 || url.searchParams.get('endpoint') || `https://s3.${region}.amazonaws.com`
  const endpoint = URL.parse(given)
  if (endpoint === null || !/^https?:$/u.test(endpoint.protocol) || endpoint.pathname !== '/')
    throw wrong('The endpoint of the object storage is http(s)://host or http(s)://host:port')
  const prefix = url.pathname.split('/').filter((part) => part !== '')
  if (prefix.some((part) => !/^[A-Za-z0-9._-]+$/u.test(part))) throw wrong('A prefix has letters, digits and ._-')
  return { bucket: url.host, prefix, endpoint: endpoint.origin, region }
}

export function s3KeysOf(env: Environment): S3Keys {
  const {
    AWS_ACCESS_KEY_ID: accessKey = '',
    AWS_SECRET_ACCESS_KEY: secretKey = '',
    AWS_SESSION_TOKEN: token = '',
  } = env
  if (accessKey === '' || secretKey === '')
    throw new LyraError('INVALID_CONFIG', 'The bundles of this hub lie in object storage, and no key is set here', {
      hint: 'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment',
      details: { storage: 'bad_key' },
    })
  return { accessKey, secretKey, ...(token === '' ? {} : { sessionToken: token }) }
}

function wrong(message: string): LyraError {
  return new LyraError('INVALID_PARAMS', message, { hint: `For example ${FORM}` })
}
