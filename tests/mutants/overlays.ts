import type { Mutant } from './mutant.ts'

const overlay = 'kernel/browser/access-overlay.ts'
const fallback = 'kernel/browser/fallback-screen.ts'
const steps = 'kernel/browser/start-up-steps.tsx'
const panel = 'builtin/debug-panel/manifest.ts'

export const overlayMutants: readonly Mutant[] = [
  { rule: 'OVL1', file: 'builtin/debug-panel/browser/debug-shortcut.tsx', find: '!open)', replace: 'true)' },
  {
    rule: 'OVL2',
    file: panel,
    find: `{ id: 'console', title: '%tabs.console%', module: 'console', order: 30 },`,
    replace: '',
  },
  {
    rule: 'BAR5',
    file: 'kernel/browser/app/overlays.tsx',
    find: 'taken.includes(placeOf(event))',
    replace: 'taken.includes(event.key.toLowerCase())',
  },
  {
    rule: 'BAR5',
    file: 'builtin/debug-panel/browser/debug-shortcut.tsx',
    find: "pressedKey(event) === 'i'",
    replace: "event.key.toLowerCase() === 'i'",
  },
  { rule: 'BAR7', file: 'sdk/ui/styles/print.css', find: '    .sp-overlays,\n', replace: '' },
  {
    rule: 'BAR6',
    file: 'builtin/top-bar/browser/command-palette.tsx',
    find: '{isSearching && said}',
    replace: "{''}",
  },
  {
    rule: 'OVL14',
    file: 'sdk/ui/toast-host.tsx',
    find: '{modal && createPortal(<Region open={open} />, modal)}',
    replace: '',
  },
  { rule: 'OVL14', file: 'sdk/ui/toast-host.tsx', find: 'opened.at(-1)', replace: 'opened.at(0)' },
  {
    rule: 'OVL14',
    file: 'sdk/ui/toast-host.tsx',
    find: '!element?.isConnected || typeof element',
    replace: '!element || typeof element',
  },
  { rule: 'OVL14', file: 'sdk/ui/toast-host.tsx', find: 'modal ? nothing : open', replace: 'open' },
  {
    rule: 'OVL14',
    file: 'sdk/ui/toast-host.tsx',
    find: 'useState(() => spoken.has(toast))',
    replace: 'useState(false)',
  },
  {
    rule: 'OVL14',
    file: 'sdk/ui/toast-host.tsx',
    find: 'return () => clearTimeout(timer)',
    replace: 'return () => void timer',
  },
  {
    rule: 'OVL15',
    file: 'kernel/browser/shell/shell.css',
    find: 'scroll-padding-block: 4rem calc(var(--bottom-edge) + 0.75rem);',
    replace: 'scroll-padding-block: 4rem 0.75rem;',
  },
  {
    rule: 'OVL15',
    file: 'kernel/browser/shell/shell.css',
    find: 'padding: 1.25rem calc(1.5rem + var(--side-panel)) calc(3rem + var(--bottom-edge)) 1.5rem;',
    replace: 'padding: 1.25rem 1.5rem calc(3rem + var(--bottom-edge)) 1.5rem;',
  },
  {
    rule: 'OVL15',
    file: 'sdk/ui/styles/overlays.css',
    find: '--bottom-line: 2.25rem;',
    replace: '',
  },
  {
    rule: 'OVL15',
    file: 'sdk/ui/styles/overlays.css',
    find: 'inset: auto auto calc(1rem + var(--bottom-edge)) 50%;',
    replace: 'inset: auto auto 1rem 50%;',
  },
  {
    rule: 'OVL16',
    file: 'kernel/browser/shell/shell.css',
    find: '    .shell-top-frame {\n      position: static;\n    }\n    .shell-bar {',
    replace: '    .shell-bar {',
  },
  {
    rule: 'OVL16',
    file: 'sdk/ui/styles/layout.css',
    find: '  .sp-save-bar {\n    position: static;\n  }\n',
    replace: '',
  },
  { rule: 'OVL4', file: overlay, find: `document.getElementById('app')?.replaceChildren()`, replace: '' },
  { rule: 'OVL5', file: overlay, find: '`${product} ${texts.title}`', replace: 'texts.title' },
  {
    rule: 'OVL6',
    file: overlay,
    find: 'isAddress ? texts.sentence : texts.refused',
    replace: "''",
  },
  {
    rule: 'OVL6',
    file: overlay,
    find: 'const isAddress = findViolations(url).length > 0',
    replace: 'const isAddress = violations.length > 0',
  },
  { rule: 'OVL7', file: overlay, find: 'violations.map(', replace: 'violations.slice(0, 1).map(' },
  { rule: 'OVL8', file: overlay, find: '      url.href,\n', replace: '      url.origin,\n' },
  {
    rule: 'OVL9',
    file: overlay,
    find: ", link(REVERSE_PROXY_GUIDE_PATH, 'Read the documentation')]",
    replace: ']',
  },
  { rule: 'OVL9', file: overlay, find: 'link(here, here)', replace: 'here' },
  { rule: 'OVL10', file: overlay, find: ', onclick: reload', replace: '' },
  {
    rule: 'OVL11',
    file: fallback,
    find: 'Please try refreshing the page.',
    replace: 'Please try again later.',
  },
  { rule: 'OVL12', file: steps, find: 'showFallbackScreen(window.document)', replace: '' },
  { rule: 'OVL12', file: fallback, find: 'app.replaceChildren(page)', replace: 'app.append(page)' },
  {
    rule: 'OVL13',
    file: 'kernel/browser/session/reauthentication-dialog.tsx',
    find: 'place.path !== path',
    replace: 'false',
  },
  {
    rule: 'OVL13',
    file: 'kernel/browser/session/reauthentication-dialog.tsx',
    find: 'place.path !== path',
    replace: 'true',
  },
  {
    rule: 'ERR6',
    file: overlay,
    find: `You can't use the client on a port or local connection`,
    replace: 'Access is not possible here',
  },
  { rule: 'ERR6', file: overlay, find: '...issues', replace: '' },
  { rule: 'ERR8', file: fallback, find: `'Application Error'`, replace: `'Error'` },
  { rule: 'ERR8', file: steps, find: 'showFallbackScreen(document)', replace: '' },
]
