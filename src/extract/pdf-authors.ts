import { tidy } from './dom.ts'

/** Names that a program or a machine writes where nobody gave one. */
const NOBODY = new Set([
  ...['user', 'users', 'admin', 'administrator', 'owner', 'author', 'unknown', 'anonymous', 'none', 'default'],
  ...['guest', 'root', 'test', 'pc', 'home', 'office', 'microsoft', 'adobe', 'windows'],
  ...['dell', 'hp', 'lenovo', 'acer', 'asus', 'toshiba', 'fujitsu', 'nec', 'sony'],
])
const PROGRAM =
  /^(?:microsoft office user|office user|windows user|default user|ユーザー?|管理者|所有者|registered user)$/i
const MOST_AUTHORS = 200

/** The names in a PDF's field for them, one each; the name of an account is none. */
export function pdfAuthors(field: string | undefined): string[] {
  const names = split(tidy((field ?? '').slice(0, 10_000)).replace(/^by\s+/i, ''))
    .map((name) => withoutMarks(tidy(name.replace(/^(?:and|&)\s/i, ''))))
    .filter((name) => name !== '' && !isAccount(name))
  return [...new Set(names)].slice(0, MOST_AUTHORS)
}

/** "Hanako Kato 1,*" is Hanako Kato. */
function withoutMarks(name: string): string {
  let end = name.length
  while (end > 0 && /[\d*†‡§,;\s]/u.test(name.charAt(end - 1))) end -= 1
  return name.slice(0, end)
}

function split(text: string): string[] {
  if (/[;；]/.test(text)) return text.split(/[;；]/)
  const parts = text.split(/ and | & |[、，|]/i)
  return parts.flatMap((part) => byCommas(part))
}

/** "Hanako Kato, John Smith" are two; "Kato, Hanako" is one, and so is "Kato, H., Smith, J." pair by pair. */
function byCommas(part: string): string[] {
  const pieces = part
    .split(',')
    .map(tidy)
    .filter((piece) => piece !== '')
  if (pieces.length < 2) return [part]
  if (pieces.every((piece) => /\s/.test(piece))) return pieces
  const paired = pieces.length % 2 === 0 && pieces.every((piece, index) => index % 2 === 0 || isGiven(piece))
  if (paired) return pieces.flatMap((piece, index) => (index % 2 === 0 ? [`${piece}, ${pieces[index + 1] ?? ''}`] : []))
  return pieces
}

/** One given name, or initials. */
function isGiven(piece: string): boolean {
  return /^(?:\p{Lu}\.?[\s-]?){1,4}$/u.test(piece) || /^\p{Lu}[\p{L}'’-]*(?:\s\p{Lu}\.?){0,2}$/u.test(piece)
}

function isAccount(name: string): boolean {
  if (PROGRAM.test(name) || NOBODY.has(name.toLowerCase())) return true
  if (/[@\\_]/.test(name)) return true
  // One word of small letters, or with figures in it: a login. An organisation's short name is in capitals.
  return /^[a-z][a-z0-9.-]*$/.test(name) || (/^[\w.-]+$/.test(name) && /\d/.test(name))
}
