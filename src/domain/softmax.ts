/** Scores as shares of one; a temperature over 1 makes them more alike. */
export function softmax(scores: readonly number[], temperature = 1): number[] {
  const highest = Math.max(...scores)
  const raised = scores.map((score) => Math.exp((score - highest) / temperature))
  const sum = raised.reduce((total, value) => total + value, 0)
  return raised.map((value) => value / sum)
}
