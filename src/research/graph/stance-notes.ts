import type { Edge } from '../../domain/claim.ts'
import { isImplied } from './update-implied.ts'

/** What decided a stance, for whoever asks: the notes of the judge, and that it only follows from others. */
export function stanceNotes(edge: Edge): readonly string[] {
  return isImplied(edge) ? ['implied'] : (edge.nli_notes ?? [])
}
