/** What only this page has. The colours are those of `report/html/style.ts`. */
export const DIAGNOSE_STYLE = `
.figures{display:grid;grid-template-columns:repeat(4,1fr);gap:1.25rem 2rem;margin-top:2rem}
.figures>div{border-top:3px solid var(--line);padding-top:.7rem}.figures>.lost{border-color:var(--s1)}.figures>.claims{border-color:var(--bad)}.figures>.saved{border-color:var(--good)}
.figures dt{color:var(--soft);font-size:.85rem}.figures dd.big{font-size:clamp(1.7rem,1.2rem + 1.6vw,2.5rem);font-weight:680;letter-spacing:-.02em;line-height:1.15;font-variant-numeric:tabular-nums}.figures dd.rest{font-size:.88rem;color:var(--soft);margin-top:.2rem}
.bars li{display:grid;grid-template-columns:16.5rem minmax(8rem,1fr) 11rem;gap:.1rem 1rem;align-items:center;padding:.22rem 0;font-size:.92rem}.bars .who{font-weight:550;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}.bars .what{text-align:right;font-variant-numeric:tabular-nums}.bars .what small{display:block;font-size:.82em}
.trail{margin-top:.7rem}.trail .E{fill:var(--s2)}.trail .T{fill:var(--s3)}.trail .R{fill:var(--s0)}.trail .D{fill:var(--s4)}.trail .x{fill:var(--bad)}.trail .o{fill:var(--grid)}.trail .stop{stroke:var(--ink);stroke-width:2}
.keys{display:flex;flex-wrap:wrap;gap:.2rem 1rem;font-size:.82rem;color:var(--soft);margin:.6rem 0 0}.keys li{display:flex;gap:.35rem;align-items:center}
.run>summary{display:grid;grid-template-columns:1fr auto;gap:.1rem 1.5rem;align-items:baseline}.run>summary::before{content:"▸";position:absolute;margin-left:-1.1rem;color:var(--soft)}.run[open]>summary::before{content:"▾"}.run{padding-left:1.1rem}.run .task{font-weight:600}.run .cost{font-variant-numeric:tabular-nums;white-space:nowrap;font-weight:600}.run .sub{grid-column:1/-1;color:var(--soft);font-size:.88rem}
.facts{display:grid;grid-template-columns:10rem 1fr;gap:.25rem 1rem;margin-top:.8rem;font-size:.92rem}.facts dt{color:var(--soft)}.facts+.scroll{margin-top:1rem}
.ideal{stroke:var(--soft);stroke-width:1;stroke-dasharray:4 4}.dot{fill:var(--s0)}
svg text.top{font-size:11.5px;font-weight:600}
@media (max-width:60rem){.figures{grid-template-columns:1fr 1fr}}
@media (max-width:46rem){.bars li{grid-template-columns:1fr auto}.bars svg{grid-column:1/-1;order:3}.facts{grid-template-columns:1fr;gap:0}.facts dd{margin-bottom:.5rem}}
@media (max-width:30rem){.figures{grid-template-columns:1fr}}
@media print{.figures{grid-template-columns:repeat(4,1fr)}.run{break-inside:avoid}.run>summary::before{content:""}}
`
