import { describe, expect, it } from 'vitest'
import { criticalStyle } from './critical-style.ts'

const html = '<div id="first-view" inert><input class="field sm:p-8 w-[25rem]" type="text"></div>'
const of = (css: string) => criticalStyle(css, html)

describe('the rules that a first view is drawn by', () => {
  it('are those whose every class, element and attribute stands in it', () => {
    expect(of('.field{color:red}.other{color:blue}.field .other{color:blue}')).toBe('.field{color:red}')
    expect(of('input,table{margin:0}')).toBe('input{margin:0}')
    expect(of('input[type=text]{margin:0}input[data-x]{margin:1px}')).toBe('input[type=text]{margin:0}')
    expect(of('html:before{content:"}"}html{margin:0}')).toBe('html:before{content:"}"}html{margin:0}')
  })

  it('are found by names with escaped signs', () => {
    const css = '.sm\\:p-8{padding:2rem}.w-\\[25rem\\]{width:25rem}.w-\\[9rem\\]{width:9rem}'
    expect(of(css)).toBe('.sm\\:p-8{padding:2rem}.w-\\[25rem\\]{width:25rem}')
  })

  it('are kept by one alternative, and not asked for what they exclude', () => {
    expect(of('.field:not(.other){margin:0}')).toBe('.field:not(.other){margin:0}')
    expect(of('.field:is(.a,.b){margin:0}')).toBe('.field:is(.a,.b){margin:0}')
    expect(of(':where(.space>:not(:last-child)){margin:0}')).toBe('')
  })

  it('keep their layers, conditions and the order of layers', () => {
    const css =
      '@layer a,b;@layer a{@media (width>=40rem){.field{margin:0}.other{margin:0}}}@layer b{.other{margin:0}}'
    expect(of(css)).toBe('@layer a,b;@layer a{@media (width>=40rem){.field{margin:0}}}')
  })

  it('leave out what is painted behind a page', () => {
    expect(criticalStyle('body{margin:0}body::before{content:""}p::before{content:"-"}', '<p>text</p>')).toBe(
      'body{margin:0}p::before{content:"-"}',
    )
  })

  it('leave out what only a pointer, a key or paper brings about', () => {
    expect(of('.field:hover{margin:0}.field:focus-visible{margin:0}@media print{.field{margin:0}}')).toBe('')
    expect(of('@keyframes spin{to{rotate:1turn}}@font-face{font-family:x}')).toBe('')
  })

  it('leave out what no element of it says, and what cannot be seen of a picture that stands still', () => {
    expect(of('.field:disabled{margin:0}.field::placeholder{color:red}')).toBe('')
    expect(criticalStyle('.f:disabled{margin:0}', '<input class="f" disabled>')).toBe('.f:disabled{margin:0}')
    expect(of('.field:not(:disabled){margin:0}')).toBe('.field:not(:disabled){margin:0}')
    expect(of('.field{transition:color .1s, margin .1s;margin:0;cursor:pointer}')).toBe('.field{margin:0;}')
    expect(of('@media (prefers-reduced-motion:reduce){*{margin:0}}')).toBe('')
    expect(of('.field{color:red;color:red;color:red}')).toBe('.field{color:red;color:red}')
  })

  it('leave out a list of which no alternative can be in it', () => {
    expect(of(':is(.other:has(>.peer),.another){margin:0}')).toBe('')
    expect(of(':is(.other:has(>.peer),.field){margin:0}')).toBe(':is(.other:has(>.peer),.field){margin:0}')
  })

  it('bring the custom properties that they read, directly or by another, and their registration', () => {
    const css =
      '@property --b{syntax:"*";inherits:false}@property --z{syntax:"*";inherits:false}:root{--a:var(--b);--b:1px;--z:2px}.field{margin:var(--a)}'
    expect(of(css)).toBe(
      ':root{--a:var(--b);--b:1px;}.field{margin:var(--a)}@property --b{syntax:"*";inherits:false}',
    )
  })
})
