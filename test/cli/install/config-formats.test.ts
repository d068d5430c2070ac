import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ConfigFormat, putChecked, removeChecked } from '../../../src/cli/install/config-format.ts'
import { jsonConfig } from '../../../src/cli/install/json-config.ts'
import { tomlConfig } from '../../../src/cli/install/toml-config.ts'
import { yamlConfig } from '../../../src/cli/install/yaml-config.ts'
import { LyraError } from '../../../src/domain/errors.ts'

const PLACE = { section: 'mcpServers', name: 'lyra' }
const TOML_PLACE = { section: 'mcp_servers', name: 'lyra' }
const YAML_PLACE = { section: 'extensions', name: 'lyra' }
const ENTRY = { command: 'node', args: ['lyra', 'mcp'] }

const json = (text: string, entry = ENTRY) => putChecked(jsonConfig, text, PLACE, entry)
const toml = (text: string) => putChecked(tomlConfig, text, TOML_PLACE, ENTRY)
const yaml = (text: string) => putChecked(yamlConfig, text, YAML_PLACE, ENTRY)

const refusal = (format: ConfigFormat, text: string): string => {
  try {
    format.read(text)
  } catch (error) {
    assert.ok(error instanceof LyraError)
    assert.equal(error.code, 'CONFIG_UNUSABLE')
    return error.message
  }
  return 'read'
}

test('LYRA 8.2: into JSON the entry comes behind the last server, in the indentation and line ends of the file', () => {
  assert.equal(
    json('{\r\n\t"mcpServers": {\r\n\t\t"a": { "url": "x" }\r\n\t}\r\n}\r\n'),
    '{\r\n\t"mcpServers": {\r\n\t\t"a": { "url": "x" },\r\n\t\t"lyra": {\r\n\t\t\t"command": "node",\r\n' +
      '\t\t\t"args": [\r\n' +
      '\t\t\t\t"lyra",\r\n\t\t\t\t"mcp"\r\n\t\t\t]\r\n\t\t}\r\n\t}\r\n}\r\n',
  )
  assert.equal(
    json('{"n":1,"mcpServers":{}}'),
    '{"n":1,"mcpServers":{"lyra":{"command":"node","args":["lyra","mcp"]}}}',
  )
  assert.equal(
    json('{"mcpServers": {"a": {}}}\n'),
    '{"mcpServers": {"a": {}, "lyra":{"command":"node","args":["lyra","mcp"]}}}\n',
  )
})

test('LYRA 8.2: comments and trailing commas of JSON stay where they are', () => {
  const text = '{ // top\n  "a": 1, /* one */\n  "mcpServers": {\n    // none yet\n  } // servers\n}'
  const lines =
    '    "lyra": {\n      "command": "node",\n      "args": [\n        "lyra",\n        "mcp"\n      ]\n    }'
  assert.equal(json(text), text.replace('// none yet', `// none yet\n${lines}`))
  const trailing = '{\n  "mcpServers": {\n    "a": {}, // mine\n  },\n}'
  assert.equal(json(trailing), trailing.replace('// mine', `// mine\n${lines},`))
  const noted = '{\n  "mcpServers": {\n    "a": {} // mine\n  }\n}'
  assert.equal(json(noted), noted.replace('{} // mine', `{}, // mine\n${lines}`))
})

test('LYRA 8.2: an empty file, and one with comments alone, become a whole config', () => {
  const whole =
    '{\n  "mcpServers": {\n    "lyra": {\n      "command": "node",\n      "args": [\n        "lyra",\n        "mcp"\n' +
    '      ]\n    }\n  }\n}\n'
  assert.equal(json(''), whole)
  assert.equal(json('{}\n'), whole)
  assert.equal(json('// settings'), `// settings\n${whole}`)
  assert.equal(toml(''), '[mcp_servers.lyra]\ncommand = "node"\nargs = ["lyra", "mcp"]\n')
  assert.equal(yaml(''), 'extensions:\n  lyra:\n    command: node\n    args:\n      - lyra\n      - mcp\n')
})

