import { defaultSettings } from '../../src/domain/settings.ts'
import { createExtract } from '../../src/extract/extract.ts'
import type { Extract } from '../../src/extract/types.ts'

/** Extraction with the settings as they come. */
export function defaultExtract(): Extract {
  return createExtract(defaultSettings.extract)
}
