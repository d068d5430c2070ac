/** Names that are no label of the standard and stand in pages all the same. */
const UNOFFICIAL: Readonly<Record<string, string>> = {
  ...{ 'shift-jis': 'shift_jis', 'x-sjis-jp': 'shift_jis', cp932: 'shift_jis', ms932: 'shift_jis', jis: 'iso-2022-jp' },
  ...{ cp949: 'euc-kr', ms949: 'euc-kr', uhc: 'euc-kr', 'x-windows-949': 'euc-kr', euckr: 'euc-kr', johab: 'euc-kr' },
  ...{ eucjp: 'euc-jp', cp936: 'gbk', ms936: 'gbk', 'gb-2312': 'gbk', cp950: 'big5', ms950: 'big5' },
  ...{ cp874: 'windows-874', tis620: 'windows-874', koi8r: 'koi8-r', koi8u: 'koi8-u', maccyrillic: 'x-mac-cyrillic' },
  ...{ macroman: 'macintosh', ansi: 'windows-1252', latin9: 'iso-8859-15' },
}

/** The name under which the platform decodes it; null for one that nobody knows. */
export function knownCharset(label: string | undefined): string | null {
  if (label === undefined) return null
  const plain = label.toLowerCase()
  const dashed = plain.replaceAll('_', '-').replace(/^(?:windows|win|cp)[- ]?(125\d)$/, 'windows-$1')
  for (const name of [UNOFFICIAL[dashed] ?? plain, dashed]) {
    try {
      const { encoding } = new TextDecoder(name)
      if (encoding !== 'x-user-defined') return encoding
    } catch {
      // another spelling may be known
    }
  }
  return null
}
