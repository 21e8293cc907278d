import {
  expiries,
  listAllServers,
  listedStates,
  readServerOverview,
  type BulkAction,
  type StaffServer,
} from '@spawnpoint/contracts/servers'
import {
  useCan,
  useFormat,
  useHashTab,
  useHost,
  useLocation,
  useOpenPath,
  useSearchParams,
  useT,
} from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { DataList, type ListedPage, type ListFilter } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Alert, Button, Empty, LinkButton, Page, Stat, Tabs } from '@spawnpoint/sdk/ui'
import { Plus, Server } from '@spawnpoint/sdk/ui/icons'
import { useState } from 'react'
import { ActDialog } from './act-dialog.tsx'
import { BulkResults } from './bulk-results.tsx'
import { BulkRuns } from './bulk-runs.tsx'
import { Comparison } from './comparison.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { useStaffColumns } from './use-staff-columns.tsx'

const refetchEveryMs = 10_000
const overviewEveryMs = 30_000
const pageSizes = [10, 20, 30, 50]

type Overview = ReplyOf<typeof readServerOverview>

const Figures = ({ overview }: { overview: Overview | undefined }) => {
  const t = useT()
  const { number } = useFormat()
  const shown = ['total', 'suspended', 'trouble', 'foreign'] as const
  return (
    <div className="sp-stats">
      {shown.map((key) => (
        <Stat
          key={key}
          label={t(`staff.servers.counts.${key}`)}
          value={overview ? number(overview[key]) : '–'}
        />
      ))}
    </div>
  )
}

const useFilters = (overview: Overview | undefined): readonly ListFilter[] => {
  const t = useT()
  const options = (rows: Overview['eggs'] = []) => rows.map(({ id, name }) => ({ value: id, label: name }))
  return [
    {
      key: 'state',
      label: t('columns.status'),
      values: listedStates.map((value) => ({ value, label: t(`staff.servers.states.${value}`) })),
    },
    { key: 'location', label: t('columns.location'), values: options(overview?.locations) },
    { key: 'egg', label: t('columns.egg'), values: options(overview?.eggs) },
    {
      key: 'expiry',
      label: t('view.expires'),
      all: t('staff.servers.anyExpiry'),
      values: expiries.map((value) => ({ value, label: t(`staff.servers.expiries.${value}`) })),
    },
  ]
}

/** Says that only the servers of one user are listed, with the way back to all. */
const OwnerNote = () => {
  const t = useT()
  const [address, setAddress] = useSearchParams()
  if (!address.has('owner')) return null
  const clear = () => {
    const next = new URLSearchParams(address)
    next.delete('owner')
    setAddress(next)
  }
  return (
    <Alert
      action={
        <Button size="sm" onClick={clear}>
          {t('staff.servers.showAll')}
        </Button>
      }
    >
      {t('staff.servers.ofOne')}
    </Alert>
  )
}

interface Asked {
  readonly action: BulkAction
  readonly servers: readonly StaffServer[]
}

/** Servers that are selected, also on pages that were turned. */
const useSelection = () => {
  const [selected, setSelected] = useState<ReadonlyMap<string, StaffServer>>(new Map())
  return {
    selected,
    toggle(server: StaffServer) {
      const next = new Map(selected)
      if (!next.delete(server.id)) next.set(server.id, server)
      setSelected(next)
    },
    select: (rows: readonly StaffServer[]) =>
      setSelected(new Map([...selected, ...rows.map((row) => [row.id, row] as const)])),
    clear: () => setSelected(new Map()),
  }
}

interface TotalProps {
  readonly page: ListedPage<StaffServer>
  readonly select: (servers: readonly StaffServer[]) => void
}

const Total = ({ page: { items, total = 0 }, select }: TotalProps) => {
  const t = useT()
  const { number } = useFormat()
  return (
    <span className="flex flex-wrap items-center gap-3">
      {t('staff.servers.count', { count: total, value: number(total) })}
      <Button size="sm" variant="ghost" onClick={() => select(items)}>
        {t('staff.servers.selectPage')}
      </Button>
    </span>
  )
}

