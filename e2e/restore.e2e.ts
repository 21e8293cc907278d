import { expect, test } from '@playwright/test'
import { openBehindHttps } from './behind-https.ts'
import { callApi } from './call-api.ts'
import { admin, comeAsFirstAdmin, logIn } from './people.ts'

test('[BKP14][BKP15][BKP16][BKP17] an administrator restores a backup in the browser, and the change after it is gone', async ({
  playwright,
}) => {
  // As an operator starts it: the launcher begins again when the product ends for the restore.
  const site = await openBehindHttps(playwright, {}, { builds: true })
  try {
    const { page } = await site.visitor()
    await comeAsFirstAdmin(page, site.product)
    await page.goto('/mc-admin/backups')
    await page.getByRole('button', { name: 'Create backup' }).first().click()
    await expect(page.getByText('Restored and checked').first()).toBeVisible()
    await callApi(page, 'PATCH', '/api/settings', { values: { app_name: 'Changed afterwards' } })
    await page.reload()
    await expect(page.getByText('Changed afterwards').first()).toBeVisible()

    await page
      .getByRole('button', { name: /^Actions for the backup of/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Restore' }).click()
    const dialog = page.getByRole('dialog', { name: /^Restore the backup of/ })
    const confirm = dialog.getByRole('button', { name: 'Restore backup' })
    await expect(confirm).toBeDisabled()
    await dialog.getByLabel('Name of the backup').fill((await dialog.locator('code').innerText()).trim())
    await confirm.click()

    await expect(page).toHaveURL(/\/restore\//)
    await expect(page.getByRole('heading', { name: 'Backup restored' })).toBeVisible()
    await page.getByRole('link', { name: 'Open the dashboard' }).click()
    // The restored database knows no session of before.
    await page.getByRole('alertdialog', { name: 'Session Error' }).getByRole('button').click()
    await expect(page).toHaveURL(/\/auth\/login$/)
    await expect(page).toHaveTitle(/Spawnpoint$/)
    await logIn(page, admin, /\/mc-admin$/)
    await page.goto('/mc-admin/backups')
    await expect(page.getByText(/^Restored the backup of/)).toBeVisible()
    await expect(page.getByText('Maintenance mode is on')).toHaveCount(0)
  } finally {
    await site.close()
  }
})
