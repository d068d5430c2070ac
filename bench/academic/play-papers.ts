import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

interface Play {
  readonly root: string
  readonly archive: string
  readonly queries: readonly string[]
  readonly fullText: boolean
}

export interface PlayedPapers {
  readonly papersRead: number
  /** By the id of the claim, which follows from its text and place. */
  readonly verdicts: ReadonlyMap<string, { readonly status: string; readonly text: string }>
  /**
   * Claims that stand in results, discussion, limits or conclusions, and claims such a passage speaks for or against.
   */
  readonly claimsFromFindings: number
  readonly claimsWithFindings: number
  readonly seconds: number
}

const FINDINGS = `('results', 'discussion', 'limitations', 'conclusions')`
/** The page of a paper is a result of the web search, too; there it would be read in either run. */
const SAME_WEB = ['--set', 'explore.enabled=false']

/** The searches by a real MCP client over the archive; papers in full or by their abstracts. */
export async function playPapers({ root, archive, queries, fullText }: Play): Promise<PlayedPapers> {
  const home = mkdtempSync(join(tmpdir(), 'lyra-papers-'))
  copyFileSync(join(root, 'demo', 'domains.yaml'), join(home, 'domains.yaml'))
  const settings = [...SAME_WEB, '--set', `sources.full_text=${fullText}`]
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(root, 'bin', 'lyra'), 'mcp', '--home', home, '--replay', archive, ...settings],
    stderr: 'ignore',
  })
  const client = new Client({ name: 'full-text-bench', version: '1.0.0' })
  await client.connect(transport)
  const started = performance.now()
  try {
    await searchAll(client, queries)
  } finally {
    await client.close()
  }
  const seconds = Math.round((performance.now() - started) / 1000)
  try {
    return { ...readVerdicts(join(home, 'lyra.db')), seconds }
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

async function searchAll(client: Client, queries: readonly string[]): Promise<void> {
  const call = async (name: string, input: Record<string, unknown>) => {
    const { structuredContent } = await client.callTool({ name, arguments: input }, { timeout: 900_000 })
    return structuredContent as Record<string, unknown>
  }
  const { task_id } = await call('create_task', { query: 'Does silverleaf tea lower blood pressure?' })
  for (const query of queries)
    for (;;) {
      const answer = await call('search', { task_id, query, options: { wait_seconds: 600 } })
      if (answer.ok !== true) throw new Error(`"${query}": ${JSON.stringify(answer)}`)
      if (answer.status !== 'running' && answer.status !== 'queued') break
    }
}

function readVerdicts(path: string): Omit<PlayedPapers, 'seconds'> {
  const db = new DatabaseSync(path, { readOnly: true })
  const count = (sql: string) => Number(db.prepare(sql).get()?.n)
  try {
    const rows = db.prepare('SELECT id, verification_status AS status, claim_text AS text FROM claims').all()
    return {
      papersRead: count("SELECT count(*) AS n FROM full_texts WHERE outcome = 'read'"),
      verdicts: new Map(rows.map((row) => [String(row.id), { status: String(row.status), text: String(row.text) }])),
      claimsFromFindings: count(
        `SELECT count(*) AS n FROM claims c JOIN fragments f ON f.id = c.source_fragment_id
         WHERE f.section IN ${FINDINGS}`,
      ),
      claimsWithFindings: count(
        `SELECT count(DISTINCT e.target_id) AS n FROM edges e JOIN fragments f ON f.id = e.source_id
         WHERE e.target_type = 'claim' AND e.relation IN ('supports', 'refutes') AND e.counted = 1
           AND f.section IN ${FINDINGS}`,
      ),
    }
  } finally {
    db.close()
  }
}
