import { createPluginsFolder } from '../support/plugins/write-plugin.ts'

const serverModule = (id: string) => `import { defineEndpoint } from '@spawnpoint/sdk/common'
import { answer, definePluginServer } from '@spawnpoint/sdk/server'
import { z } from 'zod'
const hello = defineEndpoint({ method: 'GET', path: '/api/${id}/hello', summary: 'hello', access: { user: true }, reply: z.object({}) })
export default definePluginServer({ kind: 'builtin' }, { endpoints: [answer(hello, {}, async () => ({}))] })
`

/** Pages for customers and staff, menu entries and a command each, as plugins have them; with a server module on request. */
export function writePlugins(count: number, halves: 'browser' | 'both' = 'browser') {
  const plugins = createPluginsFolder()
  for (let number = 1; number <= count; number += 1) {
    const id = `bench-plugin-${number}`
    const title = `Plugin ${number}`
    const staff = { id: 'staff', path: `/mc-admin/x/${id}`, area: 'admin' as const, permission: 'admin.root' }
    plugins.write(
      {
        id,
        version: '1.0.0',
        title,
        description: `One of ${count}`,
        defaultEnabled: true,
        contributes: {
          routes: [{ id: 'page', path: `/p/${id}`, area: 'user', module: 'page', title }],
          adminPages: [{ ...staff, module: 'page', title }],
          nav: [
            { area: 'user', route: 'page', label: title, icon: 'Box', group: 'main', order: 500 + number },
          ],
          commands: [{ id: 'open', title, route: 'page' }],
        },
        modules: { page: 'browser/page.js' },
      },
      halves === 'both' ? serverModule(id) : null,
      { 'browser/page.js': 'export default () => null\n' },
    )
  }
  return plugins
}
