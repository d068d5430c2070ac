import type { Task } from '../../domain/task.ts'

export interface CrateFile {
  readonly name: string
  readonly about: string
  readonly mediaType: string
  readonly bytes: number
}

/** ro-crate-metadata.json (RO-Crate 1.1): what lies in the folder, and what it is about. */
export function crateMetadata(
  task: Task,
  files: readonly CrateFile[],
  made: { version: string; now: string },
): unknown {
  return {
    '@context': 'https://w3id.org/ro/crate/1.1/context',
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
        hasPart: files.map(({ name }) => ({ '@id': name })),
        mentions: { '@id': '#gathering' },
      },
      ...files.map(({ name, about, mediaType, bytes }) => ({
        '@id': name,
        '@type': 'File',
        name: about,
        encodingFormat: mediaType,
        contentSize: String(bytes),
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
