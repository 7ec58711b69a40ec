import { ACTION_COLOURS, colourProperties, DARK_COLOURS, LIGHT_COLOURS } from "./pageColours.ts";

/** Screens at least this wide get the wide picture and every column, in CSS pixels. */
const WIDE_PX = 760;

const PAGE_RULES = `
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--page);color:var(--text);font:16px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
main,header,footer{max-width:1120px;margin:0 auto;padding:0 12px}
header{padding-top:16px}
h1{font-size:1.35rem;line-height:1.2;margin:0;overflow-wrap:anywhere}
h2{font-size:1.05rem;margin:28px 0 8px}
p{margin:0}
.quiet,footer,.notes{color:var(--muted);font-size:.875rem}
.card{background:var(--card);border:1px solid var(--rule);border-radius:10px}
.next{margin:12px 0;padding:12px 14px;border-left-width:6px;font-size:1.1rem;font-weight:600}
.sums{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:8px;margin:0}
.sums div{padding:10px}
.sums dt{color:var(--muted);font-size:.8125rem}
.sums dd{margin:0;font-size:clamp(.9rem,4.3vw,1.35rem);font-weight:650;line-height:1.25;white-space:nowrap;font-variant-numeric:tabular-nums}
.sums small{display:block;font-size:.8125rem;font-weight:400;white-space:normal;color:var(--muted)}
.warnings{margin:12px 0 0;padding:10px 14px 10px 32px;border-color:var(--warning);color:var(--warning);overflow-wrap:anywhere}
figure{margin:12px 0 0;padding:8px 6px}
figcaption{padding:4px 6px 2px}
.notes{margin:8px 0 0;padding-left:20px}
footer{padding-top:20px;padding-bottom:28px}
`;

const TABLE_RULES = `
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.8125rem;font-variant-numeric:tabular-nums}
th,td{padding:5px 4px;text-align:right;vertical-align:top;border-top:1px solid var(--rule);white-space:nowrap}
thead th{border-top:0;color:var(--muted);font-weight:600;vertical-align:bottom}
thead small{display:block;font-weight:400}
th:first-child,td.words,th.words{text-align:left}
tbody th{font-weight:600}
td.words{width:99%;white-space:normal}
tr.why td{border-top:0;padding-top:0;padding-bottom:7px;text-align:left;white-space:normal;color:var(--muted);font-size:.8125rem}
tr.day th{text-align:left;padding-top:14px;font-weight:700;white-space:normal}
tr.day small{font-weight:400;color:var(--muted)}
tfoot td,tfoot th{border-top:2px solid var(--muted);font-weight:700}
.chip{display:inline-block;width:9px;height:9px;border-radius:2px;margin-right:5px}
`;

const PICTURE_RULES = `
.picture{display:block;width:100%;height:auto}
.picture text{font-size:11px;fill:var(--muted)}
.picture .title{fill:var(--text);font-weight:600;paint-order:stroke;stroke:var(--card);stroke-width:5;stroke-linejoin:round}
.grid{stroke:var(--rule);stroke-width:1}
.zero{stroke:var(--muted);stroke-width:1}
.midnight{stroke:var(--muted);stroke-width:1;stroke-dasharray:2 3}
.now{stroke:var(--text);stroke-width:1.5}
.reserve{stroke:var(--muted);stroke-width:1;stroke-dasharray:1 3}
.line-import,.line-export,.line-soc{fill:none;stroke-width:2;stroke-linejoin:round}
.line-import{stroke:var(--import)}
.line-export{stroke:var(--export);stroke-dasharray:5 2}
.line-soc{stroke:var(--stored)}
.band{fill:var(--stored);fill-opacity:.24}
.target-charge,.target-export{stroke-width:2;stroke-dasharray:2 2}
.target-charge{stroke:var(--stored)}
.target-export{stroke:var(--export)}
.fill-pv{fill:var(--sun)}
.fill-import{fill:var(--import)}
.fill-load{fill:var(--home)}
.fill-export{fill:var(--export)}
.slot{fill:transparent}
.slot:hover,.slot.shown{fill:var(--text);fill-opacity:.08}
`;

const TIP_RULES = `
#tip{position:fixed;z-index:1;max-width:300px;padding:8px 10px;font-size:.8125rem;white-space:pre-line;pointer-events:none;box-shadow:0 4px 16px rgba(0,0,0,.3)}
`;

/** What a wide screen shows and a narrow one leaves to the picture and the words. */
const WIDTH_RULES = `
.wide{display:none}
@media (min-width:${WIDE_PX}px){
.picture.wide{display:block}
.picture.narrow{display:none}
th.wide,td.wide{display:table-cell}
.sums{grid-template-columns:repeat(4,minmax(0,1fr))}
main,header,footer{padding-left:20px;padding-right:20px}
h1{font-size:1.7rem}
table{font-size:.875rem}
th,td{padding:5px 6px}
figure{padding:12px}
}
@media print{body{background:none}#tip{display:none}}
`;

/** The whole style sheet of a plan's page. */
export function pageStyle(): string {
  return [pictureStyle(), PAGE_RULES, tableStyle(), TIP_RULES, WIDTH_RULES].join("\n");
}

/** What a picture of `planPicture` needs of a style sheet: the colours of both schemes, its shapes, the actions. */
export function pictureStyle(): string {
  return [
    `:root{color-scheme:light dark;${colourProperties(LIGHT_COLOURS)}}`,
    `@media (prefers-color-scheme:dark){:root{${colourProperties(DARK_COLOURS)}}}`,
    PICTURE_RULES,
    actionRules(),
  ].join("\n");
}

/** What the tables of a plan need of a style sheet, beside the colours. */
export function tableStyle(): string {
  return TABLE_RULES;
}

function actionRules(): string {
  return Object.entries(ACTION_COLOURS)
    .map(
      ([action, colour]) =>
        `.do-${action}{fill:var(--${colour});background:var(--${colour})}` +
        `.picture .on-${action}{fill:var(--onBlock);font-weight:600}` +
        `.next.is-${action}{border-left-color:var(--${colour})}`,
    )
    .join("\n");
}