/** The run whose results are shown stands in the address, so that a reload and a link show it again. */
const useShownRun = () => {
  const { navigate } = useHost()
  const { pathname, search, hash } = useLocation()
  const address = new URLSearchParams(search)
  return {
    run: address.get('run'),
    show(run: string | null) {
      if (run === null) address.delete('run')
      else address.set('run', run)
      navigate(`${pathname}${address.size > 0 ? `?${address}` : ''}${hash}`, { replace: true })
    },
  }
}

interface ServerListProps {
  readonly overview: Overview | undefined
  readonly ready: boolean
  readonly started: (run: string) => void
}

const ServerList = ({ overview, ready, started }: ServerListProps) => {
  const t = useT()
  const [address] = useSearchParams()
  const { selected, toggle, select, clear } = useSelection()
  const [asked, setAsked] = useState<Asked | null>(null)
  const filters = useFilters(overview)
  const columns = useStaffColumns({
    selected,
    toggle,
    ask: (action, server) => setAsked({ action, servers: [server] }),
    panelPage: overview?.panelPage ?? null,
  })
  const owner = address.get('owner')
  const drawTotal = (page: ListedPage<StaffServer>) => <Total page={page} select={select} />
  return (
    <div className="sp-form">
      <OwnerNote />
      {selected.size > 0 && (
        <SelectionBar
          count={selected.size}
          clear={clear}
          ask={(action) => setAsked({ action, servers: [...selected.values()] })}
        />
      )}
      <DataList<StaffServer>
        endpoint={listAllServers}
        {...(owner !== null && { call: { query: { owner } } })}
        caption={t('staff.servers.title')}
        columns={columns}
        rowKey={({ id }) => id}
        searchable
        searchLabel={t('staff.servers.search')}
        filters={filters}
        ready={ready}
        sorted={{ column: 'createdAt', order: 'desc' }}
        pageSizes={pageSizes}
        refetchEvery={refetchEveryMs}
        total={drawTotal}
        empty={
          <Empty icon={<Server />} title={t('staff.servers.empty')} text={t('staff.servers.emptyText')} />
        }
      />
      {asked && (
        <ActDialog
          {...asked}
          close={() => setAsked(null)}
          started={(id) => {
            started(id)
            clear()
          }}
        />
      )}
    </div>
  )
}

/** Staff who may only look have no runs. */
const useMayAct = () => {
  const mayEdit = useCan('admin.servers.edit')
  const mayDelete = useCan('admin.servers.delete')
  return mayEdit || mayDelete
}

const CreateLink = () => {
  const t = useT()
  const host = useHost()
  const openPath = useOpenPath()
  const mayCreate = useCan('admin.server.queue.create')
  if (!mayCreate || openPath('server-queue-create') === null) return null
  return (
    <LinkButton variant="primary" icon={<Plus aria-hidden />} to={host.pathTo('server-queue-create')}>
      {t('wizard.create')}
    </LinkButton>
  )
}

/** Everyone's servers, and how they agree with the panel. */
export default function StaffPage() {
  const t = useT()
  const tab = useHashTab()
  const { run, show } = useShownRun()
  const mayAct = useMayAct()
  const { data, isError } = useEndpoint(readServerOverview, {}, { refetchEvery: overviewEveryMs })
  return (
    <Page
      title={t('staff.servers.title')}
      description={t('staff.servers.description')}
      actions={<CreateLink />}
    >
      <Figures overview={data} />
      <Tabs
        label={t('staff.servers.title')}
        {...tab}
        tabs={[
          {
            id: 'servers',
            label: t('staff.servers.title'),
            content: <ServerList overview={data} ready={data !== undefined || isError} started={show} />,
          },
          {
            id: 'comparison',
            label: t('staff.comparison.title'),
            content: <Comparison panelPage={data?.panelPage ?? null} />,
          },
          ...(mayAct ? [{ id: 'runs', label: t('staff.bulk.runs.title'), content: <BulkRuns /> }] : []),
        ]}
      />
      {run !== null && mayAct && <BulkResults id={run} close={() => show(null)} />}
    </Page>
  )
}
