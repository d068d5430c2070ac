import { VERSION } from '../../src/app/version.ts'
import { type Client, PATH_VARIABLES } from '../../src/cli/install/client.ts'
import { jsonConfig } from '../../src/cli/install/json-config.ts'
import { type HttpLaunch, npxLaunch, SERVER_NAME } from '../../src/cli/install/launch.ts'
import { tomlConfig } from '../../src/cli/install/toml-config.ts'
import { PACKAGE } from '../../src/cli/installed-copy.ts'
import { code, documented, GENERATED, markdownTable } from './markdown.ts'

const STDIO = npxLaunch('linux')
const HTTP: HttpLaunch = { kind: 'http', url: 'http://127.0.0.1:8765/mcp', token: '<token>' }

/** docs/clients.md: where each client keeps its servers, what is written there, and the links that add Lyra. */
export function clientsPage(clients: readonly Client[]): string {
  return [
    '# Clients',
    '',
    GENERATED,
    '<!-- Source: src/cli/install/clients.ts -->',
    '',
    ...introduction(),
    '## One line each',
    '',
    ...clients.map(readmeLine),
    '',
    '## Where they keep their servers',
    '',
    'Facts from the manual of each client; a test holds this page to the table in the code.',
    '',
    markdownTable(['client', 'Linux', 'macOS', 'Windows', 'section', 'form', 'HTTP', 'manual'], clients.map(row)),
    '',
    ...notes(clients),
    '## What is written',
    '',
    ...clients.flatMap(entries),
  ].join('\n')
}

function introduction(): readonly string[] {
  return [
    '> The package is not in the npm registry yet: what names it below works once it is. Until then make it with',
    '> `npm run package` and write the file instead of the name,',
    `> \`npx -y file:$PWD/dist/${PACKAGE}-${VERSION}.tgz install cursor\`, or call it from a clone,`,
    '> `npx lyra install cursor`: both write what works today, that file or the paths of the clone. The links below',
    '> name the package, and so wait for the registry.',
    '',
    `\`npx -y ${PACKAGE} install\` lists the assistants on this machine, \`install <client>\` writes the config`,
    'of one, `--all` of all that are found; `--dry-run` shows the change, `--undo` takes it back to the byte. Only',
    'the entry `lyra` is written: comments, order and line ends of the rest stay, the file as it was lies beside it',
    '(`.lyra-backup`), a link stays a link. A damaged config, or another server of that name, is left alone and',
    'named. Every flag: [reference/cli.md](reference/cli.md).',
    '',
    'From a clone, a project or a global install the entry names the absolute paths of `bin/lyra` and of the Node',
    'that runs it, since a client started from a desktop has not the `PATH` of a terminal. What `npx` fetched is',
    'started by `npx` again: the same version, or the same tarball, which has to stay where it is. `--prefer-offline`',
    'keeps npx from waiting for a registry; `install` fetches the model runtime, so that the client does not wait for',
    'it. On Windows `npx` is started through `cmd /c`. With `--http` the client sends its requests to `lyra serve`,',
    'with the token of `LYRA_HOME/server-token` in its header.',
    '',
  ]
}

function notes(clients: readonly Client[]): readonly string[] {
  const variables = Object.entries(PATH_VARIABLES).map(([name, otherwise]) => `${code(name)} is ${code(otherwise)}`)
  const folders = clients.flatMap(({ skills }) => (skills === null ? [] : code(skills)))
  return [
    `Where the variable is not set: ${variables.join(', ')}.`,
    '',
    'Claude Desktop reads only servers that it starts itself from this file; its one-click form is the bundle that',
    '`npm run mcpb` makes. Claude Code and Codex take skills: `install --skill` puts',
    `[the research loop](../skills/${PACKAGE}/SKILL.md) into ${folders.join(' and ')}.`,
    '',
  ]
}

/** As a README may have it. */
function readmeLine(client: Client): string {
  const link = client.link?.(STDIO)
  const ways = [
    code(`npx -y ${PACKAGE} install ${client.id}`),
    ...(client.ownCommand === null ? [] : [code(client.ownCommand)]),
    ...(link === undefined ? [] : [`[open in ${client.title}](${link.app})`]),
    ...(link === undefined || link.web === null ? [] : [`[by a web page](${link.web})`]),
  ]
  return `- **${client.title}**: ${ways.join(', or ')}`
}

function row(client: Client): readonly string[] {
  const { linux, darwin, win32 } = client.config
  return [
    `${client.title} (${code(client.id)})`,
    ...[linux, darwin, win32].map((paths) => paths.map(code).join(', else ')),
    code(client.section),
    formOf(client).toUpperCase(),
    client.http === null ? 'no' : 'yes',
    documented(client.manual, `The manual of ${client.id}`),
  ]
}

function formOf({ format }: Client): 'json' | 'toml' | 'yaml' {
  return format === jsonConfig ? 'json' : format === tomlConfig ? 'toml' : 'yaml'
}

function entries(client: Client): readonly string[] {
  const place = { section: client.section, name: SERVER_NAME }
  const shown = (entry: Parameters<Client['format']['put']>[2]) => [
    `\`\`\`${formOf(client)}`,
    client.format.put('', place, entry).trimEnd(),
    '```',
    '',
  ]
  const http = client.http === null ? [] : ['With `--http`:', '', ...shown(client.http(HTTP))]
  return [`### ${client.title}`, '', ...shown(client.stdio(STDIO)), ...http]
}
