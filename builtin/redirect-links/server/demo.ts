import { resourceEndpoints } from '@spawnpoint/sdk/common'
import { defineDemo, PageRedirects } from '@spawnpoint/sdk/server'
import { redirectLinks } from '../resource.ts'

const links = [
  {
    name: 'discord',
    target: 'https://discord.com/',
    label: 'Discord',
    icon: 'chat',
    inSidebar: true,
    often: 60,
  },
  {
    name: 'status',
    target: 'https://status.example.com/',
    label: 'Status',
    icon: 'status',
    inSidebar: true,
    often: 25,
  },
  {
    name: 'rules',
    target: 'https://example.com/rules',
    label: null,
    icon: 'docs',
    inSidebar: false,
    often: 8,
  },
  {
    name: 'summer-event',
    target: 'https://example.com/summer',
    label: null,
    icon: 'gift',
    inSidebar: false,
    often: 0,
  },
] as const

export const demo = defineDemo({
  uses: { redirects: PageRedirects },
  async fill({ redirects }, stage) {
    const admin = stage.person('marta')
    for (const { often, ...link } of links) {
      const body = { ...link, enabled: often > 0, order: 100 }
      await stage.call(admin, resourceEndpoints(redirectLinks).create, { body })
      for (let click = 0; click < often; click += 1)
        stage.plan(stage.past(admin.since), () => redirects.find(`/${link.name}`, true))
    }
  },
})
