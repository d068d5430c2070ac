import type { Task } from '../../domain/task.ts'

export interface CrateFile {
  readonly name: string
  readonly about: string
  readonly mediaType: string
  readonly bytes: number
  readonly sha256: string
}

/** The context of RO-Crate 1.1 has no word for a hash; schema.org has one since. */
const CONTEXT = ['https://w3id.org/ro/crate/1.1/context', { sha256: 'http://schema.org/sha256' }]

/** ro-crate-metadata.json (RO-Crate 1.1): what lies in the folder, what it is about, and whose it is. */
export function crateMetadata(
  task: Task,
  files: readonly CrateFile[],
  made: { version: string; now: string },
): unknown {
  return {
    '@context': CONTEXT,
    '@graph': [
      {
        '@id': 'ro-crate-metadata.json',
        '@type': 'CreativeWork',
        conformsTo: { '@id': 'https://w3id.org/ro/crate/1.1' },
        about: { '@id': './' },
      },
      {
        '@id': './',
        '@type': 'Dataset',
        name: task.query,
        description: 'Evidence gathered by Lyra; it concludes nothing. Quoted texts belong to their authors.',
        datePublished: made.now,
        identifier: task.id,
        license: { '@id': '#rights' },
        hasPart: files.map(({ name }) => ({ '@id': name })),
        mentions: { '@id': '#gathering' },
      },
      {
        '@id': '#rights',
        '@type': 'CreativeWork',
        name: 'All rights stay with the authors',
        description:
          'Quoted passages, abstracts and archived pages belong to their authors and publishers, under whose terms ' +
          'they stand. Lyra grants no licence in them.',
      },
      ...files.map(({ name, about, mediaType, bytes, sha256 }) => ({
        '@id': name,
        '@type': 'File',
        name: about,
        encodingFormat: mediaType,
        contentSize: String(bytes),
        sha256,
      })),
      {
        '@id': '#gathering',
        '@type': 'CreateAction',
        name: 'Searches of the task',
        startTime: task.created_at,
        ...(task.stopped_at === null ? {} : { endTime: task.stopped_at }),
        instrument: { '@id': '#lyra' },
        result: files.map(({ name }) => ({ '@id': name })),
      },
      { '@id': '#lyra', '@type': 'SoftwareApplication', name: 'Lyra', version: made.version },
    ],
  }
}
