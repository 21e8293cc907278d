import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'vite'
import { findIcons } from './find-icons.ts'
import { findSlots } from './kernel-surface.ts'

export const knownNamesFile = 'sdk/package/known-names.json'

/** First arguments of the calls of one function. */
function namesGivenTo(maker: string, files: readonly string[]): readonly string[] {
  const names = new Set<string>()
  for (const file of files) {
    const code = readFileSync(file, 'utf8')
    if (!code.includes(maker)) continue
    new Visitor({
      CallExpression({ callee, arguments: [first] }) {
        if (callee.type !== 'Identifier' || callee.name !== maker) return
        if (first?.type === 'Literal' && typeof first.value === 'string') names.add(first.value)
      },
    }).visit(parseSync(file, code).program)
  }
  return [...names].sort()
}

/** Services, events, slots and icons of the product: `check` knows by them which name an author may have mistyped. */
export function createKnownNames(root: string): string {
  const files = globSync(['builtin/*/contract/**/*.ts', 'sdk/server/**/*.ts'], { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .sort()
    .map((file) => join(root, file))
  const known = {
    services: namesGivenTo('defineService', files),
    events: namesGivenTo('defineEvent', files),
    slots: Object.keys(findSlots(root)),
    icons: findIcons(root),
  }
  return `${JSON.stringify(known, null, 2)}\n`
}
