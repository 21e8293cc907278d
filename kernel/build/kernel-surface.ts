import { CAPABILITIES, CAPABILITY_PREFIXES, manifestSchema } from '@spawnpoint/sdk/common'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { findIcons } from './find-icons.ts'
import { findMenuGroups } from './menu-groups.ts'
import { browserHooks, serverHooks } from '../common/hooks/catalogue.ts'
import { hookCapabilities, hookLists } from '../../sdk/common/hook-capabilities.ts'
import { sharedModuleNames } from '../../sdk/package/build/shared-module-names.ts'
import { sharedModuleTable } from '../../sdk/package/build/shared-specifiers.ts'

export const kernelSurfaceFile = 'sdk/kernel-surface.json'

interface SlotPlace {
  readonly file: string
  /** Names of what a part in it is given. */
  readonly props: readonly string[]
}

const sources = (root: string, pattern: string) =>
  globSync(pattern, { cwd: root })
    .filter((file) => !/\.test\.tsx?$|\.testing\.tsx?$/.test(file))
    .sort()
    .map((file) => ({ file: file.replaceAll('\\', '/'), text: readFileSync(join(root, file), 'utf8') }))

const attributesOf = (text: string) =>
  [...text.matchAll(/([\w-]+)=/g)].flatMap(([, name]) => (name === undefined || name === 'key' ? [] : name))

/** `settings.${group}` stands for one slot a group. */
const plainName = (name: string) => name.replaceAll(/\$\{(\w+)\}/g, '<$1>')

/** Slots that are drawn where they stand, and those whose parts a page draws itself. */
export function findSlots(root: string): Readonly<Record<string, SlotPlace>> {
  const all = [
    // Its own example names another place.
    ...sources(root, 'sdk/browser/**/*.tsx').filter(({ file }) => file !== 'sdk/browser/slot.tsx'),
    ...sources(root, 'kernel/{browser,packages/browser}/**/*.tsx'),
    ...sources(root, 'builtin/*/browser/**/*.tsx'),
  ]
  const constants = new Map(
    [...all, ...sources(root, 'builtin/*/{contract,browser}/**/*.ts')].flatMap(({ text }) =>
      [...text.matchAll(/const ([A-Za-z_]+) = '([^']+)'/g)].map(
        ([, name = '', value = '']) => [name, value] as const,
      ),
    ),
  )
  const found = all.flatMap(({ file, text }) => {
    const drawn = [...text.matchAll(/<Slot name=(?:"([^"]+)"|\{`([^`]+)`\}|\{(\w+)\})([^/>]*)/g)].map(
      ([, plain, template, constant, rest = '']) =>
        [
          plainName(plain ?? template ?? constants.get(constant ?? '') ?? constant ?? ''),
          attributesOf(rest),
        ] as const,
    )
    const own = [...text.matchAll(/useContributions\('slot', (?:'([^']+)'|(\w+))\)/g)].map(
      ([, plain, constant = '']) =>
        [
          plain ?? constants.get(constant) ?? constant,
          [...text.matchAll(/<(?:\w+\.)?Component ([^/>]*)/g)].flatMap(([, rest = '']) => attributesOf(rest)),
        ] as const,
    )
    return [...drawn, ...own].map(([name, props]) => [name, { file, props }] as const)
  })
  return Object.fromEntries(found.sort(([a], [b]) => (a < b ? -1 : 1)))
}

const codesIn = (root: string) => [
  ...[
    // Functions of the database refuse too.
    ...sources(root, 'kernel/{browser,common,packages,server}/**/*.{ts,tsx,sql}'),
    ...sources(root, 'sdk/**/*.{ts,tsx}'),
  ].flatMap(({ text }) => text.match(/\bE_[A-Z][A-Z_]*[A-Z]\b/g) ?? []),
  ...sources(root, 'sdk/cli/check/*.ts').flatMap(({ text }) => text.match(/\bW_[A-Z][A-Z_]*[A-Z]\b/g) ?? []),
]

interface HookNeeds {
  /** `builtins`: no added plugin may tap it. */
  readonly for: 'plugins' | 'builtins'
  readonly capability: string | null
  /** The entry of the manifest that lists what its taps may add. */
  readonly manifest: string | null
}

const browserNeeds = (name: string): HookNeeds => {
  const capability = hookCapabilities[name]
  if (capability === undefined) return { for: 'builtins', capability: null, manifest: null }
  const list = hookLists[name]
  return { for: 'plugins', capability, manifest: list ? `registers.${list}` : null }
}

const serverNeeds = (): HookNeeds => ({ for: 'plugins', capability: 'server.hooks', manifest: null })

const hooksOf = (
  table: Readonly<Record<string, { kind: string; args: readonly string[]; budgetMs?: number }>>,
  needsOf: (name: string) => HookNeeds,
) =>
  Object.fromEntries(
    Object.entries(table).map(([name, { kind, args, budgetMs }]) => [
      name,
      { kind, args, budgetMs: budgetMs ?? null, ...needsOf(name) },
    ]),
  )

/** All of the kernel that a plugin can meet without importing it, as text that is compared in CI. */
export const createKernelSurface = async (root: string): Promise<string> =>
  `${JSON.stringify(
    {
      hooks: { browser: hooksOf(browserHooks, browserNeeds), server: hooksOf(serverHooks, serverNeeds) },
      slots: findSlots(root),
      menuGroups: await findMenuGroups(root),
      icons: findIcons(root),
      capabilities: [...CAPABILITIES, ...CAPABILITY_PREFIXES.map((prefix) => `${prefix}<name>`)],
      shared: Object.fromEntries(
        Object.entries(sharedModuleTable).map(([specifier, shared]) => [
          specifier,
          shared.kind === 'all' ? 'all of it, see api-report.md' : sharedModuleNames(shared),
        ]),
      ),
      errorCodes: [...new Set(codesIn(root))].sort(),
      manifest: z.toJSONSchema(manifestSchema, { io: 'input' }),
    },
    null,
    2,
  )}\n`
