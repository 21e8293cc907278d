import { expect, test, type Page } from '@playwright/test'
import { openPreparedSite, type SecureSite } from './behind-https.ts'
import { settle } from './check-screen.ts'
import { scenes } from './ui-settings/scenes.ts'
import type { SettingEffect, Value } from './ui-settings/setting-effect.ts'

let site: SecureSite
test.beforeAll(async ({ playwright }) => {
  site = await openPreparedSite(playwright)
})
test.afterAll(() => site.close())

/** Writes a setting as any script may, and leaves all others at their defaults. */
const write = (page: Page, { setting, needs = {} }: SettingEffect, value: Value) =>
  page.evaluate(
    ([name, others, chosen]) => {
      const [group = '', field] = name.split('.')
      localStorage.removeItem('preferredTransition')
      if (name === 'preferredTransition') return localStorage.setItem(name, String(chosen))
      const own = field ? { [group]: { ...others[group], [field]: chosen } } : { [group]: chosen }
      localStorage.setItem('ui-settings', JSON.stringify({ ...others, ...own }))
    },
    [setting, needs, value] as const,
  )

for (const scene of scenes)
  test(`[CUS19, CUS4, TUNE1, UIB1, UIB2, UIB3, UIB4] the settings that ${scene.screen} shows`, async () => {
    const { page, context } = await site.visitor(scene.person)
    if (scene.motion) await page.emulateMedia({ reducedMotion: 'no-preference' })
    await scene.prepare?.(page)
    await page.goto(scene.address)
    await settle(page)
    await scene.open?.(page)
    for (const each of scene.effects)
      for (const [value, seen] of each.seen)
        await test.step(`${each.setting} at ${value}: ${each.effect}`, async () => {
          await write(page, each, value)
          if (scene.loads) {
            await page.reload()
            await settle(page)
          }
          await expect.poll(() => each.look(page), `${each.setting} at ${value}`).toBe(seen)
        })
    await context.close()
  })
