/**
 * Lines over 120 columns that are no comment, by folder: titles of tests, word lists, regular expressions, which the
 * formatter leaves as they are. Counts may fall; a folder that is not here has none.
 */
export const LONG_LINES: Readonly<Record<string, number>> = {
  bench: 19,
  'bench/academic': 5,
  'bench/acquisition': 13,
  'bench/conductor': 1,
  'bench/extraction': 4,
  'bench/graph': 2,
  'bench/injection': 15,
  'bench/sql': 1,
  'bench/stance': 11,
  'bench/vectors': 1,
  'bench/worlds': 2,
  scripts: 1,
  'scripts/demo-pack': 28,
  'scripts/docs': 7,
  'src/app': 1,
  'src/archive': 1,
  'src/browser': 1,
  'src/cli': 38,
  'src/domain': 9,
  'src/engines': 1,
  'src/extract': 64,
  'src/guard': 45,
  'src/human': 5,
  'src/judge': 159,
  'src/mcp': 32,
  'src/net': 3,
  'src/rank': 2,
  'src/report': 6,
  'src/research': 4,
  'src/sources': 2,
  'src/store': 28,
  'src/web': 3,
  'test/app': 12,
  'test/architecture': 4,
  'test/archive': 6,
  'test/browser': 13,
  'test/cli': 11,
  'test/demo': 1,
  'test/domain': 1,
  'test/e2e': 7,
  'test/engines': 23,
  'test/extract': 125,
  'test/guard': 31,
  'test/human': 8,
  'test/judge': 9,
  'test/mcp': 6,
  'test/models': 7,
  'test/net': 24,
  'test/rank': 12,
  'test/report': 1,
  'test/research': 65,
  'test/sources': 13,
  'test/store': 7,
  'test/web': 2,
  'test/work': 2,
}

/** Lines over `most` columns. A line of code that is long only by the comment behind it counts as a comment. */
export function longLinesOf(text: string, most: number): readonly { line: number; isComment: boolean }[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.length <= most) return []
    const bare = line.replace(/(['"`])(?:\\.|(?!\1)[^\\])*\1/g, (quoted) => ' '.repeat(quoted.length))
    const isComment = /^\s*(?:\*|\/\*|\/\/)/.test(line) || /\s\/\/\s/.test(bare)
    return [{ line: index + 1, isComment }]
  })
}
