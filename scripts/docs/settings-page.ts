import type { SettingPath } from '../../src/domain/setting-paths.ts'
import { code, documented, GENERATED, markdownTable } from './markdown.ts'

export function settingsPage(paths: readonly SettingPath[]): string {
  const groups = Map.groupBy(paths, (setting) => (setting.path.includes('.') ? (setting.path.split('.')[0] ?? '') : ''))
  const sections = [...groups].map(([group, settings]) => {
    const rows = settings.map((setting) => [
      code(setting.path),
      documented(setting.description, `Setting ${setting.path}`),
      setting.kind === 'choice' ? setting.choices.map(code).join(', ') : setting.kind,
      code(JSON.stringify(setting.fallback)),
      code(setting.environment),
    ])
    return `## ${group === '' ? 'General' : code(group)}\n\n${markdownTable(['setting', 'meaning', 'kind', 'default', 'environment'], rows)}\n`
  })
  return [
    '# Settings',
    '',
    GENERATED,
    '<!-- Source: src/domain/settings.ts -->',
    '',
    'Later wins: default, `config/settings.yaml`, `LYRA_HOME/config.yaml`, environment, `--set path=value`.',
    'A list is written `[a, b]` in YAML and `a,b` in the environment or a flag. A wrong name or value is `INVALID_CONFIG`.',
    'A mark such as REQ 3.2.2 names the section of the requirement that a value comes from.',
    '',
    ...sections,
  ].join('\n')
}
