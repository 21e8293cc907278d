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
  readonly values: readonly { readonly value: string; readonly label: string }[]
}

interface ToolbarProps {
  readonly state: ListState
  readonly change: ReturnType<typeof useListState>['change']
  readonly searchable: boolean
  readonly filters: readonly ListFilter[]
  /** Address of the export, without search and filters. */
  readonly exportHref: string | undefined
}

const TYPING_PAUSE_MS = 300

/** The field updates at once and the address after a pause, so that typing does not send one request per key. */
const ListSearch = ({ state, change }: Pick<ToolbarProps, 'state' | 'change'>) => {
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
  return <SearchField value={typed} onSearch={setTyped} label={t('resource.list.search')} maxLength={100} />
}

const ListFilters = ({ filters, state, change }: Pick<ToolbarProps, 'filters' | 'state' | 'change'>) => {
  const t = useT(SHELL)
  return filters.map(({ key, label, values }) => {
    const pick = (value: string) => {
      const { [key]: _, ...others } = state.filters
      change({ filters: value === '' ? others : { ...others, [key]: value } })
    }
    return (
      <Select
        key={key}
        label={label}
        hideLabel
        placeholder={t('resource.list.filterAll', { column: label })}
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
    <a className="sp-button sp-button-secondary" href={query === '' ? href : `${href}?${query}`} download>
      <span className="sp-button-content">
        <Download aria-hidden />
        {t('resource.list.export')}
      </span>
    </a>
  )
}

/** Search, filters and the export above a list. */
export const ListToolbar = ({ state, change, searchable, filters, exportHref }: ToolbarProps) => {
  const t = useT(SHELL)
  if (!searchable && filters.length === 0 && exportHref === undefined) return null
  return (
    <Toolbar
      label={t('resource.list.toolbar')}
      end={exportHref !== undefined && <ExportLink href={exportHref} state={state} />}
    >
      {searchable && <ListSearch state={state} change={change} />}
      <ListFilters filters={filters} state={state} change={change} />
      {isNarrowed(state) && (
        <Button variant="ghost" onClick={() => change({ search: '', filters: {} })}>
          {t('resource.list.clear')}
        </Button>
      )}
    </Toolbar>
  )
}
