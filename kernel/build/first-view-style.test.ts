import { expect, it } from 'vitest'
import { firstViewStyle } from './first-view-style.ts'

const html =
  '<div id="view"><input class="field sm:p-8 w-1/2 w-[25rem] [&amp;&gt;svg]:m-1" type="text"><svg></svg></div>'

it.each([
  ['classes', '.field{color:red}.other{color:#00f}.field .other{color:#00f}', '.field{color:red}'],
  ['elements and attributes', 'input[type=text]{margin:0}table{margin:0}', 'input[type=text]{margin:0}'],
  ['names with a slash', '.w-1\\/2{width:50%}.w-1\\/3{width:33%}', '.w-1\\/2{width:50%}'],
  [
    'names with brackets',
    '.w-\\[25rem\\]{width:25rem}.w-\\[9rem\\]{width:9rem}',
    '.w-\\[25rem\\]{width:25rem}',
  ],
  [
    'names that HTML escapes',
    '.\\[\\&\\>svg\\]\\:m-1>svg{margin:1px}',
    '.\\[\\&\\>svg\\]\\:m-1>svg{margin:1px}',
  ],
  [
    'conditions',
    '@media (width>=40rem){.sm\\:p-8{padding:0}.a{padding:0}}',
    '@media (width>=40rem){.sm\\:p-8{padding:0}}',
  ],
  ['the order of layers', '@layer a,b;@layer b{.other{margin:0}}', '@layer a,b'],
  [
    'the custom properties they read',
    ':root{--a:var(--b);--b:1px;--c:2px}.field{margin:var(--a)}',
    ':root{--a:var(--b);--b:1px}.field{margin:var(--a)}',
  ],
])('keeps the rules of a first view: %s', async (_what, style, kept) => {
  expect(await firstViewStyle(style, html)).toBe(kept)
})
