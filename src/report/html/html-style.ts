/** Light and dark by the reader's choice, plain on paper; no font, picture or address from outside. */
export const REPORT_CSS = `
:root { color-scheme: light dark; --ink: #1b1f24; --soft: #5b6570; --line: #d5dbe1; --paper: #ffffff; --pro: #1a6b3c;
  --con: #a3341f; --open: #b7791f; --link: #0b5cad; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e8ec; --soft: #9aa5b1; --line: #39424c; --paper: #14181c;
  --pro: #6fcf97; --con: #f2937f; --open: #e3b866; --link: #7fb8f5; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem 1.25rem 4rem; max-width: 52rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.6 system-ui, -apple-system, "Segoe UI", "Hiragino Sans", "Yu Gothic UI", "Noto Sans CJK JP", sans-serif;
  overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; line-height: 1.3; }
h2 { font-size: 1.2rem; margin: 2.5rem 0 0.75rem; padding-top: 0.75rem; border-top: 1px solid var(--line); }
a { color: var(--link); }
nav ol { columns: 2; column-gap: 2.5rem; padding-left: 1.5rem; }
nav li { break-inside: avoid; }
section > ol { list-style: none; padding: 0; margin: 0; }
section > ol > li { margin: 0 0 1rem; padding: 0 0 1rem; border-bottom: 1px solid var(--line); }
section > ol > li:last-child { border-bottom: 0; }
.head { font-weight: 600; margin: 0; }
.plain > ol > li { padding-bottom: 0.5rem; margin-bottom: 0.5rem; }
.plain .head { font-weight: 400; }
ul { margin: 0.4rem 0 0; padding-left: 1.2rem; }
li > ul { font-size: 0.95rem; }
.measures, .place { color: var(--soft); font-size: 0.88rem; }
.for > span { color: var(--pro); font-weight: 600; }
.against > span { color: var(--con); font-weight: 600; }
.brief > span { font-weight: 400; color: inherit; }
.measures { list-style: none; margin-left: -1.2rem; }
section > ol > li[class] { border-left: 4px solid var(--line); padding-left: 0.9rem; }
section > ol > li.verified { border-left-color: var(--pro); }
section > ol > li.contested { border-left-color: var(--open); }
section > ol > li.rejected, section > ol > li.superseded { border-left-color: var(--con); }
code { font: 0.82em ui-monospace, "SFMono-Regular", Consolas, monospace; color: var(--soft); }
sup { line-height: 0; }
sup a { text-decoration: none; padding: 0 0.1em; }
q { quotes: none; }
:target { outline: 2px solid var(--link); outline-offset: 4px; }
@media print { :root { color-scheme: light; --ink: #000000; --soft: #444b52; --line: #b6bec6; --paper: #ffffff;
  --pro: #14532d; --con: #7f1d1d; --open: #92400e; --link: #000000; }
  body { max-width: none; padding: 0; font-size: 10pt; } a { color: inherit; text-decoration: none; }
  h2, .head { break-after: avoid; } section > ol > li { break-inside: avoid; } nav { break-after: page; }
  p, li { orphans: 2; widows: 2; } :target { outline: 0; } }
@page { margin: 18mm 16mm; }
`
