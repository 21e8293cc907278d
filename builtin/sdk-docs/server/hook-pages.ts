import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { DocPage } from './doc-page.ts'
import { readReference } from './read-reference.ts'
import { pathOf } from './version-page.ts'

const hook = z.object({
  kind: z.string(),
  args: z.array(z.string()),
  budgetMs: z.number().nullable(),
  for: z.enum(['plugins', 'builtins']),
  capability: z.string().nullable(),
  manifest: z.string().nullable(),
})
const surface = z.object({
  hooks: z.object({ browser: z.record(z.string(), hook), server: z.record(z.string(), hook) }),
})
type Hook = z.infer<typeof hook>

const needsOf = ({ capability, manifest }: Hook): string =>
  [capability === null ? 'nothing more' : `\`${capability}\``, ...(manifest ? [`\`${manifest}\``] : [])].join(
    ' and ',
  )

const budgetOf = ({ budgetMs }: Hook) => (budgetMs === null ? '' : `${budgetMs} ms`)

const COMMON = '@spawnpoint/sdk/common'

/** Leads from the argument of a tap to the declaration of what it gets, where that is an interface of the SDK. */
function createArguments(root: string) {
  const names = readReference(root).entries.find(({ entry }) => entry === COMMON)?.names ?? []
  const declared = new Set(names.map(({ name }) => name))
  const hooks = names.filter(({ name }) => name === 'PluginHooks' || name === 'ServerHooks')
  const types = new Map(
    hooks.flatMap(({ text }) =>
      [...text.matchAll(/^\s*(\w+): \w+<\[([^\]]*)\]/gm)].flatMap(([, hook = '', args = '']) =>
        [...args.matchAll(/(\w+)\??: (\w+)/g)].map(
          ([, arg = '', type = '']) => [`${hook} ${arg}`, type] as const,
        ),
      ),
    ),
  )
  return (hook: string, arg: string): string => {
    const type = types.get(`${hook} ${arg}`) ?? ''
    return declared.has(type) ? `[\`${arg}\`](/${pathOf(COMMON)}#${type.toLowerCase()})` : `\`${arg}\``
  }
}

const tableOf = (hooks: readonly (readonly [string, Hook])[], argument: ReturnType<typeof createArguments>) =>
  [
    '| hook | kind | its tap gets | needs | budget |',
    '| --- | --- | --- | --- | --- |',
    ...hooks.map(
      ([name, each]) =>
        `| \`${name}\` | ${each.kind} | ${each.args.map((arg) => argument(name, arg)).join(', ')} | ${needsOf(each)} | ${budgetOf(each)} |`,
    ),
  ].join('\n')

/** The page of all hooks, made of the kernel's surface: each with what the manifest has to say for it. */
export function hookPage(root: string): DocPage {
  const { hooks } = surface.parse(JSON.parse(readFileSync(join(root, 'sdk/kernel-surface.json'), 'utf8')))
  const browser = Object.entries(hooks.browser)
  const closed = browser.filter(([, each]) => each.for === 'builtins')
  const argument = createArguments(root)
  const text = [
    '# Hooks',
    'Every hook, with the capability and the list of the manifest that a tap of it needs. The types follow: `HookBus` offers an added plugin these hooks and no others.',
    '## In the browser',
    'Tapped by boot code.',
    tableOf(
      browser.filter(([, each]) => each.for === 'plugins'),
      argument,
    ),
    '## On the server',
    "Tapped with the context's `hooks`.",
    tableOf(Object.entries(hooks.server), argument),
    '## For built-ins alone',
    `${closed.map(([name]) => `\`${name}\``).join(', ')}. A tap of an added plugin is a type error, and at run time [E_HOOK](/errors/E_HOOK).`,
  ].join('\n\n')
  return { path: 'reference/hooks', title: 'Hooks', group: 'Reference', text, isListed: true }
}
