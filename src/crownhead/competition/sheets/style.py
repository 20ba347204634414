"""The style sheet of all that is printed."""

from __future__ import annotations

STYLE = """
@page { size: A4; margin: 14mm 12mm 16mm }
* { box-sizing: border-box }
body { font: 11pt/1.35 system-ui, "Noto Sans", sans-serif; color: #000; background: #fff;
  max-width: 186mm; margin: 0 auto }
h1 { font-size: 17pt; margin: 0 }
h2 { font-size: 12pt; font-weight: normal; margin: 1mm 0 5mm }
h3 { font-size: 12pt; margin: 5mm 0 1mm; break-after: avoid }
table { border-collapse: collapse; width: 100% }
th, td { border-bottom: .3pt solid #777; padding: 1.2mm 1.5mm; text-align: left;
  vertical-align: top }
thead { display: table-header-group }
tr { break-inside: avoid }
th { border-bottom: 1pt solid #000; font-weight: 600 }
.number { text-align: right; font-variant-numeric: tabular-nums }
.whole { white-space: nowrap }
.wide { font-size: 13pt }
.narrow { font-size: 9pt }
.tight { font-size: 7.5pt }
.tight td, .tight th { padding: .6mm .8mm }
.slips { display: grid; grid-template-columns: 1fr 1fr; gap: 0 }
.slip { border: .5pt dashed #555; padding: 4mm; min-height: 62mm; break-inside: avoid;
  font-size: 10pt; overflow-wrap: anywhere }
.slip p { margin: 0 0 1.5mm }
.slip table { margin: 1mm 0 7mm }
.slip td { height: 9mm }
.slip td + td, .slip th + th { border-left: .3pt solid #777; width: 13mm; min-width: 0;
  text-align: center }
table:not(.plain, .wide) td:nth-child(2) { min-width: 38mm }
.boxes td:last-child::after { content: ""; display: inline-block; width: 4mm; height: 4mm;
  border: .6pt solid #000 }
.fees td:nth-last-child(2)::after { content: ""; display: inline-block; width: 4mm; height: 4mm;
  border: .6pt solid #000 }
.fees td:last-child { width: 30mm }
.sums { border-top: 1pt solid #000; margin: 4mm 0 0 auto; width: 70mm; padding-top: 1.5mm }
.sign { display: flex; gap: 5mm; margin-top: 3mm }
.sign span { flex: 1; border-top: .5pt solid #000; font-size: 8pt; padding-top: 1mm }
.cards { display: grid; grid-template-columns: 1fr 1fr }
.place { border: .5pt dashed #555; height: 56mm; padding: 6mm; break-inside: avoid;
  text-align: center; overflow-wrap: anywhere; display: flex; flex-direction: column;
  justify-content: center }
.place b { font-size: 22pt; line-height: 1.15 }
.total { margin-top: 4mm }
footer { margin-top: 6mm; font-size: 8pt; color: #333 }
@media screen { body { padding: 8mm 4mm } }
"""
"""The rules of every sheet, for A4 paper."""
