import { Button, SearchField, Select, Toolbar } from '@spawnpoint/sdk/ui'
import { Download } from '@spawnpoint/sdk/ui/icons'
import { useEffect, useState } from 'react'
import { useHost } from '../host.ts'
import { toQuery, type ListState, type useListState } from './list-state.ts'
import type { Drawn } from './resource-view.ts'
import type { ResourceWords } from './resource-words.ts'

type Change = ReturnType<typeof useListState>['change']
type ToolbarProps = { drawn: Drawn; words: ResourceWords; state: ListState; change: Change }

const TYPING_PAUSE_MS = 300

/** Follows the typing at once and the address after a pause: not one request a letter. */
const ListSearch = ({ words, state, change }: Omit<ToolbarProps, 'drawn'>) => {
  const { clock } = useHost()
  const [typed, setTyped] = useState(state.search)
  const [answered, setAnswered] = useState(state.search)
  if (answered !== state.search) {
    // Changed from outside: the back button, or "show all".
    setAnswered(state.search)
    if (typed.trim() === answered.trim()) setTyped(state.search)
  }
  useEffect(() => {
    if (typed.trim() === state.search) return
    const timer = clock.setTimeout(() => change({ search: typed.trim() }), typed === '' ? 0 : TYPING_PAUSE_MS)
    return () => clock.clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- `change` is new on each render; only typing starts the pause
  }, [typed])
  return <SearchField value={typed} onSearch={setTyped} label={words.word('list.search')} maxLength={100} />
}

const ListFilters = ({ drawn, words, state, change }: ToolbarProps) =>
  drawn.resource.columns.flatMap(({ key, filter }) => {
    if (!filter) return []
    const values = filter === 'boolean' ? ['true', 'false'] : filter
    const label = words.word(`columns.${key}`)
    const options = values.map((value) => ({
      value,
      label: words.find(`values.${key}.${value}`) ?? words.word(`values.${value}`),
    }))
    const pick = (value: string) => {
      const { [key]: _, ...others } = state.filters
      change({ filters: value === '' ? others : { ...others, [key]: value } })
    }
    return [
      <Select
        key={key}
        label={label}
        hideLabel
        placeholder={words.word('list.filterAll', { column: label })}
        options={options}
        value={state.filters[key] ?? ''}
        onChange={(event) => pick(event.target.value)}
      />,
    ]
  })

/** Search, filters and the export above a list. */
export const ListToolbar = ({ drawn, words, state, change }: ToolbarProps) => {
  const { search, filter } = toQuery(state)
  const query = new URLSearchParams({ ...(search && { search }), ...(filter && { filter }) }).toString()
  const href = query === '' ? drawn.endpoints.exportCsv : `${drawn.endpoints.exportCsv}?${query}`
  const searchable = drawn.resource.columns.some((column) => column.search)
  const narrowed = search !== undefined || filter !== undefined
  return (
    <Toolbar
      label={words.word('list.toolbar')}
      end={
        <a className="sp-button sp-button-secondary" href={href} download>
          <span className="sp-button-content">
            <Download aria-hidden />
            {words.word('list.export')}
          </span>
        </a>
      }
    >
      {searchable && <ListSearch {...{ words, state, change }} />}
      <ListFilters {...{ drawn, words, state, change }} />
      {narrowed && (
        <Button variant="ghost" onClick={() => change({ search: '', filters: {} })}>
          {words.word('list.showAll')}
        </Button>
      )}
    </Toolbar>
  )
}
