import { defaultSettings } from '../../domain/settings.ts'

/** The models that ship, beside which every other one is measured. */
export const EMBEDDED = {
  stance: defaultSettings.models.nli,
  vectors: defaultSettings.models.embedding,
} as const
