import type { Mutant } from './mutant.ts'

const folder = 'builtin/plugin-catalog'

/** Plugins from signed catalogs. */
export const pluginCatalogMutants: readonly Mutant[] = [
  {
    rule: 'PCG1',
    file: `${folder}/contract/endpoints.ts`,
    find: "path: '/api/plugin-catalog/refresh',\n  summary: 'Read the subscribed catalogs again, now',\n  access: edit,",
    replace:
      "path: '/api/plugin-catalog/refresh',\n  summary: 'Read the subscribed catalogs again, now',\n  access: list,",
  },
  {
    rule: 'PCG2',
    file: `${folder}/contract/settings.ts`,
    find: 'isWhole ? found : null',
    replace: 'found',
  },
  {
    rule: 'PCG2',
    file: `${folder}/contract/settings.ts`,
    find: "group: 'custom-code'",
    replace: "group: 'integrations'",
  },
  {
    rule: 'PCG3',
    file: 'sdk/package/catalog-index.ts',
    find: "if (!verify(null, covered, keyFrom(publicKey), Buffer.from(value, 'base64')))",
    replace: "if (value === '' && keyFrom(publicKey) && covered)",
  },
  {
    rule: 'PCG3',
    file: `${folder}/server/read-catalogs.ts`,
    find: 'if (known && Date.parse(index.updatedAt) < Date.parse(known.updatedAt))',
    replace: 'if (known && index.name === "")',
  },
  {
    rule: 'PCG3',
    file: `${folder}/server/read-catalogs.ts`,
    find: 'read = { index: stored?.index ?? null,',
    replace: 'read = { index: null,',
  },
  {
    rule: 'PCG4',
    file: `${folder}/server/present-catalog.ts`,
    find: 'sorted.find(({ engines }) => packages.isMadeFor(engines)) ?? sorted[0]',
    replace: 'sorted[0]',
  },
  {
    rule: 'PCG4',
    file: `${folder}/server/present-catalog.ts`,
    find: "if (installed && installed.source !== 'package') return 'taken'",
    replace: '',
  },
  {
    rule: 'PCG5',
    file: `${folder}/server/handle-catalog.ts`,
    find: '!== sha256)',
    replace: "=== '')",
  },
  {
    rule: 'PCG5',
    file: `${folder}/server/handle-catalog.ts`,
    find: 'review.plugin !== body.id || review.version !== body.version',
    replace: 'review.plugin !== body.id',
  },
  {
    rule: 'PCG5',
    file: `${folder}/server/handle-catalog.ts`,
    find: 'largest: bytes, publicOnly }',
    replace: 'largest: bytes }',
  },
  {
    rule: 'PCG5',
    file: `${folder}/server/handle-catalog.ts`,
    find: 'largest: bytes, ',
    replace: 'largest: 20_000_000, ',
  },
  {
    rule: 'PCG5',
    file: 'sdk/server/call-out.ts',
    find: ' && !outgoing.publicOnly?.anyHost',
    replace: '',
  },
  {
    rule: 'PCG6',
    file: `${folder}/server/read-catalogs.ts`,
    find: 'for (const source of missing) await readCatalog(services, source)',
    replace: '',
  },
  {
    rule: 'PCG6',
    file: `${folder}/browser/catalog-link.tsx`,
    find: "state === 'update').length",
    replace: "state === 'installed' || state === 'update').length",
  },
  {
    rule: 'PCG7',
    file: 'sdk/cli/catalog.ts',
    find: 'if (before && before.sha256 !== sha256)',
    replace: 'if (before && before.sha256 === "")',
  },
  {
    rule: 'PCG7',
    file: 'sdk/cli/catalog.ts',
    find: 'publishedAt: before?.publishedAt ?? now',
    replace: 'publishedAt: now',
  },
  {
    rule: 'PCG8',
    file: `${folder}/browser/use-catalog-actions.ts`,
    find: '?review=${review}',
    replace: '',
  },
  {
    rule: 'PLM35',
    file: 'builtin/plugin-manager/browser/plugins-page.tsx',
    find: "now.delete('review')",
    replace: "now.delete('none')",
  },
  {
    rule: 'PLM35',
    file: 'builtin/plugin-manager/browser/plugins-page.tsx',
    find: 'if (review === null || !isReady) return',
    replace: 'if (review === null || isReady) return',
  },
]
