/**
 * Lines over 120 columns that are no comment, by folder: word lists, regular expressions, SQL, texts, which the
 * formatter leaves as they are. Counts may fall; a folder that is not here has none.
 */
export const LONG_LINES: Readonly<Record<string, number>> = {
  bench: 20,
  'bench/academic': 5,
  'bench/acquisition': 13,
  'bench/conductor': 1,
  'bench/extraction': 4,
  'bench/graph': 2,
  'bench/hostile': 3,
  'bench/injection': 15,
  'bench/sql': 1,
  'bench/stance': 10,
  'bench/vectors': 1,
  'bench/worlds': 2,
  scripts: 1,
  'scripts/demo-pack': 28,
  'scripts/docs': 6,
  'src/mcp': 2,
  'test/app': 2,
  'test/architecture': 4,
  'test/archive': 2,
  'test/browser': 4,
  'test/cli': 3,
  'test/e2e': 5,
  'test/engines': 11,
  'test/extract': 100,
  'test/guard': 6,
  'test/judge': 4,
  'test/models': 1,
  'test/net': 5,
  'test/rank': 9,
  'test/research': 21,
  'test/sources': 10,
  'test/store': 2,
}

/** The title of a test is one sentence on one line, however long. */
const TITLE = /^\s*(?:test|it|describe)\(['"`]/

/** Lines over `most` columns. A line of code that is long only by the comment behind it counts as a comment. */
export function longLinesOf(text: string, most: number): readonly { line: number; isComment: boolean }[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.length <= most || TITLE.test(line)) return []
    const bare = line.replace(/(['"`])(?:\\.|(?!\1)[^\\])*\1/g, (quoted) => ' '.repeat(quoted.length))
    const isComment = /^\s*(?:\*|\/\*|\/\/)/.test(line) || /\s\/\/\s/.test(bare)
    return [{ line: index + 1, isComment }]
  })
}
