import { readComparison, startComparison } from '@spawnpoint/contracts/servers'
import { useCan, useExplain, useFormat, useHost, useLocation, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { Loaded } from '@spawnpoint/sdk/list'
import { useAction, useEndpoint } from '@spawnpoint/sdk/query'
import { Alert, Badge, Button, Card, Empty, Skeleton, Table, TextLink, type Column } from '@spawnpoint/sdk/ui'
import { CircleCheck, RefreshCw } from '@spawnpoint/sdk/ui/icons'
import { useState } from 'react'
import { AdoptDialog } from './adopt-dialog.tsx'
import { Owner, PanelPageLink } from './use-staff-columns.tsx'

const movingMs = 2_000
const restingMs = 60_000

type Compared = ReplyOf<typeof readComparison>
type Ours = Compared['ours'][number]
type Foreign = Compared['foreign']['first'][number]
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

const Differences = ({ data, panelPage }: Props & { data: Compared }) => {
  const t = useT()
  const { number } = useFormat()
  const ours = useOursColumns({ panelPage })
  const [adopted, setAdopted] = useState<Foreign | null>(null)
  const foreign = useForeignColumns(panelPage, setAdopted)
  if (!data.connected) return <Empty title={t('staff.comparison.off')} text={t('staff.comparison.offText')} />
  if (data.ours.length === 0 && data.foreign.count === 0)
    return (
      <Empty
        icon={<CircleCheck />}
        title={t('staff.comparison.same')}
        text={t('staff.comparison.sameText')}
      />
    )
  return (
    <div className="grid gap-5">
      {data.ours.length > 0 && (
        <Card title={t('staff.comparison.ours')} flush>
          <Table<Ours>
            caption={t('staff.comparison.ours')}
            columns={ours}
            rows={data.ours}
            rowKey={({ id }) => id}
          />
        </Card>
      )}
      {data.foreign.count > 0 && (
        <Card
          title={t('staff.comparison.foreign', { value: number(data.foreign.count) })}
          description={t('staff.comparison.foreignText')}
          flush
        >
          <Table<Foreign>
            caption={t('staff.comparison.foreign', { value: number(data.foreign.count) })}
            columns={foreign}
            rows={data.foreign.first}
            rowKey={({ id }) => id}
          />
        </Card>
      )}
      {adopted && <AdoptDialog panelId={adopted.id} name={adopted.name} close={() => setAdopted(null)} />}
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
  const start = useAction(startComparison, { refreshes: [readComparison] })
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
      <Loaded query={query} loading={<Skeleton shape="block" className="h-64" />}>
        {(loaded) => <Differences data={loaded} panelPage={panelPage} />}
      </Loaded>
    </div>
  )
}
