import { expect, test, type Page } from '@playwright/test'
import { desktop, expectAccessible, expectFitting, findRawKeys, navigate, phone } from './check-screen.ts'
import { everyNth } from './soak.ts'

/** The languages of the dashboard, with the tag that the document has then. */
export const languages = { EN: 'en', RO: 'ro', FR: 'fr', DE: 'de', ES: 'es', MD: 'zh-Hans' }

/** From the next document on the page speaks this language. */
export const chooseLanguage = async (page: Page, language: string): Promise<void> => {
  await page.evaluate((chosen) => localStorage.setItem('locale', chosen), language)
  await page.context().addCookies([{ name: 'locale', value: language, url: new URL(page.url()).origin }])
}

/** Each screen has its words and its room in each language but English, in which all screens are checked elsewhere. */
export const checkLanguages = async (
  page: Page,
  addresses: readonly string[],
  plugins: readonly string[],
) => {
  for (const [index, [language, tag]] of Object.entries(languages).slice(1).entries()) {
    // The findings of axe are seldom a matter of the language: each screen is judged in one, all in the long form.
    const judged = everyNth([...addresses.slice(index), ...addresses.slice(0, index)], 5)
    await chooseLanguage(page, language)
    await page.goto(addresses[0] ?? '')
    await expect(page.locator('html')).toHaveAttribute('lang', tag)
    for (const [place, address] of addresses.entries())
      await test.step(`${address} in ${language}`, async () => {
        if (place > 0) await navigate(page, address)
        const where = `${address} in ${language}`
        for (const size of [phone, desktop]) {
          await page.setViewportSize(size)
          await expectFitting(page, `${where}, ${size.width} px`)
        }
        expect(await findRawKeys(page, plugins), `raw message keys on ${where}`).toEqual([])
        if (judged.includes(address)) await expectAccessible(page, where)
      })
  }
  await chooseLanguage(page, 'EN')
}
