import { serveResource } from '@spawnpoint/sdk/resource/server'
import {
  Clock,
  Database,
  definePluginServer,
  Instance,
  Log,
  PageRedirects,
  Plugins,
  provide,
} from '@spawnpoint/sdk/server'
import type { SidebarLink } from '@spawnpoint/contracts/redirect-links/schemas'
import manifest from '../manifest.ts'
import { redirectLinks } from '../resource.ts'
import { createClickCounter } from './create-click-counter.ts'
import { createRedirects } from './create-redirects.ts'
import { listSidebarLinks } from './link-queries.ts'
import { readShadowedNames, readTakenNames } from './taken-names.ts'

const served = serveResource(redirectLinks, { plugins: Plugins, instance: Instance }, (uses) => ({
  configuration: {},
  async beforeTransaction({ values: { name, target }, fail }) {
    const taken = await readTakenNames(uses.plugins)
    if (name !== undefined && taken.has(name)) {
      const code = 'REDIRECT_LINKS_NAME_TAKEN'
      throw fail(code, { fields: { name: code } })
    }
    const to = target === undefined ? null : URL.parse(target)
    if (to?.origin !== uses.instance.origin) return
    // Only pages: a link that leads to a link could lead back.
    const first = to.pathname.split('/')[1]?.toLowerCase() ?? ''
    if (first === '' || taken.has(first)) return
    const code = 'REDIRECT_LINKS_TARGET_OWN'
    throw fail(code, { fields: { target: code } })
  },
  async present(rows) {
    const shadowed = await readShadowedNames(uses.plugins)
    return rows.map((row) => ({
      ...row,
      status: shadowed.has(row.name) ? 'shadowed' : row.enabled ? 'open' : 'disabled',
    }))
  },
}))

const redirects = provide(PageRedirects, { db: Database, clock: Clock, log: Log }, (uses, host) => {
  const counter = createClickCounter(uses)
  host.onDispose(() => counter.flush())
  return createRedirects({ ...uses, counter })
})

export default definePluginServer(manifest, {
  provides: [redirects],
  resources: [served],
  uses: { db: Database },
  setup({ db }, host) {
    host.describeSession(async () => {
      const rows = await listSidebarLinks(db.orm)
      const links: readonly SidebarLink[] = rows.map((row) => ({ ...row, label: row.label ?? row.name }))
      return links.length === 0 ? {} : { stats: { sidebar_links: links } }
    })
  },
})
