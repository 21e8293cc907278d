import { documentsFile } from '@spawnpoint/contracts/payments'
import { useHost, useStore, useT } from '@spawnpoint/sdk/browser'
import { Menu } from '@spawnpoint/sdk/ui'
import { Download } from '@spawnpoint/sdk/ui/icons'

/** A download by a link, since it is no page of the shell. */
const download = (period: string) => {
  const link = document.createElement('a')
  link.href = `${documentsFile.path}?period=${period}`
  link.download = ''
  link.click()
}

/** Receipts and credit notes of a month or year, for the accounts. */
export const ExportReceipts = () => {
  const t = useT()
  const { clock, locale } = useHost()
  const language = useStore(locale)
  const tag = language === 'MD' ? 'zh-Hans' : language.toLowerCase()
  const now = new Date(clock.now())
  const year = now.getUTCFullYear()
  const months = Array.from({ length: 3 }, (_, back) => new Date(Date.UTC(year, now.getUTCMonth() - back)))
  const name = new Intl.DateTimeFormat(tag, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return (
    <Menu
      label={t('staff.export')}
      icon={<Download aria-hidden />}
      items={[
        ...months.map((month) => ({
          id: month.toISOString(),
          label: name.format(month),
          onSelect: () => download(month.toISOString().slice(0, 7)),
        })),
        { id: 'years', separator: true as const },
        ...[year, year - 1].map((each) => ({
          id: String(each),
          label: String(each),
          onSelect: () => download(String(each)),
        })),
      ]}
    />
  )
}
