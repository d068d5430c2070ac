import { type ScanReport, scanRecords } from './scan-records.ts'

/**
 * How much of a WARC file are whole records. What another process is writing at this moment is not; it belongs to
 * nothing that the database names.
 */
export async function wholeLength(path: string): Promise<number> {
  const report: ScanReport = { end: 0, skippedBytes: 0 }
  for await (const _record of scanRecords(path, report)) {
    // Only where the last whole record ends is asked.
  }
  return report.end
}
