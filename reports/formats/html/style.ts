/** Style sheet of the page; it depends on nothing outside, follows the reader's light or dark, and prints. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --ground: #f5f6f8; --surface: #ffffff; --sunken: #f6f8fa; --line: #d9dee5; --text: #1a2027; --muted: #5a6572;
  --link: #0a58a8; --pass: #18723a; --fail: #b42318; --warn: #8a5a00; --apart: #5a6572; --mark: #ffe9a8;
  --pass-soft: #e3f4e8; --fail-soft: #fdeae8; --warn-soft: #fdf1d5; --apart-soft: #eceff3;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", "Segoe UI Mono", "DejaVu Sans Mono", Menlo, Consolas, monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0d1117; --surface: #151b23; --sunken: #0f141b; --line: #2c343e; --text: #e3e9f0; --muted: #97a3b0;
    --link: #74b6ff; --pass: #57c77a; --fail: #ff8a80; --warn: #e0b04a; --apart: #97a3b0; --mark: #574309;
    --pass-soft: #12301d; --fail-soft: #3b1714; --warn-soft: #33270b; --apart-soft: #222a33;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; background: var(--ground); color: var(--text); font: 15px/1.5 system-ui, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif; -webkit-text-size-adjust: 100%; }
a { color: var(--link); text-decoration-thickness: 1px; text-underline-offset: 2px; }
a:not(:hover) { text-decoration-color: color-mix(in srgb, currentColor 35%, transparent); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 3px; }
code, pre { font-family: var(--mono); font-size: 0.88em; unicode-bidi: isolate; overflow-wrap: anywhere; }
h1, h2, h3, h4, h5, p, ul, ol, dl, dd, figure { margin: 0; padding: 0; }
h1, h2, h3, h4, p, dd, li { overflow-wrap: anywhere; } td, th, th p, td p { overflow-wrap: break-word; }
h2 { font-size: 1.3rem; line-height: 1.3; margin: 0 0 0.75rem; }
h3 { font-size: 1.05rem; line-height: 1.4; }
h4 { font-size: 0.85rem; margin: 1rem 0 0.35rem; }
h5 { font-size: 0.75rem; color: var(--muted); margin: 0 0 0.25rem; text-transform: uppercase; letter-spacing: 0.04em; }
h4 .muted { font-weight: 400; }
.muted { color: var(--muted); } .small { font-size: 0.85em; } .bad { color: var(--fail); font-weight: 600; }
.lead { color: var(--muted); margin-bottom: 0.75rem; }
.empty { color: var(--muted); font-style: italic; }
.skip-link { position: absolute; left: -100vw; top: 0; background: var(--surface); padding: 0.5rem 1rem; z-index: 2; }
.skip-link:focus { left: 0; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.frame { max-width: 1240px; margin: 0 auto; padding: 1.5rem 1.25rem 4rem; }
main > section { margin-bottom: 2.25rem; } .top { margin-bottom: 1.25rem; }

.masthead { background: var(--surface); border: 1px solid var(--line); border-left: 6px solid var(--tone); border-radius: 8px; padding: 1.25rem 1.5rem; margin-bottom: 1rem; }
.masthead.conformant { --tone: var(--pass); } .masthead.incomplete { --tone: var(--warn); }
.masthead.nonconformant, .masthead.unusable { --tone: var(--fail); }
.gate { font-weight: 700; margin-bottom: 0.35rem; } .gate.passed { color: var(--pass); } .gate.incomplete { color: var(--warn); }
.gate.failed, .gate.unusable { color: var(--fail); }
h1 { font-size: 1.55rem; line-height: 1.3; font-weight: 650; margin: 0.2rem 0 0.5rem; }
.facts { color: var(--muted); }
.problem { margin-top: 0.9rem; padding: 0.6rem 0.8rem; background: var(--warn-soft); border-radius: 6px; }
.problem strong { color: var(--warn); margin-right: 0.4rem; }

.score { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr)); gap: 1rem; }
.panel { background: var(--surface); border: 1px solid var(--line); border-radius: 8px; padding: 1rem 1.25rem; }
.panel h3 { font-size: 0.95rem; margin: 0; } .panel h3 .muted { font-weight: 400; font-size: 0.9em; margin-left: 0.25rem; }
.big { font-size: 1.6rem; font-weight: 650; font-variant-numeric: tabular-nums; line-height: 1.4; }
.big .muted { font-size: 0.95rem; font-weight: 400; } .share { float: right; font-size: 1rem; color: var(--muted); font-weight: 600; line-height: 2.3rem; }
.bar { display: block; width: 100%; height: 8px; border-radius: 4px; margin: 0.4rem 0 0.6rem; }
.bar .track { fill: var(--apart-soft); } .bar .pass { fill: var(--pass); } .bar .fail { fill: var(--fail); } .bar .known { fill: color-mix(in srgb, var(--fail) 55%, var(--surface)); }
.bar .inconclusive { fill: var(--warn); } .bar .skip { fill: color-mix(in srgb, var(--warn) 50%, var(--surface)); }
.legend { list-style: none; display: flex; flex-wrap: wrap; gap: 0.15rem 1rem; font-size: 0.9rem; }
.legend b { font-variant-numeric: tabular-nums; }
.legend .pass { color: var(--pass); } .legend .fail, .legend .known { color: var(--fail); } .legend .inconclusive, .legend .skip { color: var(--warn); }
.legend .none { color: var(--muted); }
.plain { list-style: none; font-size: 0.9rem; color: var(--muted); }

.toc ul { list-style: none; display: flex; flex-wrap: wrap; gap: 0.25rem 1.1rem; }
.toc { margin: 0 0 1.75rem; font-size: 0.95rem; }
.toc a { text-decoration: none; } .toc a:hover { text-decoration: underline; }
.count { display: inline-block; min-width: 1.6em; padding: 0 0.45em; border-radius: 1em; background: var(--apart-soft); color: var(--muted); font-size: 0.75em; font-weight: 600; text-align: center; vertical-align: 0.12em; }

.chip, .level, .operation, .status-count { display: inline-block; white-space: nowrap; border-radius: 4px; font-size: 0.8rem; line-height: 1.45; padding: 0 0.45em; font-weight: 600; }
.chip.pass { background: var(--pass-soft); color: var(--pass); } .chip.fail, .chip.known { background: var(--fail-soft); color: var(--fail); }
.chip.inconclusive, .chip.skip { background: var(--warn-soft); color: var(--warn); } .chip.apart { background: var(--apart-soft); color: var(--apart); }
.level { border: 1px solid var(--line); color: var(--muted); font-size: 0.72rem; letter-spacing: 0.03em; } .level.must { color: var(--text); border-color: var(--muted); }
.operation { white-space: normal; overflow-wrap: anywhere; font-family: var(--mono); font-weight: 400; background: var(--apart-soft); color: var(--muted); text-decoration: none; }
a.operation:hover { color: var(--link); }
.status-count { font-weight: 400; background: var(--apart-soft); color: var(--muted); } .status-count b { color: var(--text); } .status-count.s5 b { color: var(--fail); }

.finding { background: var(--surface); border: 1px solid var(--line); border-top: 3px solid var(--fail); border-radius: 8px; padding: 1rem 1.25rem 1.1rem; margin-bottom: 1.25rem; }
.finding.known, .finding.should { border-top-color: var(--warn); }
.finding h3 { margin: 0.4rem 0 0.25rem; font-size: 1.15rem; font-weight: 620; }
.tags { display: flex; flex-wrap: wrap; gap: 0.35rem 0.5rem; align-items: center; }
.number { font-variant-numeric: tabular-nums; } a.number { color: var(--muted); font-weight: 700; text-decoration: none; }
.index { margin-bottom: 0.9rem; } .index > summary { color: var(--link); } .index ol { padding: 0.25rem 0 0.4rem 1.9rem; } .index li { margin: 0.25rem 0; } .index span:last-child { color: var(--muted); }
.index a { text-decoration: none; } .index a:hover code { text-decoration: underline; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); gap: 0.75rem 1rem; }
.pair > div { min-width: 0; }
.compare { margin: 0.9rem 0 0.25rem; } .compare > div { border-left: 3px solid var(--tone); background: var(--sunken); border-radius: 0 6px 6px 0; padding: 0.5rem 0.9rem 0.6rem; }
.compare h4 { margin: 0 0 0.1rem; color: var(--tone); } .expected { --tone: var(--pass); } .actual { --tone: var(--fail); }
pre { margin: 0; padding: 0.65rem 0.8rem; background: var(--sunken); border: 1px solid var(--line); border-radius: 6px; white-space: pre-wrap; overflow: auto; max-height: 26rem; line-height: 1.5; tab-size: 2; }
pre.short { max-height: 14rem; } pre .name { color: var(--muted); }
mark { background: var(--mark); color: inherit; border-radius: 2px; box-shadow: 0 0 0 2px var(--mark); }
.exchange { border: 1px solid var(--line); border-radius: 6px; margin-bottom: 0.5rem; } .exchange > summary { padding: 0.4rem 0.8rem; } .exchange .pair { padding: 0.25rem 0.8rem 0.8rem; }
.status { font-weight: 700; } .arrow { color: var(--muted); }
.command { position: relative; } .command pre { padding-right: 4.75rem; }
.command button { position: absolute; right: 0.4rem; bottom: 0.35rem; }
.extent { text-transform: none; letter-spacing: 0; font-weight: 400; margin-left: 0.35rem; }
.actions { margin-top: 0.9rem; } .foot { margin-top: 0.8rem; font-size: 0.85rem; }
summary { cursor: pointer; }
button { font: inherit; font-size: 0.85rem; padding: 0.15rem 0.6rem; color: var(--text); background: var(--surface); border: 1px solid var(--line); border-radius: 5px; cursor: pointer; }
button:hover { border-color: var(--muted); }

.filters { background: var(--surface); border: 1px solid var(--line); border-radius: 8px; padding: 0.8rem 1rem; margin-bottom: 1rem; display: flex; flex-wrap: wrap; gap: 0.6rem 1.5rem; align-items: center; }
.filters[hidden] { display: none; }
.filters fieldset { border: 0; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: 0.25rem 0.75rem; align-items: center; }
.filters legend { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.search { flex: 1 1 100%; display: flex; gap: 0.6rem; align-items: center; font-weight: 600; }
.search input { flex: 1; min-width: 0; font: inherit; font-weight: 400; padding: 0.3rem 0.6rem; border: 1px solid var(--line); border-radius: 5px; background: var(--sunken); color: inherit; }
.toggle { display: inline-flex; gap: 0.35rem; align-items: center; cursor: pointer; } .toggle input { accent-color: var(--link); margin: 0; }
.matches { display: flex; gap: 0.5rem; align-items: center; margin-left: auto; color: var(--muted); }

.area { background: var(--surface); border: 1px solid var(--line); border-radius: 8px; margin-bottom: 0.75rem; }
.area > summary { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 0.9rem; padding: 0.6rem 1rem; list-style: none; }
.area > summary::-webkit-details-marker { display: none; }
.area > summary::before { content: "▸"; color: var(--muted); } .area[open] > summary::before { content: "▾"; }
.area > summary .bar { width: 9rem; margin: 0 0 0 auto; }
.gap { margin-bottom: 0.5rem; background: var(--surface); border: 1px solid var(--line); border-radius: 8px; } .gap > summary { padding: 0.55rem 1rem; } .gap > :not(summary) { padding: 0 1rem 0.8rem; }
.gap .scroll { padding: 0; border-width: 1px 0 0; border-radius: 0 0 8px 8px; }
.requirements { list-style: none; } .requirements li { padding: 0.2rem 0; }
.scroll { overflow-x: auto; } .scroll:not(.area .scroll) { background: var(--surface); border: 1px solid var(--line); border-radius: 8px; }
.area .scroll { border-top: 1px solid var(--line); }
#coverage .scroll, #observations .gap { margin-bottom: 1rem; } #observations .gap { margin-top: 1rem; } #coverage h3 { margin-bottom: 0.5rem; } #coverage .gap .scroll { margin: 0; }
table { border-collapse: collapse; width: 100%; }
caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
th, td { min-width: 5.5rem; text-align: left; vertical-align: top; padding: 0.5rem 0.9rem; font-weight: 400; border-bottom: 1px solid var(--line); }
tbody tr:last-child > * { border-bottom: 0; }
thead th { font-size: 0.78rem; font-weight: 600; color: var(--muted); text-transform: uppercase; letter-spacing: 0.04em; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
td.answer { font-weight: 600; } td.date { white-space: nowrap; }
.area table { table-layout: fixed; } .area th:first-child:not([scope=row]) { width: 9.5rem; } .area th:nth-child(3) { width: 6.5rem; } .area th:nth-child(4) { width: 6rem; }
#observations table { table-layout: fixed; } #observations th:first-child { width: 42%; } #observations td { overflow-wrap: anywhere; }
tr:target, article:target { outline: 2px solid var(--link); outline-offset: -2px; }
tr[hidden], details[hidden] { display: none; }
.id { font-weight: 600; } .reason { color: var(--warn); }
.checks { font-size: 0.9em; margin-top: 0.25rem; } .checks summary { color: var(--muted); } .checks ul { list-style: none; padding: 0.25rem 0 0 0.75rem; } .checks li { margin: 0.15rem 0; }
.facts-list { background: var(--surface); border: 1px solid var(--line); border-radius: 8px; padding: 0.4rem 1.25rem; }
.facts-list > div { display: grid; grid-template-columns: minmax(9rem, 14rem) 1fr; gap: 0.25rem 1rem; padding: 0.35rem 0; }
.facts-list > div + div { border-top: 1px solid var(--line); }
dt { color: var(--muted); } dd { min-width: 0; }
.end { color: var(--muted); font-size: 0.85rem; }

@media (min-width: 1180px) {
  .frame { display: grid; grid-template-columns: 10.5rem minmax(0, 1fr); gap: 0 2rem; max-width: 1380px; } .top { grid-column: 1 / -1; }
  .toc { position: sticky; top: 1.5rem; align-self: start; margin: 0; } .toc ul { flex-direction: column; gap: 0.45rem; }
}
@media (max-width: 640px) {
  body { font-size: 14.5px; } .frame { padding: 0.75rem 0.75rem 3rem; }
  .masthead, .panel, .finding { padding: 0.9rem 1rem; } h1 { font-size: 1.25rem; }
  th, td { padding: 0.5rem 0.6rem; } .area > summary .bar { width: 100%; margin: 0.2rem 0 0; }
  .area table, .area tbody, .area tr, .area th, .area td { display: block; } .area thead { display: none; }
  .area tr { padding: 0.6rem 0.8rem; border-bottom: 1px solid var(--line); } .area tr > * { border: 0; padding: 0.1rem 0; }
  .area tr > td { display: inline-block; margin-right: 0.5rem; } .area td.number { display: none; }
  .top { margin-bottom: 0.75rem; } .toc { margin-bottom: 1rem; font-size: 0.9rem; } .masthead { margin-bottom: 0; }
  #observations table, #observations tbody, #observations tr, #observations th, #observations td { display: block; width: auto; } #observations thead { display: none; }
  #observations tr { padding: 0.6rem 0.8rem; border-bottom: 1px solid var(--line); } #observations tr > * { border: 0; padding: 0.1rem 0; } #observations th:first-child { width: auto; }
  .facts-list > div { grid-template-columns: 1fr; } .matches { margin-left: 0; }
}
@media print {
  :root { color-scheme: light; --ground: #fff; --surface: #fff; --sunken: #fff; --line: #bbb; --text: #000; --muted: #444; --link: #000;
    --pass: #0b5a28; --fail: #9b1c12; --warn: #6d4700; --pass-soft: #fff; --fail-soft: #fff; --warn-soft: #fff; --apart-soft: #fff; --mark: #ddd; }
  body { font-size: 10pt; } .frame { display: block; padding: 0; max-width: none; }
  .toc, .filters, button, .skip-link { display: none !important; } a { text-decoration: none; }
  .chip, .operation, .status-count { border: 1px solid currentColor; }
  pre { max-height: none !important; overflow: visible; } details::details-content { content-visibility: visible; block-size: auto; }
  tr, .panel, .compare, .command, summary { break-inside: avoid; } h2, h3, h4, summary { break-after: avoid; }
}
`.trim();
