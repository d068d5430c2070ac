/** Reasons as the graph keeps them, in English, and the same in Japanese; what is not listed stays as it is. */
const REASONS: readonly (readonly [RegExp, (parts: readonly string[]) => string])[] = [
  [/^contradicts a source of much higher trust$/u, () => 'はるかに信頼度の高い出所と矛盾する'],
  [/^its source is blocked$/u, () => '出所を遮断している'],
  [/^in dispute between sources of comparable trust$/u, () => '同程度に信頼できる出所の間で対立している'],
  [/^fewer than two independent sources$/u, () => '独立した出所が二つに満たない'],
  [
    /^(\d+) sources agree, none of them listed above UNVERIFIED$/u,
    ([count]) => `${count} の出所が一致するが、信頼できると登録されたものがない`,
  ],
  [/^its confidence is below ([\d.]+)$/u, ([least]) => `確信度が ${least} 未満`],
  [/^(\d+) independent sources agree$/u, ([count]) => `独立した出所 ${count} が一致する`],
  [/^its source was retracted$/u, () => '出所が撤回された'],
  [/^its paper was retracted$/u, () => '論文が撤回された'],
  [/^outdated: its source has a newer version, (.+)$/u, ([version]) => `出所に新しい版がある：${version}`],
  [/^corrected on (.+)$/u, ([domain]) => `${domain} が訂正した`],
  [/^outdated: (\S+) says otherwise since (\S+)$/u, ([domain, day]) => `${domain} が ${day} から別のことを述べている`],
  [/^a person called it irrelevant$/u, () => '人が無関係とした'],
  [/^it is a notice about another paper$/u, () => '別の論文についての告知である'],
  [/^its domain is blocked$/u, () => 'ドメインを遮断している'],
]

export function reasonInJapanese(reason: string): string {
  for (const [pattern, words] of REASONS) {
    const found = pattern.exec(reason)
    if (found !== null) return words(found.slice(1))
  }
  return reason
}
