import { useT } from '@spawnpoint/sdk/browser'
import { SearchField, Select, Toolbar } from '@spawnpoint/sdk/ui'
import { useState } from 'react'

interface Wanted<T> {
  readonly kinds: readonly string[]
  kindOf(item: T): string
  /** Text that a search looks at. */
  textOf(item: T): string
}

/** Search and filter over a list that is there as a whole. */
export function useListFilter<T>(items: readonly T[], { kinds, kindOf, textOf }: Wanted<T>) {
  const [search, setSearch] = useState('')
  const [kind, setKind] = useState('')
  const words = search.trim().toLowerCase()
  const shown = items.filter(
    (item) => (kind === '' || kindOf(item) === kind) && textOf(item).toLowerCase().includes(words),
  )
  return { shown, total: items.length, kinds, search, setSearch, kind, setKind }
}

/** The fields of the filter above its list, with how many entries there are. */
export const ListFilter = ({
  name,
  kindName,
  filter,
}: {
  name: 'logs' | 'schedules'
  kindName: (kind: string) => string
  filter: Omit<ReturnType<typeof useListFilter>, 'shown'> & { readonly shown: readonly unknown[] }
}) => {
  const t = useT()
  const { shown, total, kinds, search, setSearch, kind, setKind } = filter
  const count =
    shown.length === total
      ? t(`${name}.count`, { count: total })
      : t('filter.some', { shown: shown.length, total })
  return (
    <div className="border-b border-border px-4 py-3">
      <Toolbar
        label={t(`${name}.search`)}
        end={
          <span className="sp-hint" aria-live="polite">
            {count}
          </span>
        }
      >
        <SearchField
          value={search}
          onSearch={setSearch}
          label={t(`${name}.search`)}
          placeholder={t(`${name}.search`)}
        />
        <Select
          label={t(`${name}.kind`)}
          hideLabel
          placeholder={t(`${name}.allKinds`)}
          options={kinds.map((value) => ({ value, label: kindName(value) }))}
          value={kind}
          onChange={({ target }) => setKind(target.value)}
        />
      </Toolbar>
    </div>
  )
}
