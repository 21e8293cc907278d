import type { CatalogItem, CatalogView } from '@spawnpoint/contracts/plugin-catalog'
import { useCan, useOpenPath, useSearchParams, useT } from '@spawnpoint/sdk/browser'
import { Loaded } from '@spawnpoint/sdk/list'
import {
  Alert,
  Button,
  Card,
  Empty,
  LinkButton,
  Page,
  SearchField,
  Select,
  Table,
  Toolbar,
} from '@spawnpoint/sdk/ui'
import { Puzzle, RefreshCw } from '@spawnpoint/sdk/ui/icons'
import { useState } from 'react'
import { useCatalogColumns } from './catalog-columns.tsx'
import { CatalogNotices } from './catalog-notices.tsx'
import { useCatalog } from './use-catalog.ts'
import { useCatalogActions } from './use-catalog-actions.ts'

const filters = ['all', 'update', 'available', 'installed'] as const
type Filter = (typeof filters)[number]

const isFilter = (text: string): text is Filter => filters.some((each) => each === text)

const find = (items: readonly CatalogItem[], filter: Filter, text: string) => {
  const wanted = text.trim().toLowerCase()
  return items.filter(
    ({ id, title, description, publisher, state, installed }) =>
      (filter === 'all' || state === filter || (filter === 'installed' && installed !== null)) &&
      `${id} ${title} ${description} ${publisher ?? ''}`.toLowerCase().includes(wanted),
  )
}

/** Says how to subscribe while there is no catalog. */
const NoCatalog = () => {
  const t = useT()
  const settings = useOpenPath()('settings')
  return (
    <Empty
      icon={<Puzzle />}
      title={t('none')}
      text={t('noneText')}
      action={
        settings && (
          <LinkButton variant="primary" to={`${settings}#custom-code`}>
            {t('add')}
          </LinkButton>
        )
      }
    />
  )
}

const CatalogList = ({
  list,
  actions,
}: {
  list: CatalogView | undefined
  actions: ReturnType<typeof useCatalogActions>
}) => {
  const t = useT()
  const [query, setQuery] = useState('')
  const wanted = useSearchParams()[0].get('show') ?? ''
  const [filter, setFilter] = useState<Filter>(isFilter(wanted) ? wanted : 'all')
  const columns = useCatalogColumns({ busy: actions.busy, onInstall: actions.install })
  if (list?.catalogs.length === 0) return <NoCatalog />
  return (
    <>
      {actions.failure && <Alert tone="danger">{actions.failure}</Alert>}
      {list && <CatalogNotices catalogs={list.catalogs} />}
      <Toolbar label={t('title')}>
        <SearchField value={query} onSearch={setQuery} label={t('search')} placeholder={t('search')} />
        <Select
          label={t('filter')}
          hideLabel
          value={filter}
          options={filters.map((each) => ({ value: each, label: t(`filters.${each}`) }))}
          onChange={({ target }) => isFilter(target.value) && setFilter(target.value)}
        />
      </Toolbar>
      <Card flush>
        <Table
          caption={t('title')}
          columns={columns}
          rows={list && find(list.plugins, filter, query)}
          rowKey={({ id }) => id}
          loading={!list}
          skeletonRows={6}
          empty={<Empty title={t('noneFound')} />}
        />
      </Card>
    </>
  )
}

const CatalogPage = () => {
  const t = useT()
  const query = useCatalog()
  const actions = useCatalogActions()
  const canEdit = useCan('admin.plugins.edit')
  const plugins = useOpenPath()('admin-plugins')
  const draw = (list?: CatalogView) => <CatalogList {...{ list, actions }} />
  const refresh = canEdit && query.data && query.data.catalogs.length > 0 && (
    <Button icon={<RefreshCw aria-hidden />} loading={actions.isReading} onClick={actions.refresh}>
      {t('refresh')}
    </Button>
  )
  return (
    <Page
      title={t('title')}
      description={t('description')}
      actions={refresh}
      breadcrumbs={plugins ? [{ label: t('plugins'), to: plugins }, { label: t('title') }] : []}
    >
      <Loaded query={query} loading={draw()}>
        {draw}
      </Loaded>
    </Page>
  )
}

export default CatalogPage
