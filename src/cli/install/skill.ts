import { readFileSync, rmdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { LyraError } from '../../domain/errors.ts'
import { PACKAGE } from '../installed-copy.ts'
import { type Client, expandPath } from './client.ts'
import { readBackup, readUserFile } from './config-file.ts'
import { carryOut, type Edit, type EditContext } from './edit-client.ts'

/** A client that takes skills. */
export interface SkillClient extends Client {
  readonly skills: string
}

export function takesSkills(client: Client): client is SkillClient {
  return client.skills !== null
}

/** `skills/lyra-research/SKILL.md`: the research loop for clients that take skills. */
export const skillFile = (root: string) => join(root, 'skills', PACKAGE, 'SKILL.md')

export function planSkill(client: SkillClient, root: string, context: EditContext): Edit {
  const wanted = readFileSync(skillFile(root), 'utf8')
  const file = readUserFile(skillPathOf(client, context))
  if (file.text === wanted) return { outcome: 'unchanged', file }
  if (file.text === null) return { outcome: 'added', file, text: wanted, backup: 'make' }
  const own = isOurSkill(file.text)
  if (!own && !context.force)
    throw new LyraError('CONFIG_CONFLICT', `${file.path} is another skill of that name`, {
      hint: 'Rename it, or replace it with --force (--undo brings it back)',
    })
  return { outcome: 'updated', file, text: wanted, ...(own ? {} : { backup: 'make' as const }) }
}

export function planSkillUndo(client: SkillClient, context: EditContext): Edit {
  const file = readUserFile(skillPathOf(client, context))
  if (file.text === null || !isOurSkill(file.text)) return { outcome: 'not_installed', file }
  const backup = readBackup(file)
  return backup === null
    ? { outcome: 'undone', file, text: null }
    : { outcome: 'undone', file, text: backup, backup: 'remove' }
}

export function carryOutSkill(edit: Edit): void {
  carryOut(edit)
  if (edit.text === null) removeEmptyFolder(dirname(edit.file.target))
}

function skillPathOf({ skills }: SkillClient, { machine }: EditContext): string {
  return `${expandPath(skills, machine)}/${PACKAGE}/SKILL.md`
}

function isOurSkill(text: string): boolean {
  return text.startsWith(`---\nname: ${PACKAGE}\n`)
}

/** Something else that lies in the folder keeps it. */
function removeEmptyFolder(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    return
  }
}
