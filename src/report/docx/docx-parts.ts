import { escapeXml } from '../../domain/escape-xml.ts'
import type { ReportLanguage } from '../document/document.ts'

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
export const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
export const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

export const CONTENT_TYPES = `${HEAD}<Types xmlns="${PACKAGE}/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="application/xml"/>
${overrides([
  ['word/document', 'wordprocessingml.document.main'],
  ['word/styles', 'wordprocessingml.styles'],
  ['word/numbering', 'wordprocessingml.numbering'],
])}
<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>
</Types>
`

function overrides(parts: readonly (readonly [string, string])[]): string {
  const type = (kind: string) => `application/vnd.openxmlformats-officedocument.${kind}+xml`
  return parts.map(([name, kind]) => `<Override PartName="/${name}.xml" ContentType="${type(kind)}"/>`).join('\n')
}

export const PACKAGE_RELATIONS = relations([
  { id: 'rId1', type: `${OFFICE}/officeDocument`, target: 'word/document.xml' },
  { id: 'rId2', type: `${PACKAGE}/relationships/metadata/core-properties`, target: 'docProps/core.xml' },
])

export interface Relation {
  readonly id: string
  readonly type: string
  readonly target: string
  readonly isExternal?: boolean
}

export function relations(list: readonly Relation[]): string {
  const rows = list.map(({ id, type, target, isExternal }) => {
    const mode = isExternal === true ? ' TargetMode="External"' : ''
    return `<Relationship Id="${id}" Type="${type}" Target="${escapeXml(target)}"${mode}/>`
  })
  return `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">\n${rows.join('\n')}\n</Relationships>\n`
}

export function coreProperties(title: string, language: ReportLanguage): string {
  return `${HEAD}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties"
 xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escapeXml(title)}</dc:title><dc:creator>Lyra</dc:creator>
<dc:language>${language}</dc:language></cp:coreProperties>
`
}

export function documentXml(body: string): string {
  const page = '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1134" w:right="1134" w:bottom="1134" '
  const margins = 'w:left="1134" w:header="567" w:footer="567" w:gutter="0"/></w:sectPr>'
  const open = `<w:document xmlns:w="${WORD}" xmlns:r="${OFFICE}"><w:body>`
  return `${HEAD}${open}\n${body}\n${page}${margins}</w:body></w:document>\n`
}

/** Bullets of three depths. */
export const NUMBERING = `${HEAD}<w:numbering xmlns:w="${WORD}"><w:abstractNum w:abstractNumId="0">
${[0, 1, 2].map(bulletLevel).join('\n')}
</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>
`

function bulletLevel(level: number): string {
  const [left, hanging] = [360 * (level + 1), 260]
  return (
    `<w:lvl w:ilvl="${level}"><w:start w:val="1"/><w:numFmt w:val="bullet"/><w:lvlText w:val="${'•–·'[level]}"/>` +
    `<w:lvlJc w:val="left"/><w:pPr><w:ind w:left="${left}" w:hanging="${hanging}"/></w:pPr></w:lvl>`
  )
}

export function styles(language: ReportLanguage): string {
  const locale = language === 'ja' ? 'ja-JP' : 'en-GB'
  const fonts = '<w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:eastAsia="Yu Gothic" w:cs="Calibri"/>'
  const lang = `<w:lang w:val="${language === 'ja' ? 'en-US' : locale}" w:eastAsia="ja-JP"/>`
  const spaced = (before: number, after: number) => `<w:spacing w:before="${before}" w:after="${after}"/>`
  return `${HEAD}<w:styles xmlns:w="${WORD}">
<w:docDefaults><w:rPrDefault><w:rPr>${fonts}<w:sz w:val="21"/>${lang}</w:rPr></w:rPrDefault>
<w:pPrDefault><w:pPr><w:spacing w:after="100" w:line="264" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults>
${style('Normal', 'Normal', '', '', ' w:default="1"')}
${style('Title', 'Title', `<w:pPr>${spaced(0, 200)}</w:pPr>`, '<w:rPr><w:b/><w:sz w:val="36"/></w:rPr>')}
${style(
  'Heading1',
  'heading 1',
  `<w:pPr><w:keepNext/>${spaced(360, 120)}<w:outlineLvl w:val="0"/></w:pPr>`,
  '<w:rPr><w:b/><w:sz w:val="28"/></w:rPr>',
)}
${style('Entry', 'Entry', `<w:pPr><w:keepNext/>${spaced(160, 40)}</w:pPr>`, '')}
${style('Detail', 'Detail', `<w:pPr>${spaced(0, 30)}</w:pPr>`, '<w:rPr><w:sz w:val="19"/></w:rPr>')}
<w:style w:type="character" w:styleId="Hyperlink"><w:name w:val="Hyperlink"/><w:rPr><w:color w:val="0B5CAD"/></w:rPr>
</w:style></w:styles>
`
}

function style(id: string, name: string, paragraph: string, run: string, rest = ''): string {
  const parent = id === 'Normal' ? '' : '<w:basedOn w:val="Normal"/>'
  const head = `<w:style w:type="paragraph"${rest} w:styleId="${id}"><w:name w:val="${name}"/>${parent}`
  return `${head}${paragraph}${run}</w:style>`
}
