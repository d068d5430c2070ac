/**
 * What stands in the pictures of scans/: pages set in DejaVu Serif and Noto Serif JP, black and white, 150 dots an
 * inch.
 */
export const SCANNED = {
  english: [
    'Lead in drinking water',
    'In 2023 the city tested 1,248 household taps. Lead was above the limit of 10 micrograms per litre in 37 homes, most of them built before 1965.',
    'Replacing the pipes lowered the median level from 12.4 to 1.9 micrograms per litre within six months (p < 0.001). No household reported side effects.',
  ],
  japanese: [
    '水道水の鉛濃度について',
    '令和五年度の調査では、市内の一二四八世帯のうち三十七世帯で、鉛の濃度が基準値を超えていた。多くは昭和四十年より前に建てられた住宅である。',
    '配管を交換した世帯では、六か月後に濃度の中央値が12.4から1.9マイクログラムへ下がった。健康被害の報告はない。',
  ],
} as const

/** Character error rate: edits to make the reading equal to the truth, per character of the truth. */
export function characterErrors(read: string, truth: string): number {
  const [a, b] = [[...read], [...truth]]
  let row = b.map((_, index) => index + 1)
  for (const [i, one] of a.entries()) {
    let corner = i
    const next: number[] = []
    for (const [j, other] of b.entries()) {
      const left = j === 0 ? i + 1 : (next[j - 1] as number)
      next.push(Math.min(left + 1, (row[j] as number) + 1, corner + (one === other ? 0 : 1)))
      corner = row[j] as number
    }
    row = next
  }
  return (row.at(-1) ?? a.length) / b.length
}
