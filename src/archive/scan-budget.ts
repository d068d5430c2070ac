/**
 * What any file may cost, however small, and what each of its bytes adds: text packs to a tenth, hardly ever to less.
 */
const FREE_BYTES = 128 * 1024 * 1024
const PER_BYTE = 100

/**
 * How much work a WARC file may make: bytes unpacked, bytes looked at in vain, records kept. A file of false members
 * or of headers without end would else be read again and again from each of its bytes.
 */
export interface ScanBudget {
  /** False when there is no more to spend. */
  spend(bytes: number): boolean
}

export function createScanBudget(fileBytes: number): ScanBudget {
  let left = FREE_BYTES + PER_BYTE * fileBytes
  return {
    spend: (bytes) => {
      left -= bytes
      return left >= 0
    },
  }
}
