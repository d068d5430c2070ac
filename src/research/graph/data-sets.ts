/**
 * Names of the data behind a text: trial registrations, accession numbers and archived data sets. Two papers on one
 * trial are one observation of the world, however many journals print them.
 */
const PATTERNS: readonly RegExp[] = [
  /\bNCT\d{8}\b/giu,
  /\bISRCTN\d{8}\b/giu,
  /\bUMIN\d{9}\b/giu,
  /\bjRCT[a-z]?\d{9,10}\b/giu,
  /\bJapicCTI-?\d{6}\b/giu,
  /\bChiCTR[-a-z]*\d{8,10}\b/giu,
  /\b20\d{2}-\d{6}-\d{2}\b/gu,
  /\b(?:GSE\d{2,7}|PRJ[EDN][A-Z]\d+|phs\d{6})\b/gu,
  /\b10\.(?:5281\/zenodo\.\d+|5061\/dryad\.[a-z0-9]+|6084\/m9\.figshare\.\d+|7910\/dvn\/[a-z0-9]+)/giu,
]

export function dataSetsIn(text: string): readonly string[] {
  const found = PATTERNS.flatMap((pattern) => text.match(pattern) ?? [])
  return [...new Set(found.map((name) => name.toLowerCase()))].sort()
}
