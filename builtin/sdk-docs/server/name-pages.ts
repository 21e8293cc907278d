import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { DocPage } from './doc-page.ts'

const surface = z.object({
  slots: z.record(z.string(), z.object({ props: z.array(z.string()) })),
  menuGroups: z.record(z.string(), z.record(z.string(), z.string())),
  icons: z.array(z.string()),
})

const menus: Readonly<Record<string, string>> = {
  user: 'The menu of customers',
  admin: 'The menu of the administration',
  account: 'The menu of the account',
}

const codes = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ')

/** The names that a manifest may use: places of other pages, groups of the menus and icons. */
export function namePage(root: string): DocPage {
  const { slots, menuGroups, icons } = surface.parse(
    JSON.parse(readFileSync(join(root, 'sdk/kernel-surface.json'), 'utf8')),
  )
  const groups = Object.entries(menuGroups).flatMap(([area, titles]) =>
    Object.keys(titles).length === 0
      ? []
      : [
          `### ${menus[area] ?? area}`,
          [
            `| \`group\` for \`area: '${area}'\` | title |`,
            '| --- | --- |',
            ...Object.entries(titles).map(([name, title]) => `| \`${name}\` | ${title} |`),
          ].join('\n'),
        ],
  )
  const text = [
    '# Names for the manifest',
    'Slots, menu groups and icons that the dashboard has. `spawnpoint-plugin check` warns of a slot or an icon that it does not know.',
    '## Slots',
    'For `contributes.slots`. A part in a slot is a component; some slots give it props.',
    [
      '| slot | props |',
      '| --- | --- |',
      ...Object.entries(slots).map(([name, { props }]) => `| \`${name}\` | ${codes(props)} |`),
    ].join('\n'),
    '## Menu groups',
    'For `group` of `contributes.nav` and of a resource. The groups come in the order of their first entry, and `order` sorts all entries of a menu. An entry without a group belongs to `main`. A name of your own makes a group whose title is that name.',
    ...groups,
    '## Icons',
    'For `icon` of the manifest, of `contributes.nav` and of a resource, and for `Icon` of `@spawnpoint/sdk/ui`. They are those of [Lucide](https://lucide.dev/icons); a name that the dashboard does not have is drawn as a puzzle piece.',
    codes(icons),
  ].join('\n\n')
  return {
    path: 'reference/names',
    title: 'Names for the manifest',
    group: 'Reference',
    text,
    isListed: true,
  }
}