test('LYRA 8.2: an entry that is there is replaced in its place', () => {
  const text = '{\n  "mcpServers": {\n    "lyra": { "command": "old" }, // mine\n    "b": {}\n  }\n}'
  assert.equal(
    json(text, { command: 'new', args: [] }),
    '{\n  "mcpServers": {\n    "lyra": {\n      "command": "new",\n      "args": []\n    }, // mine\n' +
      '    "b": {}\n  }\n}',
  )
  assert.equal(
    toml('a = 1\n[mcp_servers.lyra]\ncommand = "old"\n# kept\n[mcp_servers.lyra.env]\nK = "v"\n[z]\nb = 2024-01-02\n'),
    'a = 1\n[mcp_servers.lyra]\ncommand = "node"\nargs = ["lyra", "mcp"]\n# kept\n[z]\nb = 2024-01-02\n',
  )
  assert.equal(
    yaml('extensions:\n  lyra: { cmd: old }\n  b: {}\nz: 1\n'),
    'extensions:\n  lyra:\n    command: node\n    args:\n      - lyra\n      - mcp\n  b: {}\nz: 1\n',
  )
})

test('LYRA 8.2: TOML keeps its strings, dates, lists and comments; the entry is a table at the end', () => {
  const text = [
    'title = "設定" # 一',
    "path = 'C:\\Users'",
    'long = """\nline "one"\n  two \\\n   three"""',
    'when = 1979-05-27 07:32:00',
    'rate = 1_000.5e3',
    'dotted."a b".c = { x = 1, y = [true, 0xff, -inf] }',
    '[[jobs]]\nname = "a"\n[jobs.env]\nK = "v"\n[[jobs]]\nname = "b"\n[jobs.env]\nK = "w"',
    '[mcp_servers."my server"]\ncommand = "x"',
  ].join('\n')
  assert.equal(toml(text), `${text}\n\n[mcp_servers.lyra]\ncommand = "node"\nargs = ["lyra", "mcp"]\n`)
})

test('LYRA 8.2: an entry of TOML in another spelling is found and replaced, not doubled', () => {
  const table = '[mcp_servers.lyra]\ncommand = "node"\nargs = ["lyra", "mcp"]\n'
  assert.equal(
    toml('[mcp_servers]\nlyra = { command = "old" }\nb.command = "x"\n'),
    `[mcp_servers]\nb.command = "x"\n\n${table}`,
  )
  assert.equal(toml('mcp_servers.lyra.command = "old"\n'), table)
})

test('LYRA 8.2: taking the entry out leaves what others have written since', () => {
  const remove = (format: ConfigFormat, text: string, place: typeof PLACE, withSection: boolean) =>
    removeChecked(format, text, place, withSection)
  assert.equal(
    remove(jsonConfig, '{\n  "mcpServers": {\n    "a": {},\n    "lyra": {}\n  },\n  "n": 2\n}', PLACE, false),
    '{\n  "mcpServers": {\n    "a": {}\n  },\n  "n": 2\n}',
  )
  assert.equal(remove(jsonConfig, '{"mcpServers":{"lyra":{}},"n":2}', PLACE, true), '{"n":2}')
  assert.equal(remove(jsonConfig, '{"n":2,"mcpServers":{"lyra":{}}}', PLACE, true), '{"n":2}')
  assert.equal(
    remove(tomlConfig, 'a = 1\n\n[mcp_servers.lyra]\ncommand = "x"\n\n[z]\nb = 2\n', TOML_PLACE, true),
    'a = 1\n\n\n[z]\nb = 2\n',
  )
  assert.equal(
    remove(yamlConfig, 'extensions:\n  a: {}\n  lyra:\n    cmd: x\nz: 1\n', YAML_PLACE, true),
    'extensions:\n  a: {}\nz: 1\n',
  )
  assert.equal(remove(yamlConfig, 'extensions:\n  lyra:\n    cmd: x\nz: 1\n', YAML_PLACE, true), 'z: 1\n')
})

