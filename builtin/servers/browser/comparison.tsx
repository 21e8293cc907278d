import { listDifferences, listForeign, readComparison, startComparison } from '@spawnpoint/contracts/servers'
import { useCan, useExplain, useFormat, useHost, useLocation, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { Loaded, type ListedRow } from '@spawnpoint/sdk/list'
import { useAction, useEndpoint } from '@spawnpoint/sdk/query'
import {
  Alert,
  Badge,
  Button,
  Card,
  Empty,
  Pagination,
  Skeleton,
  Table,
  TextLink,
  type Column,
} from '@spawnpoint/sdk/ui'
import { CircleCheck, RefreshCw } from '@spawnpoint/sdk/ui/icons'
import { useState } from 'react'
import { AdoptDialog } from './adopt-dialog.tsx'
import { Owner, PanelPageLink } from './use-staff-columns.tsx'

const movingMs = 2_000
const restingMs = 60_000

type Compared = ReplyOf<typeof readComparison>
type Ours = ListedRow<typeof listDifferences>
type Foreign = ListedRow<typeof listForeign>
type Props = { readonly panelPage: string | null }

const useOursColumns = ({ panelPage }: Props): readonly Column<Ours>[] => {
  const t = useT()
  const { pathname } = useLocation()
  return [
    {
      id: 'name',
      header: t('columns.name'),
      cell: ({ id, name }) => <TextLink to={`${pathname}?search=${id}`}>{name}</TextLink>,
    },
    { id: 'owner', header: t('staff.servers.owner'), cell: (row) => <Owner {...row} /> },
    {
      id: 'difference',
      header: t('staff.comparison.difference'),
      phone: 'badge',
      cell: ({ difference }) => (
        <Badge tone={difference === 'missing' || difference === 'install-failed' ? 'danger' : 'warning'}>
          {t(`staff.comparison.kinds.${difference}`)}
        </Badge>
      ),
    },
    {
      id: 'advice',
      header: t('staff.comparison.advice'),
      phone: 'line',
      cell: ({ difference }) => (
        <span className="sp-hint">{t(`staff.comparison.advices.${difference}`)}</span>
      ),
    },
    {
      id: 'actions',
      header: t('columns.actions'),
      hideHeader: true,
      align: 'end',
      cell: (row) => <PanelPageLink panelPage={panelPage} {...row} />,
    },
  ]
}

const useForeignColumns = (
  panelPage: string | null,
  adopt: (server: Foreign) => void,
): readonly Column<Foreign>[] => {
  const t = useT()
  const mayEdit = useCan('admin.servers.edit')
  return [
    { id: 'name', header: t('columns.name'), cell: ({ name }) => name },
    { id: 'panelId', header: t('staff.comparison.number'), cell: ({ id }) => `#${id}` },
    {
      id: 'actions',
      header: t('columns.actions'),
      hideHeader: true,
      align: 'end',
      cell: (row) => (
        <span className="sp-actions flex-nowrap">
          <PanelPageLink panelPage={panelPage} panelId={row.id} name={row.name} />
          {mayEdit && (
            <Button
              size="sm"
              aria-label={t('staff.adopt.title', { name: row.name })}
              onClick={() => adopt(row)}
            >
              {t('staff.adopt.action')}
            </Button>
          )}
        </span>
      ),
    },
  ]
}

interface Page<Row> {
  readonly items: readonly Row[]
  readonly next: string | null
  readonly previous: string | null
  readonly total?: number | undefined
}

interface PagesProps<Row> {
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly page: Page<Row>
  readonly turnTo: (cursor: string) => void
}

/** Two lists stand on this page, so that their places are not in the address. */
const Pages = <Row extends { readonly id: string | number }>({
  caption,
  columns,
  page: { items, next, previous, total },
  turnTo,
}: PagesProps<Row>) => {
  const t = useT()
  const { number } = useFormat()
  return (
    <>
      <Table<Row> caption={caption} columns={columns} rows={items} rowKey={({ id }) => id} />
      <Pagination
        onPrevious={previous === null ? undefined : () => turnTo(previous)}
        onNext={next === null ? undefined : () => turnTo(next)}
      >
        {total !== undefined && t('staff.servers.count', { count: total, value: number(total) })}
      </Pagination>
    </>
  )
}

const loading = <Skeleton shape="block" className="h-64" />

interface ListProps extends Props {
  readonly refetchEvery: number
}

const usePage = () => {
  const [cursor, setCursor] = useState('')
  return { input: { query: cursor === '' ? {} : { cursor } }, turnTo: setCursor }
}

const OursCard = ({ panelPage, refetchEvery }: ListProps) => {
  const t = useT()
  const { input, turnTo } = usePage()
  const columns = useOursColumns({ panelPage })
  const query = useEndpoint(listDifferences, input, { refetchEvery, keepPage: true })
  const caption = t('staff.comparison.ours')
  return (
    <Card title={caption} flush>
      <Loaded query={query} loading={loading}>
        {(page) => <Pages<Ours> {...{ caption, columns, page, turnTo }} />}
      </Loaded>
    </Card>
  )
}

const ForeignCard = ({ panelPage, refetchEvery, count }: ListProps & { count: number }) => {
  const t = useT()
  const { number } = useFormat()
  const { input, turnTo } = usePage()
  const [adopted, setAdopted] = useState<Foreign | null>(null)
  const columns = useForeignColumns(panelPage, setAdopted)
  const query = useEndpoint(listForeign, input, { refetchEvery, keepPage: true })
  const caption = t('staff.comparison.foreign', { value: number(count) })
  return (
    <Card title={caption} description={t('staff.comparison.foreignText')} flush>
      <Loaded query={query} loading={loading}>
        {(page) => <Pages<Foreign> {...{ caption, columns, page, turnTo }} />}
      </Loaded>
      {adopted && <AdoptDialog panelId={adopted.id} name={adopted.name} close={() => setAdopted(null)} />}
    </Card>
  )
}

const Differences = ({ data, ...list }: ListProps & { data: Compared }) => {
  const t = useT()
  if (!data.connected) return <Empty title={t('staff.comparison.off')} text={t('staff.comparison.offText')} />
  if (data.ours === 0 && data.foreign === 0)
    return (
      <Empty
        icon={<CircleCheck />}
        title={t('staff.comparison.same')}
        text={t('staff.comparison.sameText')}
      />
    )
  return (
    <div className="grid gap-5">
      {data.ours > 0 && <OursCard {...list} />}
      {data.foreign > 0 && <ForeignCard {...list} count={data.foreign} />}
    </div>
  )
}

/** Where servers here and on the panel differ, with what to do about each. */
export const Comparison = ({ panelPage }: Props) => {
  const t = useT()
  const { ago } = useFormat()
  const explain = useExplain()
  const { notify } = useHost()
  const mayEdit = useCan('admin.servers.edit')
  const [everyMs, setEveryMs] = useState(restingMs)
  const query = useEndpoint(readComparison, {}, { refetchEvery: everyMs })
  const { data } = query
  const start = useAction(startComparison, { refreshes: [readComparison, listDifferences, listForeign] })
  const wantedMs = data?.running ? movingMs : restingMs
  if (wantedMs !== everyMs) setEveryMs(wantedMs)
  const press = () =>
    start.mutate({}, { onError: (error) => notify.toast({ title: explain(error), tone: 'danger' }) })
  return (
    <div className="grid gap-4">
      {data?.connected !== false && (
        <Alert
          action={
            mayEdit &&
            data?.connected && (
              <Button
                size="sm"
                icon={<RefreshCw aria-hidden />}
                loading={start.isPending || data.running}
                onClick={press}
              >
                {t('staff.comparison.start')}
              </Button>
            )
          }
        >
          {data?.comparedAt
            ? t('staff.comparison.at', { when: ago(data.comparedAt) })
            : t('staff.comparison.text')}
        </Alert>
      )}
      <Loaded query={query} loading={loading}>
        {(loaded) => <Differences data={loaded} panelPage={panelPage} refetchEvery={everyMs} />}
      </Loaded>
    </div>
  )
}
