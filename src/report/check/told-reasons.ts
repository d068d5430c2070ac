import type { Reason } from '../../judge/alignment/judge-alignment.ts'

/** Reasons as they are told: each thing once, spelled as the draft spells it. */
export function toldReasons(statement: string, reasons: readonly Reason[]): readonly Reason[] {
  const told = new Map<string, Reason>()
  for (const { ground, said, problem } of reasons) {
    const key = `${GROUND_OF[ground] ?? ground}\n${said.toLowerCase()}`
    if (!told.has(key)) told.set(key, { ground, problem, said: asSpelled(statement, said) })
  }
  return [...told.values()]
}

/** A word and its opposite may be told by more than one comparison. */
const GROUND_OF: Readonly<Partial<Record<Reason['ground'], string>>> = {
  opposite: 'turned',
  denial: 'turned',
  other_name: 'name',
}

/** What was compared is folded; a reader looks for "9.7 mmHg". */
function asSpelled(statement: string, said: string): string {
  const at = statement.toLowerCase().indexOf(said.toLowerCase())
  return said === '' || at < 0 ? said : statement.slice(at, at + said.length)
}
