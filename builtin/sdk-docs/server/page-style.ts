import { createHash } from 'node:crypto'

/** The look of every page, in the page itself. */
export const style = [
  ':root{color-scheme:light dark;--bg:light-dark(#fff,#0d0f14);--side:light-dark(#f5f6f9,#12151c);--line:light-dark(#e1e4ea,#272c37);',
  '--text:light-dark(#171a21,#e8eaf0);--muted:light-dark(#596273,#9aa3b2);--accent:light-dark(#5646d8,#a79cff);--code:light-dark(#f1f2f6,#171b24)}',
  '*{box-sizing:border-box}html{scroll-padding-top:16px}body{margin:0;background:var(--bg);color:var(--text);font:16px/1.65 system-ui,sans-serif;',
  'display:grid;grid-template-columns:280px minmax(0,1fr)}a{color:var(--accent);text-underline-offset:3px}',
  ':focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:4px}',
  '.skip{position:absolute;left:-999px}.skip:focus{left:16px;top:16px;background:var(--bg);padding:8px 12px;z-index:1}',
  'aside{background:var(--side);border-inline-end:1px solid var(--line);padding:20px 16px;height:100dvh;position:sticky;top:0;overflow:auto;font-size:14px}',
  'aside>a{font-weight:650;color:inherit;text-decoration:none;font-size:16px}aside small{color:var(--muted);display:block;margin:2px 0 14px}',
  'aside h2{font-size:12px;margin:20px 8px 4px;color:var(--muted);font-weight:600}aside ul{list-style:none;margin:0;padding:0}',
  'aside li a{display:block;padding:5px 8px;border-radius:7px;color:inherit;text-decoration:none;overflow-wrap:anywhere}aside li a:hover{background:var(--line)}',
  'aside li a[aria-current]{background:var(--line);font-weight:600}summary{margin-top:12px;padding:8px 0;font-weight:600;cursor:pointer}',
  'form{display:flex;gap:6px}input{font:inherit;color:inherit;background:var(--bg);border:1px solid light-dark(#868f9d,#5f6878);border-radius:8px;padding:7px 10px;min-width:0;flex:1}',
  'button{font:inherit;font-weight:600;border:0;border-radius:8px;padding:7px 12px;background:var(--accent);color:light-dark(#fff,#0d0f14);cursor:pointer}',
  'main{padding:40px clamp(16px,5vw,64px) 96px;max-width:920px;min-width:0}main:only-child{grid-column:1/-1}h1{font-size:32px;line-height:1.2;margin:0 0 20px;overflow-wrap:anywhere}',
  'h2{font-size:22px;margin:44px 0 12px;padding-top:4px;overflow-wrap:anywhere}h3{font-size:18px;margin:32px 0 8px}p,ul,ol{margin:0 0 16px}li{margin:4px 0}',
  'code{font:14px/1.55 ui-monospace,SFMono-Regular,Menlo,monospace;background:var(--code);border-radius:5px;padding:2px 5px;overflow-wrap:anywhere}',
  'pre{background:var(--code);border:1px solid var(--line);border-radius:10px;padding:14px 16px;overflow:auto;margin:0 0 18px}pre code{background:none;padding:0;overflow-wrap:normal}',
  '.table{overflow-x:auto;margin:0 0 18px}table{border-collapse:collapse;min-width:100%}th,td{border-bottom:1px solid var(--line);text-align:start;padding:8px 14px 8px 0;vertical-align:top}td:first-child code{overflow-wrap:normal}',
  'nav.next{display:flex;justify-content:space-between;gap:16px;border-top:1px solid var(--line);margin-top:56px;padding-top:18px}.hit{margin:0 0 22px}.hit p{color:var(--muted);margin:2px 0 0;font-size:14px;overflow-wrap:anywhere}',
  'pre code .k{color:light-dark(#8a2f9b,#d4a1ff)}pre code .s{color:light-dark(#1b6e3c,#8fd7a5)}pre code .c{color:light-dark(#667081,#8f99a9);font-style:italic}',
  'pre code .n{color:light-dark(#94510a,#f0b573)}pre code .y{color:light-dark(#205aa8,#8dbdf8)}',
  '.code{position:relative}.copy{position:absolute;inset-block-start:8px;inset-inline-end:8px;padding:3px 10px;font-size:13px;background:var(--bg);color:var(--muted);border:1px solid var(--line)}',
  '.code .copy{opacity:0}:is(.code:hover,.code:focus-within) .copy{opacity:1}.copy:hover{color:var(--text)}@media(hover:none){.code .copy{opacity:1}}',
  '.toc{font-size:14px}.toc summary{margin:0}.toc ul{list-style:none;margin:0;padding:0}.toc li{margin:0}.toc a{display:block;padding:4px 8px;color:var(--muted);text-decoration:none;overflow-wrap:anywhere}.toc a:hover{color:var(--text)}.toc .deep{padding-inline-start:22px}',
  '@media(max-width:1199px){.toc{border:1px solid var(--line);border-radius:10px;padding:8px 14px;margin:0 0 24px}}',
  // Beside the text where there is room for it, and open without a script.
  '@media(min-width:1200px){main:has(.toc){display:grid;grid-template-columns:minmax(0,920px) 230px;max-width:none;padding:0}.text{padding:40px clamp(16px,4vw,56px) 96px;min-width:0}',
  '.toc{grid-column:2;grid-row:1;position:sticky;top:0;align-self:start;max-height:100dvh;overflow:auto;padding:44px 16px 24px 0}}',
  '@supports selector(::details-content){@media(min-width:1200px){.toc details::details-content{content-visibility:visible;display:block;height:auto}.toc summary{display:block;list-style:none;pointer-events:none}}}',
  '@media(max-width:800px){body{display:block}aside{position:static;height:auto;border-inline-end:0;border-bottom:1px solid var(--line)}}',
  // The menu is open where there is room for it, without a script.
  '@supports selector(::details-content){@media(min-width:801px){aside details::details-content{content-visibility:visible;display:block;height:auto}aside summary{display:none}}}',
  '@media print{aside,nav.next,.toc,.copy{display:none}body{display:block}}',
].join('')

/** Puts a button on each block of code. It is in the page itself, so that nothing is loaded for it. */
export const copyScript = [
  "if (navigator.clipboard) for (const code of document.querySelectorAll('.code')) {",
  "const button = Object.assign(document.createElement('button'), { type: 'button', className: 'copy', textContent: 'Copy' });",
  "button.addEventListener('click', async () => {",
  "await navigator.clipboard.writeText(code.querySelector('pre').textContent); button.textContent = 'Copied';",
  "setTimeout(() => { button.textContent = 'Copy' }, 2000) }); code.append(button) }",
].join('')

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64')

/** The pages have no picture, nothing that is loaded, and no script and style but their own. */
export const policy = `default-src 'none'; style-src 'sha256-${hashOf(style)}'; script-src 'sha256-${hashOf(copyScript)}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`
