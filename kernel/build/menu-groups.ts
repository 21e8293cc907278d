import type { Manifest } from '@spawnpoint/sdk/common'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parse } from 'yaml'
import { z } from 'zod'

const shellMessages = z.object({
  shell: z.object({ nav: z.object({ groups: z.record(z.string(), z.string()) }) }),
})

type MenuGroups = Readonly<Record<'user' | 'admin' | 'account', Readonly<Record<string, string>>>>

/** The groups of each menu that the built-ins use, in the order of the menu, with their English titles. */
export async function findMenuGroups(root: string): Promise<MenuGroups> {
  const { groups } = shellMessages.parse(parse(readFileSync(join(root, 'locales/en.yml'), 'utf8'))).shell.nav
  const manifests = await Promise.all(
    globSync('builtin/*/manifest.ts', { cwd: root })
      .sort()
      .map(async (file): Promise<Manifest> => (await import(pathToFileURL(join(root, file)).href)).default),
  )
  const entries = manifests
    .flatMap(({ contributes }) => contributes.nav)
    .toSorted((one, other) => (one.order ?? 0) - (other.order ?? 0))
  const titlesOf = (area: string) =>
    Object.fromEntries(
      entries
        .filter((entry) => entry.area === area)
        .map(({ group = 'main' }) => [group, groups[group] ?? group] as const),
    )
  return { user: titlesOf('user'), admin: titlesOf('admin'), account: titlesOf('account') }
}
