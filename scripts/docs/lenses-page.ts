import { join } from 'node:path'
import { type Lens, loadLenses } from '../../src/research/scope/lens-files.ts'
import { code, documented, GENERATED, markdownTable } from './markdown.ts'

const FIELDS: readonly (readonly [name: string, meaning: string])[] = [
  ['name', 'Small letters, digits and hyphens; what `--lens` takes'],
  ['title, title_ja', 'One or two words for a list'],
  ['about, about_ja', 'A sentence: what it is for'],
  ['domains', 'Its domains, each with what is below it'],
  [
    'strict',
    '`true` (default): results outside the domains are left out, by name; `false`: those inside are read first',
  ],
  ['engines', 'Engines to ask; the usual ones where it names none. One that this home does not have is said'],
  [
    'sources',
    'Paper indexes to search: openalex, semantic_scholar, crossref, arxiv, pubmed. ' +
      '`[]`: none; left out: as for any search',
  ],
  ['category', 'Kind of engines, as `--category`'],
  [
    'queries',
    'How the query is asked, at most five patterns with `{query}`; `site:` and other operators may stand in them',
  ],
]

export function lensesPage(root: string): string {
  const lenses = loadLenses(join(root, 'config', 'lenses'), '')
  return [
    '# Lenses',
    '',
    GENERATED,
    '<!-- Source: config/lenses/*.yaml -->',
    '',
    'A lens is a named set of sources: `lyra search ... --lens medicine`, or `options.scope.lens` of `search`;',
    'for all searches of a task `config.scope.lens` of `create_task`. `lyra lenses` and the resource `lyra://lenses`',
    'list them with your own.',
    '',
    'Your own are YAML files in `LYRA_HOME/lenses`; one of the same name takes the place of a shipped lens.',
    'A search keeps what its lens held when it began: a file that changes later changes neither a search under way nor',
    'its replay.',
    '',
    markdownTable(
      ['field', 'meaning'],
      FIELDS.map(([name, meaning]) => [code(name), meaning]),
    ),
    '',
    ...lenses.flatMap(lensPart),
  ].join('\n')
}

function lensPart(lens: Lens): readonly string[] {
  const { name, domains, strict, engines, sources, category, queries } = lens
  const title = documented(lens.title, `Lens ${name}`)
  const japanese = documented(lens.title_ja, `The Japanese title of lens ${name}`)
  const list = (items: readonly string[]) => items.map(code).join(', ')
  return [
    `## ${name}`,
    '',
    `${title} (${japanese}). ${documented(lens.about, `Lens ${name}`)}`,
    '',
    `- ${strict ? 'Only' : 'First'}: ${list(domains)}`,
    ...(engines.length === 0 ? [] : [`- Engines: ${list(engines)}`]),
    ...(sources === undefined ? [] : [`- Paper indexes: ${sources.length === 0 ? 'none' : list(sources)}`]),
    ...(category === undefined ? [] : [`- Engines of kind: ${code(category)}`]),
    `- Asked as: ${list(queries)}`,
    '',
  ]
}
