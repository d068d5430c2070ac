import { child, elements, textIn, type XmlNode } from './xml-tree.ts'

/** A formula of Office as one line: powers and fractions as they are typed, so that 10^6 is not read as 106. */
export function officeMath(node: XmlNode): string {
  return elements(node).map(part).join('')
}

function part(node: XmlNode): string {
  const inner = (name: string) => {
    const found = child(node, name)
    return found === null ? '' : officeMath(found)
  }
  switch (node.name) {
    case 't':
      return textIn(node)
    case 'f':
      return `${grouped(inner('num'))}/${grouped(inner('den'))}`
    case 'sSup':
      return `${inner('e')}^${grouped(inner('sup'))}`
    case 'sSub':
      return `${inner('e')}_${grouped(inner('sub'))}`
    case 'sSubSup':
      return `${inner('e')}_${grouped(inner('sub'))}^${grouped(inner('sup'))}`
    case 'rad':
      return inner('deg') === '' ? `√${grouped(inner('e'))}` : `${inner('deg')}√${grouped(inner('e'))}`
    case 'd':
      return `(${elements(node, 'e').map(officeMath).join(', ')})`
    case 'nary':
      return `∑ ${inner('sub')} ${inner('sup')} ${inner('e')}`
    case 'm':
      return elements(node, 'mr')
        .map((row) => elements(row, 'e').map(officeMath).join(', '))
        .join('; ')
    default:
      return /Pr$/.test(node.name) ? '' : officeMath(node)
  }
}

function grouped(text: string): string {
  const plain = text.trim()
  return /^[\p{L}\p{N}.]*$/u.test(plain) ? plain : `(${plain})`
}
