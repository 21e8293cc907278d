import type { ManifestInput } from '@spawnpoint/sdk/common'
import { craftPackage, type CraftOptions } from '../../support/plugins/craft-package.ts'
import type { ApiClient } from '../../support/server/api-client.ts'
import type { TestServer } from '../../support/server/start-test-server.ts'

export const PACKAGES = '/api/plugin-manager/packages'
export const PLUGINS = '/api/plugin-manager/plugins'

export interface ReviewBody {
  readonly id: string
  readonly consent: string
  readonly action: string
  readonly problems: readonly { readonly code: string; readonly details: Record<string, unknown> }[]
  readonly warnings: readonly { readonly code: string; readonly details: Record<string, unknown> }[]
  readonly rights: readonly {
    readonly kind: string
    readonly value: string
    readonly detail?: string | null
    readonly isNew: boolean
  }[]
  readonly signature: { readonly state: string; readonly keyName: string | null }
  readonly isolation: { readonly server: string | null; readonly browser: string | null }
  readonly [key: string]: unknown
}

interface Row {
  readonly id: string
  readonly version: string
  readonly state: string
  readonly reason: string | null
  readonly enabled: boolean
  readonly isLeftover: boolean
  readonly [key: string]: unknown
}

/** Code of a server module that answers its version, without anything to import. */
export const serverSaying = (id: string, text: string, more = '') => `
const database = { kind: 'service', id: 'kernel.database' }
export default { kind: 'trusted-server', uses: [database], provides: [], async setUp(resolve, host) {
  const db = resolve(database)
  ${more}
  host.routes((app) => {
    app.get('/api/${id}/says', { config: { access: { public: 'test' } } }, async () => ({ success: true, says: '${text}' }))
  })
} }`

export const aPluginOf = (id: string, more: Partial<ManifestInput> = {}): ManifestInput => ({
  id,
  version: '1.0.0',
  title: '%title%',
  description: 'A plugin for a test',
  ...more,
})

/** The plugins page, by HTTP. */
export function createShop(api: ApiClient) {
  const upload = (zip: Buffer) =>
    api.post(PACKAGES, new Blob([new Uint8Array(zip)], { type: 'application/zip' }))

  async function review(zip: Buffer): Promise<ReviewBody> {
    const { status, body } = await upload(zip)
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
    return body['review'] as ReviewBody
  }

  /** `serverSaying` needs the process; `inProcess: undefined` leaves the choice out. */
  async function install(zip: Buffer, more: Record<string, unknown> = {}) {
    const { id, consent } = await review(zip)
    return api.post(`${PACKAGES}/${id}/install`, { consent, inProcess: true, ...more })
  }

  return {
    upload,
    review,
    install,
    pack: (input: ManifestInput, options?: CraftOptions) => craftPackage(input, options),
    enable: (id: string) => api.post(`${PLUGINS}/${id}/enable`),
    disable: (id: string, withDependants = false) => api.post(`${PLUGINS}/${id}/disable`, { withDependants }),
    uninstall: (id: string, data: 'keep' | 'remove', withDependants = false) =>
      api.post(`${PLUGINS}/${id}/uninstall`, { data, withDependants }),
    async find(id: string): Promise<Row | undefined> {
      const { body } = await api.get(PLUGINS)
      return (body['plugins'] as Row[]).find((each) => each.id === id)
    },
    async says(id: string): Promise<unknown> {
      const { status, body } = await api.get(`/api/${id}/says`)
      return status === 200 ? body['says'] : status
    },
  }
}

export type Shop = ReturnType<typeof createShop>

export const openShop = async (server: TestServer): Promise<Shop> => {
  const { api } = await server.signIn({ permissions: ['admin.root'] })
  return createShop(api)
}
