import { CHUNK_BYTES, createMemberHash } from '../../archive/zip/member.ts'
import { memberStream, readMember, readZipDirectory, type ZipEntry } from '../../archive/zip/read-zip.ts'
import { LyraError } from '../../domain/errors.ts'
import { sha256 } from '../../domain/ids.ts'
import { LARGEST_MANIFEST, type Manifest, MEMBERS, manifestSchema } from './manifest.ts'
import { LARGEST_SIGNATURE, type Signer, unsigned, verifySignature } from './signature.ts'

/** A bundle of which every byte is as its manifest says. */
export interface VerifiedBundle {
  readonly path: string
  readonly manifest: Manifest
  /** Of the bytes of manifest.json: with it a single stretch of the bundle can be proven later. */
  readonly manifestSha256: string
  readonly signer: Signer | null
  /** By name. */
  readonly entries: ReadonlyMap<string, ZipEntry>
}

/** A stretch of a member that is not what the manifest says; the last byte is inside. */
export interface Damage {
  readonly member: string
  readonly from: number
  readonly to: number
}

/** Reads the whole file; throws BUNDLE_REJECTED, with the member and the bytes where something was changed. */
export async function verifyBundle(path: string, expectedKeyPem: string | null): Promise<VerifiedBundle> {
  const listed = await readZipDirectory(path)
  const entries = new Map(listed.map((entry) => [entry.name, entry]))
  const [manifestEntry, signatureEntry] = [entries.get(MEMBERS.manifest), entries.get(MEMBERS.signature)]
  if (manifestEntry === undefined) throw rejected('it has no manifest.json: is it a bundle of Lyra?')
  const bytes = await readMember(path, manifestEntry, LARGEST_MANIFEST)
  const manifest = readManifest(bytes)
  const signer =
    signatureEntry === undefined
      ? null
      : verifySignature(bytes, await readMember(path, signatureEntry, LARGEST_SIGNATURE), expectedKeyPem)
  if (signer === null && expectedKeyPem !== null) throw unsigned('it has no signature')
  requireSameMembers(manifest, entries)
  const damaged: Damage[] = []
  for (const member of manifest.members) {
    const entry = entries.get(member.name)
    if (entry !== undefined) damaged.push(...(await damagesOf(path, entry, member)))
  }
  if (damaged.length > 0) throw altered(damaged)
  return { path, manifest, manifestSha256: sha256(bytes), signer, entries }
}

function rejected(why: string): LyraError {
  return new LyraError('BUNDLE_REJECTED', `The file is not let in: ${why}`)
}

export function readManifest(bytes: Buffer): Manifest {
  let data: unknown
  try {
    data = JSON.parse(bytes.toString('utf8'))
  } catch {
    throw rejected('its manifest.json is damaged')
  }
  const version = typeof data === 'object' && data !== null && 'version' in data ? data.version : null
  if (typeof version === 'number' && version > manifestSchema.shape.version.value)
    throw rejected(`it is of version ${version} of the format; a newer Lyra may read it`)
  const parsed = manifestSchema.safeParse(data)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw rejected(`its manifest.json is not as it should be: ${issue?.path.join('.')}: ${issue?.message}`)
}

function requireSameMembers({ members }: Manifest, entries: ReadonlyMap<string, ZipEntry>): void {
  const known: readonly string[] = Object.values(MEMBERS)
  const named = new Set(members.map(({ name }) => name))
  for (const name of [MEMBERS.slice, MEMBERS.archive, MEMBERS.report])
    if (!named.has(name)) throw rejected(`its manifest does not name ${name}`)
  for (const name of named) {
    if (!known.includes(name)) throw rejected(`${name} is no member of a bundle`)
    if (!entries.has(name)) throw rejected(`${name} is missing`)
  }
  const outside: readonly string[] = [MEMBERS.manifest, MEMBERS.signature]
  for (const name of entries.keys())
    if (!named.has(name) && !outside.includes(name)) throw rejected(`${name} is not in its manifest`)
}

async function damagesOf(path: string, entry: ZipEntry, said: Manifest['members'][number]): Promise<readonly Damage[]> {
  const hash = createMemberHash()
  for await (const piece of memberStream(path, entry)) hash.add(piece)
  const found = hash.end()
  if (found.sha256 === said.sha256 && found.bytes === said.bytes) return []
  const last = Math.max(found.bytes, said.bytes) - 1
  const chunks = Array.from({ length: Math.max(found.chunks.length, said.chunks.length) }, (_, at) => at)
  const stretches = chunks
    .filter((at) => found.chunks[at] !== said.chunks[at])
    .map((at) => ({ from: at * CHUNK_BYTES, to: Math.min((at + 1) * CHUNK_BYTES - 1, last) }))
  // A manifest whose hashes contradict each other tells nothing about the place.
  const places = stretches.length === 0 ? [{ from: 0, to: Math.max(0, last) }] : joined(stretches)
  return places.map((place) => ({ member: entry.name, ...place }))
}

function joined(stretches: readonly Omit<Damage, 'member'>[]): readonly Omit<Damage, 'member'>[] {
  const places: { from: number; to: number }[] = []
  for (const { from, to } of stretches) {
    const before = places.at(-1)
    if (before !== undefined && before.to + 1 === from) before.to = to
    else places.push({ from, to })
  }
  return places
}

/** Places told in the message; the details have all. */
const TOLD = 3

function altered(damaged: readonly Damage[]): LyraError {
  const told = damaged.slice(0, TOLD).map(({ member, from, to }) => `${member}, bytes ${from} to ${to}`)
  const more = damaged.length > TOLD ? ` and ${damaged.length - TOLD} more places` : ''
  return new LyraError('BUNDLE_REJECTED', `The bundle was altered or damaged: ${told.join('; ')}${more}`, {
    details: { damaged },
  })
}
