import { readNumbers } from '@spawnpoint/contracts/image-reports'
import { useFormat, useT, useTranslation } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { Loaded } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Card, Empty, Skeleton, Table, type Column } from '@spawnpoint/sdk/ui'

type Month = ReplyOf<typeof readNumbers>['months'][number]

const counts = ['notices', 'images', 'hidden', 'removed', 'kept', 'appeals', 'restored'] as const

const useColumns = (): readonly Column<Month>[] => {
  const t = useT()
  const { i18n } = useTranslation()
  const { number } = useFormat()
  const monthName = new Intl.DateTimeFormat(i18n.language, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return [
    {
      id: 'month',
      phone: 'title',
      header: t('numbers.month'),
      cell: ({ month }) => monthName.format(new Date(month)),
    },
    ...counts.map((key): Column<Month> => ({
      id: key,
      header: t(`numbers.${key}`),
      align: 'end',
      cell: (row) => <span className="tabular-nums">{number(row[key])}</span>,
    })),
    {
      id: 'hours',
      header: t('numbers.hours'),
      align: 'end',
      cell: ({ hours }) =>
        hours === null ? '–' : t('numbers.hoursValue', { value: number(Math.round(hours * 10) / 10) }),
    },
  ]
}

/** The numbers that a transparency report asks for, month by month. */
export const NumbersTab = () => {
  const t = useT()
  const columns = useColumns()
  const query = useEndpoint(readNumbers)
  return (
    <Card title={t('numbers.title')} description={t('numbers.text')} flush>
      <Loaded query={query} loading={<Skeleton shape="block" className="h-96" />}>
        {({ months }) => (
          <Table
            caption={t('numbers.title')}
            columns={columns}
            rows={months}
            rowKey={({ month }) => month}
            empty={<Empty title={t('numbers.empty')} />}
          />
        )}
      </Loaded>
    </Card>
  )
}
