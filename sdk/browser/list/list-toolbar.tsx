import { Button, SearchField, Select, Toolbar } from '@spawnpoint/sdk/ui'
import { Download } from '@spawnpoint/sdk/ui/icons'
import { useEffect, useState } from 'react'
import { useT } from '../hooks.ts'
import { SHELL, useHost } from '../host.ts'
import { isNarrowed, toListQuery, type ListState, type useListState } from './list-state.ts'

/** A filter above a list. @example const filter: ListFilter = { key: 'open', label: 'Open', values: [{ value: 'true', label: 'Yes' }] } */
export interface ListFilter {
  readonly key: string
  readonly label: string
  /** Names the choice without a filter; by default "<label>: all". */
  readonly all?: string
  readonly values: readonly { readonly value: string; readonly label: string }[]
}

interface ToolbarProps {
  readonly state: ListState
  readonly change: ReturnType<typeof useListState>['change']
  readonly searchable: boolean
  readonly searchLabel: string | undefined
  readonly filters: readonly ListFilter[]
  readonly pageSizes: readonly number[] | undefined
  /** Address of the export, without search and filters. */
  readonly exportHref: string | undefined
}

const TYPING_PAUSE_MS = 300

/** The field updates at once and the address after a pause, so that typing does not send one request per key. */
const ListSearch = ({
  state,
  change,
  searchLabel,
}: Pick<ToolbarProps, 'state' | 'change' | 'searchLabel'>) => {
  const t = useT(SHELL)
  const { clock } = useHost()
  const [typed, setTyped] = useState(state.search)
  const [answered, setAnswered] = useState(state.search)
  if (answered !== state.search) {
    // Changed from outside: by the Back button or "Clear filters".
    setAnswered(state.search)
    if (typed.trim() === answered.trim()) setTyped(state.search)
  }
  useEffect(() => {
    if (typed.trim() === state.search) return
    const timer = clock.setTimeout(() => change({ search: typed.trim() }), typed === '' ? 0 : TYPING_PAUSE_MS)
    return () => clock.clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- `change` is new on each render; only typing starts the pause
  }, [typed])
  return (
    <SearchField
      value={typed}
      onSearch={setTyped}
      label={searchLabel ?? t('resource.list.search')}
      placeholder={searchLabel}
      maxLength={100}
    />
  )
}

const ListFilters = ({ filters, state, change }: Pick<ToolbarProps, 'filters' | 'state' | 'change'>) => {
  const t = useT(SHELL)
  return filters.map(({ key, label, all, values }) => {
    const pick = (value: string) => {
      const { [key]: _, ...others } = state.filters
      change({ filters: value === '' ? others : { ...others, [key]: value } })
    }
    return (
      <Select
        key={key}
        label={label}
        hideLabel
        placeholder={all ?? t('resource.list.filterAll', { column: label })}
        options={values}
        value={state.filters[key] ?? ''}
        onChange={(event) => pick(event.target.value)}
      />
    )
  })
}

const ExportLink = ({ href, state }: { href: string; state: ListState }) => {
  const t = useT(SHELL)
  const { search, filter } = toListQuery(state)
  const query = new URLSearchParams({ ...(search && { search }), ...(filter && { filter }) }).toString()
  return (
    <a
      className="sp-button sp-button-secondary sp-toolbar-export"
      href={query === '' ? href : `${href}?${query}`}
      download
    >
      <span className="sp-button-content">
        <Download aria-hidden />
        <span>{t('resource.list.export')}</span>
      </span>
    </a>
  )
}

const PageSize = ({
  sizes,
  state,
  change,
}: Pick<ToolbarProps, 'state' | 'change'> & { sizes: readonly number[] }) => {
  const t = useT(SHELL)
  return (
    <Select
      label={t('resource.list.pageSize')}
      hideLabel
      options={sizes.map((size) => ({ value: size, label: t('resource.list.perPage', { size }) }))}
      value={state.limit || '20'}
      onChange={(event) => change({ limit: event.target.value })}
    />
  )
}

/** Search, filters, page size and the export above a list. */
export const ListToolbar = (props: ToolbarProps) => {
  const { state, change, searchable, searchLabel, filters, pageSizes, exportHref } = props
  const t = useT(SHELL)
  if (!searchable && filters.length === 0 && !pageSizes && exportHref === undefined) return null
  return (
    <Toolbar label={t('resource.list.toolbar')}>
      {searchable && <ListSearch state={state} change={change} searchLabel={searchLabel} />}
      <div className="sp-toolbar-filters">
        <ListFilters filters={filters} state={state} change={change} />
        {isNarrowed(state) && (
          <Button variant="ghost" onClick={() => change({ search: '', filters: {} })}>
            {t('resource.list.clear')}
          </Button>
        )}
        {pageSizes && <PageSize sizes={pageSizes} state={state} change={change} />}
      </div>
      {exportHref !== undefined && (
        <div className="sp-toolbar-end">
          <ExportLink href={exportHref} state={state} />
        </div>
      )}
    </Toolbar>
  )
}
