import type { TestedModels } from '../app/pulling/test-model.ts'
import { table } from './text.ts'

type Measured = TestedModels['measured'][number]
type Verdict = NonNullable<TestedModels['verdict']>

const share = (value: number) => value.toFixed(2)
const megabytes = (value: number | null) => (value === null ? '' : value.toFixed(1))

/** Figures of the check set, one line a model, the embedded one first. */
export function figuresTable(measured: readonly Measured[], width: number): string {
  const stance = measured.flatMap((one) => (one.task === 'stance' ? [one] : []))
  const vectors = measured.flatMap((one) => (one.task === 'vectors' ? [one] : []))
  const tables: string[] = []
  if (stance.length > 0)
    tables.push(
      table(
        stance.map(({ model, figures, per_second: speed, megabytes: size }) => [
          ...[model, share(figures.macro_f1), share(figures.english), share(figures.japanese)],
          ...[share(figures.accuracy), share(figures.ece), figures.temperature.toFixed(2)],
          ...[speed.toFixed(0), megabytes(size)],
        ]),
        {
          columns: ['stance', 'macro-F1', 'en', 'ja, mixed', 'accuracy', 'ECE', 'temperature', 'pairs/s', 'MB'],
          widest: 100,
          fit: width,
        },
      ),
    )
  if (vectors.length > 0)
    tables.push(
      table(
        vectors.map(({ model, figures, per_second: speed, megabytes: size }) => [
          ...[model, share(figures.right_first), share(figures.english), share(figures.japanese)],
          ...[share(figures.nearer), `${share(figures.cosine_near)} / ${share(figures.cosine_unrelated)}`],
          ...[speed.toFixed(0), megabytes(size)],
        ]),
        {
          columns: ['vectors', 'right first', 'en', 'ja, mixed', 'nearer', 'cosines', 'texts/s', 'MB'],
          widest: 100,
          fit: width,
        },
      ),
    )
  return tables.join('\n\n')
}

export function verdictText(verdict: Verdict): string {
  return verdict.worth
    ? `Worth taking as ${verdict.setting}: ${verdict.why}`
    : `Not worth taking, ${verdict.reason}: ${verdict.why}`
}
