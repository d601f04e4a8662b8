/** The page's only style. Colours are pairs: each has its like in the dark. */
export const STYLE = `
:root{color-scheme:light dark;
--bg:#faf9f6;--card:#fff;--ink:#1c1b19;--soft:#5c5850;--line:#dfdbd2;--grid:#e9e6de;
--good:#1c6b3f;--bad:#a32e26;--wait:#7d5200;--live:#245a8d;--good-bg:#e4f1e8;--bad-bg:#f9e6e3;--wait-bg:#f8eed8;--live-bg:#e3eef8;
--s0:#3a6ea8;--s1:#b8571b;--s2:#2d7d59;--s3:#83549f;--s4:#8f7220;--s5:#a8476a;--nobody:#77736a;--on:#fff;--hatch:rgba(255,255,255,.38);--focus:#0b57d0}
@media (prefers-color-scheme:dark){:root{
--bg:#15161a;--card:#1c1e23;--ink:#e8e5df;--soft:#aaa59b;--line:#34373e;--grid:#2a2d33;
--good:#7ccf9c;--bad:#f2938a;--wait:#e6b962;--live:#86b8ea;--good-bg:#1c3226;--bad-bg:#3a2220;--wait-bg:#352b17;--live-bg:#1b2c3d;
--s0:#78a9de;--s1:#e79a63;--s2:#72bf98;--s3:#bf9ada;--s4:#cdb45f;--s5:#dd8aa8;--nobody:#96918a;--on:#15161a;--hatch:rgba(0,0,0,.34);--focus:#9ec5ff}}
*{box-sizing:border-box}
html{font:16px/1.5 ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;-webkit-text-size-adjust:100%;scroll-padding-top:3.5rem}
body{margin:0;background:var(--bg);color:var(--ink);overflow-wrap:anywhere}
h1,h2,h3,p,ul,ol,dl,dd,figure{margin:0;padding:0}ul,ol{list-style:none}
h1{font-size:clamp(1.35rem,1rem + 1.6vw,2rem);line-height:1.25;font-weight:650;letter-spacing:-.012em;max-width:36em;text-wrap:balance}
h2{font-size:1.2rem;line-height:1.3;font-weight:650;letter-spacing:-.005em}
h3{font-size:1rem;font-weight:600}
code,.mono{font:.9em/1.45 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
small,.soft{color:var(--soft)}
a{color:var(--live)}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px;border-radius:3px}
.skip{position:absolute;left:.5rem;top:-4rem;background:var(--card);color:var(--ink);padding:.5rem 1rem;z-index:3}.skip:focus{top:.5rem}
.wide{max-width:68rem;margin:0 auto;padding:0 clamp(1rem,4vw,2.5rem)}
header.top{padding:clamp(1.25rem,4vw,2.75rem) 0 1.75rem;border-bottom:1px solid var(--line);background:var(--card)}
.status{display:inline-flex;gap:.5rem;align-items:center;font-weight:650;padding:.2rem .75rem .2rem .6rem;border-radius:99px;margin-bottom:.8rem}
.status b{font-size:1.05em;line-height:1}
.is-good{color:var(--good);background:var(--good-bg)}.is-bad{color:var(--bad);background:var(--bad-bg)}.is-wait{color:var(--wait);background:var(--wait-bg)}.is-live{color:var(--live);background:var(--live-bg)}
.lead{margin-top:.6rem;max-width:48em}
.about{margin-top:.5rem;color:var(--soft);font-size:.9rem}
.answers{display:grid;grid-template-columns:repeat(4,1fr);gap:1.25rem 2rem;margin-top:1.75rem}
.answers dt{color:var(--soft);font-size:.85rem;margin-bottom:.15rem}.answers dd+dd{margin-top:.2rem}.answers dd{font-size:.95rem}.answers dd.first{font-size:1.1rem;font-weight:600;line-height:1.35}
nav{position:sticky;top:0;background:var(--bg);border-bottom:1px solid var(--line);z-index:2}
nav ul{display:flex;gap:.25rem 1.25rem;overflow-x:auto;padding:.65rem 0;scrollbar-width:none}
nav a{color:var(--soft);text-decoration:none;white-space:nowrap;font-size:.9rem}nav a:hover{color:var(--ink);text-decoration:underline}
section{padding:2.25rem 0 .5rem}section>h2{margin-bottom:.35rem}section>.intro{color:var(--soft);margin-bottom:1.1rem;max-width:48em}
section>*+h3{margin-top:1.75rem}section>h2+.plot{margin-top:.5rem}
.note{border-left:3px solid var(--wait);background:var(--wait-bg);padding:.75rem 1rem;margin:1.5rem 0 0;border-radius:0 4px 4px 0}.note.bad{border-color:var(--bad);background:var(--bad-bg)}.note ul{margin-top:.4rem}
.note li::before,.points li::before{content:"· ";color:var(--soft)}
.points li{padding:.15rem 0;max-width:60em}
pre{margin:.6rem 0 0;white-space:pre-wrap}
.plot{margin-top:1.25rem}.plot figcaption{margin-bottom:.6rem}.says{color:var(--soft);font-size:.9rem;max-width:52em}
.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),1fr));gap:0 2.5rem}
svg{display:block;overflow:visible}svg.defs{position:absolute}
svg text{font:12px ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif;fill:var(--ink)}
svg text.tick{fill:var(--soft);font-size:11.5px}svg text.strong{fill:var(--ink);font-weight:600}svg text.in{fill:var(--on);font-weight:600;font-size:11.5px}
.grid{stroke:var(--grid);stroke-width:1}.axis{stroke:var(--soft);stroke-width:1}
.s0{fill:var(--s0);stroke:var(--s0)}.s1{fill:var(--s1);stroke:var(--s1)}.s2{fill:var(--s2);stroke:var(--s2)}.s3{fill:var(--s3);stroke:var(--s3)}.s4{fill:var(--s4);stroke:var(--s4)}.s5{fill:var(--s5);stroke:var(--s5)}.nobody{fill:var(--nobody);stroke:var(--nobody)}
rect,path.area{stroke:none}.hatching{stroke:var(--hatch);stroke-width:3}
.critical{fill:var(--bad)}.warning{fill:var(--wait)}.info{fill:var(--nobody)}
.state.closed{fill:var(--good)}.state.half_open{fill:var(--wait)}.state.open{fill:var(--bad)}
.sign{font-weight:700}.sign.good{fill:var(--good)}.sign.bad{fill:var(--bad)}.sign.ask{fill:var(--wait)}
.legend{display:flex;flex-wrap:wrap;gap:.3rem 1.25rem;margin-top:.6rem;font-size:.9rem}.legend li{display:flex;align-items:center;gap:.45rem}.legend .value{color:var(--soft);font-variant-numeric:tabular-nums}
details{margin-top:.6rem}summary{cursor:pointer;color:var(--soft);font-size:.9rem;width:fit-content}summary:hover{color:var(--ink)}
details[open]>summary{margin-bottom:.5rem}
.folds{margin-top:1.25rem}.fold{border-top:1px solid var(--line);margin:0;padding:.7rem 0}.fold:last-of-type{border-bottom:1px solid var(--line)}.fold>summary{color:var(--ink);font-size:1rem;width:auto}.fold>summary small{margin-left:.5rem}
.scroll{overflow-x:auto;max-width:100%;position:relative}
table{border-collapse:collapse;font-size:.9rem;min-width:100%}th{text-align:left;font-weight:600;color:var(--soft);white-space:nowrap}th,td{padding:.4rem 1.1rem .4rem 0;border-bottom:1px solid var(--line);vertical-align:top}td{min-width:4rem;max-width:34rem;unicode-bidi:isolate;overflow-wrap:break-word}td.number{font-variant-numeric:tabular-nums}
.by{border:0;padding:0;margin:0}.by legend{float:left;margin-right:1rem;color:var(--soft);font-size:.9rem}.by label{margin-right:1rem;font-size:.9rem;cursor:pointer}.by input{accent-color:var(--live);margin:0 .35rem 0 0}
.switch:has(#by-role:checked) .of-model,.switch:has(#by-model:checked) .of-role{display:none}
.gantt li{display:grid;grid-template-columns:12.5rem minmax(8rem,1fr) 16rem 6rem;gap:.15rem 1rem;align-items:center;padding:.22rem 0;font-size:.92rem}.gantt li.heading{display:block;color:var(--soft);font-size:.85rem;padding:.9rem 0 .2rem;border-bottom:1px solid var(--line)}.gantt li.heading:first-child{padding-top:0}
.gantt .who{font-weight:550}.gantt .time{text-align:right;color:var(--soft);font-variant-numeric:tabular-nums}.gantt-axis{margin:0 24rem 0 13.5rem}
.running{opacity:.55}
.good{color:var(--good)}.bad{color:var(--bad)}.ask{color:var(--wait)}
.lanes li{display:grid;grid-template-columns:auto 1fr;gap:0 .75rem;font-size:.92rem}.lanes .words{padding:.22rem 0}.lanes .words time{color:var(--soft);font-size:.85em;font-variant-numeric:tabular-nums;margin-right:.6rem}.lanes li.gap{display:block;color:var(--soft);padding:.35rem 0 .35rem .3rem;border-block:1px dashed var(--line);margin:.25rem 0}
.graph{height:0;min-height:max(100%,1.9rem)}.edge{stroke-width:2;opacity:.75}.node{fill:var(--soft);stroke:var(--bg);stroke-width:1.5}.node.good{fill:var(--good)}.node.bad{fill:var(--bad)}.node.ask{fill:var(--wait)}.node.ring{fill:var(--bg);stroke:var(--soft);stroke-width:2}
.tag{font-size:.75rem;font-weight:650;letter-spacing:.02em;padding:.05rem .45rem;border-radius:3px;border:1px solid currentColor;white-space:nowrap}.tag.critical{color:var(--bad)}.tag.warning{color:var(--wait)}.tag.info,.tag.fate{color:var(--soft)}
.finding{padding:.65rem 0}.finding+.finding{border-top:1px solid var(--line)}.finding p{max-width:60em}.finding .where{display:flex;flex-wrap:wrap;gap:.4rem .6rem;align-items:baseline;margin-bottom:.15rem}
.delta{display:inline-block;width:100px;vertical-align:middle}.added{fill:var(--good)}.deleted{fill:var(--bad)}
footer{margin-top:3rem;border-top:1px solid var(--line);padding:1.25rem 0 3rem;color:var(--soft);font-size:.85rem}
@media (max-width:60rem){.answers{grid-template-columns:1fr 1fr}}
@media (max-width:46rem){.answers{grid-template-columns:1fr}table{width:max-content}td{max-width:17rem}.gantt li{grid-template-columns:1fr auto}.gantt .track{grid-column:1/-1;order:3}.gantt .result{grid-column:1/-1;order:4;font-size:.88rem}.gantt-axis{margin:0}.gantt li{padding:.4rem 0}}
@media (prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}
@media print{:root{color-scheme:light;--bg:#fff;--card:#fff;--ink:#000;--soft:#444;--line:#bbb;--grid:#ddd;--good:#1c6b3f;--bad:#a32e26;--wait:#7d5200;--live:#245a8d;--good-bg:#fff;--bad-bg:#fff;--wait-bg:#fff;--live-bg:#fff;--s0:#3a6ea8;--s1:#b8571b;--s2:#2d7d59;--s3:#83549f;--s4:#8f7220;--s5:#a8476a;--nobody:#77736a;--on:#fff;--hatch:rgba(255,255,255,.38)}
html{font-size:11pt}*{print-color-adjust:exact;-webkit-print-color-adjust:exact}nav,.skip,.by{display:none}.switch .of-model,.switch .of-role{display:grid!important;grid-template-columns:1fr 1fr}
details::details-content{content-visibility:visible;display:block;block-size:auto}summary{list-style:none}.scroll{overflow:visible}table{font-size:7.5pt;table-layout:auto;width:100%;min-width:0}th{white-space:normal}th,td{padding-right:.5rem}td{min-width:0;max-width:none}
figure,.finding,.gantt li,.lanes li,tr{break-inside:avoid}figure.long{break-inside:auto}h2,h3{break-after:avoid}.status{border:1px solid currentColor}section{padding-top:1.25rem}
.gantt li{grid-template-columns:10.5rem 1fr 11.5rem 4.5rem;font-size:9.5pt}.gantt-axis{margin:0 17.5rem 0 11.5rem}.answers{grid-template-columns:1fr 1fr}}
`