test('LYRA 8.2: YAML under a bare key, in empty braces, and behind a long text', () => {
  const block = '  lyra:\n    command: node\n    args:\n      - lyra\n      - mcp\n'
  assert.equal(yaml('extensions:\nz: 1\n'), `extensions:\n${block}z: 1\n`)
  assert.equal(yaml('extensions: {} # none\nz: 1\n'), `extensions: # none\n${block}z: 1\n`)
  assert.equal(yaml('z: 1'), `z: 1\nextensions:\n${block}`)
  assert.equal(yaml('{}\n'), `extensions:\n${block}`)
  const long = 'extensions:\n  a:\n    note: |\n      一行目\n      二行目\n'
  assert.equal(yaml(`${long}z: 1\n`), `${long}${block}z: 1\n`)
})

test('LYRA 8.2: a damaged file is named with its line', () => {
  assert.equal(refusal(jsonConfig, '{\n  "a": 1\n  "b": 2\n}'), 'line 3: a "," or "}" is missing')
  assert.equal(refusal(jsonConfig, '{"a": tru}'), 'line 1: this is no JSON')
  assert.equal(refusal(jsonConfig, '{"a": "x\n"}'), 'line 1: a quotation mark is missing')
  assert.equal(refusal(jsonConfig, '[1]'), 'line 1: an object in braces is expected')
  assert.equal(refusal(jsonConfig, '{} x'), 'line 1: something stands behind the end of the JSON')
  assert.equal(refusal(jsonConfig, '['.repeat(300)), 'line 1: it is nested more than 200 deep')
  assert.equal(refusal(tomlConfig, 'a = 1\na = 2\n'), 'line 2: "a" stands twice')
  assert.equal(refusal(tomlConfig, 'a = 1\nb = "x\n'), 'line 2: a quotation mark is missing')
  assert.equal(refusal(tomlConfig, '[a]\n[a]\n'), 'line 2: this table stands twice')
  assert.equal(refusal(tomlConfig, 'a = yes\n'), 'line 1: this is no value of TOML')
  assert.equal(refusal(tomlConfig, 'a = 1 b = 2\n'), 'line 1: a line end is missing')
  assert.match(refusal(yamlConfig, 'a: 1\nb: [\n'), /^line \d: /)
  assert.equal(refusal(yamlConfig, '- a\n'), 'settings by name are expected')
})

test('LYRA 8.2: what cannot be edited without touching the rest is refused', () => {
  const why = (work: () => string): string => {
    try {
      return work()
    } catch (error) {
      return error instanceof LyraError ? error.message : String(error)
    }
  }
  assert.equal(
    why(() => json('{"mcpServers": {"lyra": {}, "lyra": {}}}')),
    'line 1: "lyra" stands twice',
  )
  assert.equal(
    why(() => json('{"mcpServers": [1]}')),
    '"mcpServers" holds no servers by name',
  )
  assert.equal(
    why(() => toml('mcp_servers = { a = { command = "x" } }\n')),
    'line 1: "mcp_servers" is written in one line; write it as [mcp_servers.<name>] tables',
  )
  assert.equal(
    why(() => yaml('extensions: { a: { cmd: x } }\n')),
    '"extensions" is written in braces; write it as a block, one name a line',
  )
})

test('LYRA 8.2: a name like __proto__ is data', () => {
  const text = '{"__proto__": {"x": 1}, "mcpServers": {}}'
  assert.ok(json(text).startsWith('{"__proto__": {"x": 1}, "mcpServers": {'))
  assert.equal(Object.hasOwn(tomlConfig.read('[__proto__]\nx = 1\n'), '__proto__'), true)
  assert.equal(Reflect.get({}, 'x'), undefined)
})
