/** 0.12345 to three digits is 0.123: figures that people and logs read. */
export function roundTo(value: number, digits: number): number {
  const scale = 10 ** digits
  return Math.round(value * scale) / scale
}
