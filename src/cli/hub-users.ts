import { LyraError } from '../domain/errors.ts'
import type { HubConnection } from '../hub/connection.ts'
import { addSignIn, addUser, HUB_ROLES, revokeUser, type SignIn, usersOf } from '../hub/people.ts'
import { takePositionals } from './arguments.ts'
import type { Call, Result } from './command.ts'
import { table } from './text.ts'

/** `lyra hub user add | revoke | list`, by the owner of the database. */
export async function hubUsers(call: Call, words: readonly string[], hub: HubConnection): Promise<Result> {
  const [act = '', ...rest] = words
  if (act === 'list') {
    takePositionals(rest, [], 'hub user list')
    const users = await usersOf(hub)
    const text =
      users.length === 0
        ? 'No users.'
        : table(
            users.map(({ name, role }) => [name, role]),
            { columns: ['user', 'role'] },
          )
    return { document: { ok: true, users }, text }
  }
  if (act === 'add') {
    const [name] = takePositionals(rest, ['name'], 'hub user add')
    const role = HUB_ROLES.find((one) => one === call.flags.text('role'))
    if (role === undefined) throw new LyraError('INVALID_PARAMS', `--role is one of ${HUB_ROLES.join(', ')}`)
    const given = call.flags.text('sign-in')
    if (given !== undefined) {
      const signIn = readSignIn(given)
      await addSignIn(hub, name, role, signIn, call.world.env.LYRA_HUB_GATE_KEY ?? '')
      return {
        document: { ok: true, name, role, ...signIn },
        text: `${name} (${role}) signs in as ${signIn.subject} of ${signIn.issuer}`,
      }
    }
    const { token } = await addUser(hub, name, role)
    return {
      document: { ok: true, name, role, token },
      text: token,
      aside: `The token of ${name} (${role}). It is shown this once; the database keeps its hash.`,
    }
  }
  if (act === 'revoke') {
    const [name] = takePositionals(rest, ['name'], 'hub user revoke')
    await revokeUser(hub, name)
    return { document: { ok: true, name }, text: `The token of ${name} opens nothing any more` }
  }
  throw new LyraError('INVALID_PARAMS', 'hub user needs add, revoke or list')
}

function readSignIn(text: string): SignIn {
  const [, issuer, subject] = /^(https?:\/\/[^#\s]{1,500})#(\S{1,255})$/u.exec(text) ?? []
  if (issuer !== undefined && subject !== undefined) return { issuer, subject }
  throw new LyraError('INVALID_PARAMS', '--sign-in is the issuer and the subject of their tokens', {
    hint: '--sign-in https://login.example#248289761001',
  })
}
