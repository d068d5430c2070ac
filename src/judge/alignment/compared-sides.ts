import { contentWords, isJapanese } from '../rules/words.ts'

/** What is compared, and with what: "A is longer than B", AはBより長い. */
interface ComparedSides {
  readonly target: ReadonlySet<string>
  readonly standard: ReadonlySet<string>
}

/** "More than 300" and "no later than May" compare with no thing of the matter. */
const THAN = /\bthan\s+(?![\d$€£¥])/iu
const BREAK = /[,;:.()、。（）]/u
const YORI = /より(?!も?[前後上下]|以)/u

function comparedSides(text: string): ComparedSides | null {
  const found = (isJapanese(text) ? YORI : THAN).exec(text)
  if (found === null) return null
  const [before, behind] = [text.slice(0, found.index), text.slice(found.index + found[0].length)]
  if (!isJapanese(text))
    return {
      target: contentWords(before.split(BREAK).at(-1) ?? ''),
      standard: contentWords(behind.split(BREAK)[0] ?? ''),
    }
  const piece = before.split(/[はがも、。「」]/u).at(-1) ?? ''
  const rest = `${before.slice(0, before.length - piece.length)}${behind}`
  return { target: contentWords(rest), standard: contentWords(piece) }
}

/** What the one compares is what the other compares it with, and the other way round. */
export function exchangesSides(one: string, other: string): boolean {
  const [mine, theirs] = [comparedSides(one), comparedSides(other)]
  if (mine === null || theirs === null) return false
  const only = (own: ReadonlySet<string>, without: ReadonlySet<string>) =>
    new Set([...own].filter((word) => !without.has(word)))
  const both = (a: ReadonlySet<string>, b: ReadonlySet<string>) => [...a].filter((word) => b.has(word)).length
  const [target, standard] = [only(mine.target, mine.standard), only(mine.standard, mine.target)]
  const [otherTarget, otherStandard] = [only(theirs.target, theirs.standard), only(theirs.standard, theirs.target)]
  const crossed = [both(target, otherStandard), both(standard, otherTarget)]
  return crossed.every((count) => count > 0) && both(standard, otherStandard) === 0
}
