/** A requirement, decision or tracker number named in a text, and what is wrong with naming it so; null: nothing. */
export interface Citation {
  readonly line: number
  readonly text: string
  readonly problem: string | null
}

/** What a citation may lead to: anchors of the requirements (`req-3.1.7.3`) and numbers of decisions (`0014`). */
export interface Targets {
  readonly anchors: ReadonlySet<string>
  readonly decisions: ReadonlySet<string>
}

/** White space, or the end of a comment line and the mark that begins the next. */
const GAP = '(?: |\\s*\\n\\s*(?:\\*|//|--|#)?\\s*)'
const NUMBER = '\\d+(?:\\.\\d+)*'
const LAYERS = `L\\d(?:,${GAP}L\\d)*`
/** Only a dotted number goes on with the document before it: "REQ 3.1.4, 4.6", but not "REQ 7, 3 of them". */
const MORE = `(?:(?:,|${GAP}and)${GAP}[1-9](?:\\.\\d+)+(?:${GAP}${LAYERS})?)`
const SECTION = `(?:phases?${GAP}\\d(?:-\\d)?|decision${GAP}\\d|${NUMBER}(?:${GAP}${LAYERS})?${MORE}*)`
const NUMBERED = new RegExp(`\\b(REQ|TRUST|GRAPH|EXPLORE|FEEDBACK|LYRA)${GAP}(${SECTION})`, 'g')
const BARE = new RegExp(`\\b(REQ|TRUST|GRAPH|EXPLORE|FEEDBACK)\\b(?!${GAP}${SECTION})`, 'g')
const FOREIGN = /\b(?:SPEC|STACK|STYLE)\b(?=[ :),]|$)/gm
const TRACKER = /\bissues? #?\d+\b/gi
const DECISION = /\bADR (\d+)\b/g

/** Every citation of a text, in order. `bareNames`: a page that explains the documents may name them as such. */
export function citationsOf(text: string, targets: Targets, bareNames = false): readonly Citation[] {
  const found: (Citation & { readonly at: number })[] = []
  const add = (match: RegExpMatchArray, shown: string, problem: string | null) =>
    found.push({ at: match.index ?? 0, line: text.slice(0, match.index).split('\n').length, text: shown, problem })
  for (const match of text.matchAll(NUMBERED))
    for (const [shown, anchor] of anchorsOf(match[1] ?? '', match[2] ?? ''))
      add(match, shown, targets.anchors.has(anchor) ? null : `there is no ${shown} in docs/requirements`)
  if (!bareNames)
    for (const match of text.matchAll(BARE)) add(match, match[0], `name the section, e.g. ${match[0]} 1.1`)
  for (const match of text.matchAll(FOREIGN))
    add(match, match[0], `${match[0]} is not in this repository: cite docs/requirements.md, an ADR or CONTRIBUTING`)
  for (const match of text.matchAll(TRACKER))
    add(match, match[0], 'a reader cannot open the tracker: cite the requirement, e.g. LYRA 6.1')
  for (const match of text.matchAll(DECISION))
    add(match, match[0], targets.decisions.has(match[1] ?? '') ? null : `docs/adr has no ${match[1]}`)
  return found.sort((a, b) => a.at - b.at).map(({ line, text: shown, problem }) => ({ line, text: shown, problem }))
}

/** "3.1.4, 4.4.1 L2, L4" of REQ: ["REQ 3.1.4", "req-3.1.4"], ["REQ 4.4.1 L2", "req-4.4.1-l2"], [... L4 ...]. */
function anchorsOf(document: string, section: string): readonly (readonly [string, string])[] {
  const plain = section.replace(/\s*\n\s*(?:\*|\/\/|--|#)?\s*/g, ' ')
  const named = /^(phase|decision)s? (\d)(?:-(\d))?$/.exec(plain)
  if (named !== null) {
    const [, kind = '', first = '', last = first] = named
    return range(Number(first), Number(last)).map((one) => shownAndAnchor(document, `${kind} ${one}`))
  }
  let number = ''
  return plain.split(/, | and /).flatMap((part) => {
    const [head = '', layer = ''] = part.startsWith('L') ? [number, part] : part.split(' ')
    number = head
    return [shownAndAnchor(document, layer === '' ? head : `${head} ${layer}`)]
  })
}

function shownAndAnchor(document: string, section: string): readonly [string, string] {
  return [`${document} ${section}`, `${document} ${section}`.toLowerCase().replaceAll(' ', '-')]
}

function range(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}
