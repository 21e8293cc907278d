import type { PluginRegistry } from '../../browser/plugins/plugin-registry.ts'

type Plugins = Pick<PluginRegistry, 'find' | 'plan'>

/** `/assets/plugins/<id>/<hash>/` of an address. */
const buildOf = (address: string): string | undefined =>
  /\/assets\/plugins\/[^/]+\/[^/]+\//.exec(address)?.[0]

function isInUse({ dataset, href }: HTMLLinkElement, { find }: Plugins): boolean {
  const plugin = find(dataset['plugin'] ?? '')
  if (!plugin) return false
  const build = buildOf(href)
  return build === undefined || Object.values(plugin.modules).some((url) => buildOf(url) === build)
}

/**
 * Stylesheets that the modules of plugins have brought: a module runs once, so they stay in the page for when its plugin
 * is switched on again, and do not count while it is off or another build of it runs.
 */
export function followPluginStyles(document: Document, plugins: Plugins): () => void {
  return plugins.plan.subscribe(() => {
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-plugin]'))
      link.disabled = !isInUse(link, plugins)
  })
}
