/**
 * Writes the documents of columns that tools outside the project make: pdfTeX, groff and LibreOffice. Run by hand where
 * these are installed: node bench/extraction/pdf-fixtures/make.ts. Their text comes from pdf-prose.ts, so that the
 * benchmark knows it without reading a copy.
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PLANTED, sentenceOf } from '../pdf-planted.ts'
import { prose } from '../pdf-prose.ts'
import { FIXTURES, type Fixture } from './fixtures.ts'

const folder = mkdtempSync(join(tmpdir(), 'columns-'))

function pdfTex({ name, seed, paragraphs, columns, gutter, heading }: Fixture): string {
  const many = columns > 2
  const body = prose(seed, paragraphs).join('\n\n')
  const source = [
    `\\documentclass[10pt${many ? '' : ',twocolumn'}]{article}\\pdfinfoomitdate=1\\pdftrailerid{}`,
    `\\usepackage{multicol}\\setlength{\\columnsep}{${gutter}pt}\\setlength{\\parindent}{12pt}`,
    '\\begin{document}',
    many
      ? `\\section*{${heading}}\\begin{multicols}{${columns}}`
      : `\\twocolumn[\\centering{\\LARGE ${heading}}\\bigskip]`,
    body,
    many ? '\\end{multicols}' : '',
    '\\end{document}',
  ].join('\n')
  writeFileSync(join(folder, `${name}.tex`), source)
  execFileSync('pdflatex', ['-interaction=batchmode', `${name}.tex`], { cwd: folder, stdio: 'ignore' })
  return join(folder, `${name}.pdf`)
}

function groff({ name, seed, paragraphs, columns, gutter, heading }: Fixture): string {
  const width = (468 - gutter * (columns - 1)) / columns
  const body = prose(seed, paragraphs).map((text) => `.PP\n${text}`)
  const source = ['.nr PS 10', '.nr VS 12', '.TL', heading, `.MC ${width}p ${gutter}p`, ...body].join('\n')
  const pdf = execFileSync('groff', ['-ms', '-Tpdf'], { input: `${source}\n`, maxBuffer: 1e8 })
  writeFileSync(join(folder, `${name}.pdf`), pdf)
  return join(folder, `${name}.pdf`)
}

function libreOffice({ name, seed, paragraphs, columns, gutter, heading }: Fixture): string {
  const indent = `fo:start-indent="${gutter / 2}pt" fo:end-indent="${gutter / 2}pt"`
  const column = `<style:column style:rel-width="1*" ${indent}/>`
  const text = prose(seed, paragraphs).map((one) => `<text:p text:style-name="Body">${one}</text:p>`)
  const source = `<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
 xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" office:version="1.2"
 office:mimetype="application/vnd.oasis.opendocument.text"><office:automatic-styles>
<style:style style:name="Body" style:family="paragraph"><style:paragraph-properties fo:margin-bottom="6pt"
 fo:text-align="justify"/><style:text-properties fo:font-size="10pt"/></style:style>
<style:style style:name="Head" style:family="paragraph"><style:text-properties fo:font-size="18pt"/></style:style>
<style:style style:name="Cols" style:family="section"><style:section-properties><style:columns
 fo:column-count="${columns}">${column.repeat(columns)}</style:columns></style:section-properties></style:style>
</office:automatic-styles><office:body><office:text><text:p text:style-name="Head">${heading}</text:p>
<text:section text:style-name="Cols" text:name="S">${text.join('')}</text:section></office:text></office:body>
</office:document>`
  writeFileSync(join(folder, `${name}.fodt`), source)
  const command = ['--headless', '--convert-to', 'pdf', '--outdir', folder, join(folder, `${name}.fodt`)]
  execFileSync('soffice', [`-env:UserInstallation=file://${folder}/profile`, ...command], { stdio: 'ignore' })
  return join(folder, `${name}.pdf`)
}

/** The planted figures in the mathematics of TeX. */
function numbersInTex(): string {
  const math = (marked: string) =>
    marked
      .replaceAll('%', '\\%')
      .replaceAll('×', '$\\times$')
      .replaceAll(/\^\{([^}]*)\}/g, (_, high: string) => `$^{${/^[+\d-]/.test(high) ? high : `\\mathrm{${high}}`}}$`)
      .replaceAll(/_\{([^}]*)\}/g, '$_{\\mathrm{$1}}$')
      .replaceAll('$$', '')
  const lines = PLANTED.map(({ marked }, index) => math(sentenceOf(index, marked)))
  const source = [
    '\\documentclass[10pt]{article}\\pdfinfoomitdate=1\\pdftrailerid{}\\begin{document}',
    ...lines.map((line) => `${line}\n`),
    '\\end{document}',
  ].join('\n')
  writeFileSync(join(folder, 'numbers.tex'), source)
  execFileSync('pdflatex', ['-interaction=batchmode', 'numbers.tex'], { cwd: folder, stdio: 'ignore' })
  return join(folder, 'numbers.pdf')
}

const MAKERS = { pdftex: pdfTex, groff, libreoffice: libreOffice }
for (const fixture of FIXTURES)
  copyFileSync(MAKERS[fixture.maker](fixture), new URL(`./${fixture.name}.pdf`, import.meta.url))
copyFileSync(numbersInTex(), new URL('./pdftex-numbers.pdf', import.meta.url))
