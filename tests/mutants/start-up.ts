import type { Mutant } from './mutant.ts'

const startUp = 'kernel/browser/start-up.ts'
const steps = 'kernel/browser/start-up-steps.tsx'
const script = 'kernel/browser/custom-script.ts'
const messages = 'kernel/browser/messages/messages.ts'
const watch = 'kernel/browser/ui-settings/watch-settings.ts'
const page = 'kernel/server/page/page-style.ts'

export const startUpMutants: readonly Mutant[] = [
  { rule: 'STA1', file: startUp, find: '[steps.loadCustomScript(), ', replace: '[' },
  {
    rule: 'STA1',
    file: steps,
    find: 'loadCustomScript: () =>\n      plan.safeMode',
    replace: 'loadCustomScript: () =>\n      !plan.safeMode',
  },
  { rule: 'STA1', file: page, find: '<link rel="stylesheet" href="/api/system/custom.css">', replace: '' },
  { rule: 'STA2', file: startUp, find: 'await guardAccess(kernel, steps)', replace: '' },
  {
    rule: 'STA2',
    file: startUp,
    find: 'await Promise.all([steps.load',
    replace: 'void Promise.all([steps.load',
  },
  { rule: 'STA3', file: startUp, find: 'throw new AccessDeniedError(violations)', replace: '' },
  { rule: 'STA3', file: startUp, find: 'await steps.showAccessOverlay({', replace: 'void ({' },
  { rule: 'STA4', file: startUp, find: 'await messages.start()', replace: 'void messages' },
  { rule: 'STA5', file: steps, find: 'watchUiSettings({ window, clock, apply })', replace: '' },
  {
    rule: 'STA5',
    file: steps,
    find: 'startListeners: () => startListeners(window, kernel)',
    replace: 'startListeners: () => setTimeout(() => startListeners(window, kernel))',
  },
  {
    rule: 'STA6',
    file: steps,
    find: 'installPlugins: () => kernel.apply(plan)',
    replace: 'installPlugins: () => undefined',
  },
  {
    rule: 'STA7',
    file: startUp,
    find: 'platform.clock.requestFrame(() => {',
    replace: '((run: () => void) => run())(() => {',
  },
  { rule: 'STA8', file: startUp, find: '        showFallback()', replace: '' },
  { rule: 'STA8', file: steps, find: '{ onUncaughtError: fail }', replace: '{}' },
  { rule: 'CALL5', file: page, find: '<link rel="stylesheet" href="/api/system/custom.css">', replace: '' },
  {
    rule: 'CALL6',
    file: page,
    find: '<link rel="preload" as="style" href="/api/system/custom.css">',
    replace: '',
  },
  { rule: 'CALL7', file: script, find: '/api/system/custom.js', replace: '/api/system/script.js' },
  {
    rule: 'CALL7',
    file: steps,
    find: 'loadCustomScript: () =>\n      plan.safeMode',
    replace: 'loadCustomScript: () =>\n      !plan.safeMode',
  },
  {
    rule: 'CALL9',
    file: 'kernel/build/locale-chunks.ts',
    find: 'LANGUAGES.map((language) => language.toLowerCase())',
    replace: 'LANGUAGES.map(String)',
  },
  {
    rule: 'ERR9',
    file: messages,
    find: 'logFailure(language, error)\n        return null',
    replace: 'throw error',
  },
  {
    rule: 'ERR10',
    file: startUp,
    find: `attempt(kernel, 'plugins could not be installed', steps.installPlugins)`,
    replace: 'steps.installPlugins()',
  },
  { rule: 'LOC1', file: watch, find: `window.addEventListener('storage', onStorage)`, replace: '' },
  { rule: 'LOC1', file: steps, find: 'watchUiSettings({ window, clock, apply })', replace: '' },
  { rule: 'LOC2', file: watch, find: 'timer = clock.setTimeout(apply, delayMs)', replace: '' },
  { rule: 'LOC2', file: steps, find: 'watchUiSettings({ window, clock, apply })', replace: '' },
  {
    rule: 'LOC3',
    file: 'sdk/common/languages.ts',
    find: `{ id: 'MD', tag: 'zh', name: '简体中文' },`,
    replace: '',
  },
  {
    rule: 'LOC4',
    file: 'kernel/common/plan.ts',
    find: `defaultLanguage: Language = 'EN'`,
    replace: `defaultLanguage: Language = 'DE'`,
  },
  {
    rule: 'LOC5',
    file: messages,
    find: 'await install(defaultLanguage, part)',
    replace: 'void install(defaultLanguage, part)',
  },
  {
    rule: 'LOC6',
    file: 'sdk/common/sentences.ts',
    find: 'fullWidthEnd.test(text)',
    replace: 'false',
  },
  {
    rule: 'LOC6',
    file: 'sdk/common/sentences.ts',
    find: 'sentence ? text + gapAfter(text) + sentence : text',
    replace: 'text + gapAfter(text) + sentence',
  },
  {
    rule: 'LOC6',
    file: 'builtin/image-reports/server/write-texts.ts',
    find: 'joinSentences([readText(language, `reasons.${reason}`).text, facts])',
    replace: "[readText(language, `reasons.${reason}`).text, facts].join(' ')",
  },
  {
    rule: 'LOC7',
    file: 'sdk/ui/coded-text.tsx',
    find: 'at % 2 === 1',
    replace: 'at % 2 === 2',
  },
  {
    rule: 'LOC7',
    file: 'sdk/ui/alert.tsx',
    find: "typeof children === 'string' ? <CodedText text={children} /> : children",
    replace: 'children',
  },
  {
    rule: 'LOC7',
    file: 'sdk/ui/field.tsx',
    find: "typeof hint === 'string' ? <CodedText text={hint} /> : hint",
    replace: 'hint',
  },
  { rule: 'CON7', file: watch, find: 'delayMs = 10\n', replace: 'delayMs = 100\n' },
]
