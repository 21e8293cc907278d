import { listUserRoles } from '@spawnpoint/contracts/users'
import { useHost, useT } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Button, SearchField, Select, Toolbar } from '@spawnpoint/sdk/ui'
import { useEffect, useState } from 'react'
import { isNarrowed, type ListQuery } from './list-query.ts'

interface ToolbarProps {
  readonly query: ListQuery
  readonly change: (part: Partial<ListQuery>) => void
}

const TYPING_PAUSE_MS = 300

/** The field updates at once and the address after a pause, so that typing does not send one request per key. */
const UserSearch = ({ query, change }: ToolbarProps) => {
  const t = useT()
  const { clock } = useHost()
  const [typed, setTyped] = useState(query.search)
  const [answered, setAnswered] = useState(query.search)
  if (answered !== query.search) {
    setAnswered(query.search)
    if (typed.trim() === answered.trim()) setTyped(query.search)
  }
  useEffect(() => {
    if (typed.trim() === query.search) return
    const timer = clock.setTimeout(() => change({ search: typed.trim() }), typed === '' ? 0 : TYPING_PAUSE_MS)
    return () => clock.clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- `change` is new on each render; only typing starts the pause
  }, [typed])
  return (
    <SearchField
      value={typed}
      onSearch={setTyped}
      label={t('list.search')}
      placeholder={t('list.search')}
      maxLength={100}
    />
  )
}

const asBanned = (text: string): ListQuery['banned'] => (text === 'true' || text === 'false' ? text : '')

/** Search and filters above the list of users. */
export const ListToolbar = ({ query, change }: ToolbarProps) => {
  const t = useT()
  const { data } = useEndpoint(listUserRoles)
  return (
    <Toolbar label={t('list.toolbar')}>
      <UserSearch {...{ query, change }} />
      <Select
        label={t('columns.role')}
        hideLabel
        placeholder={t('list.anyRole')}
        options={(data?.roles ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        value={query.role}
        onChange={(event) => change({ role: event.target.value })}
      />
      <Select
        label={t('list.banFilter')}
        hideLabel
        placeholder={t('list.anyBan')}
        options={[
          { value: 'false', label: t('list.notBanned') },
          { value: 'true', label: t('list.banned') },
        ]}
        value={query.banned}
        onChange={(event) => change({ banned: asBanned(event.target.value) })}
      />
      {isNarrowed(query) && (
        <Button variant="ghost" onClick={() => change({ search: '', role: '', banned: '' })}>
          {t('list.showAll')}
        </Button>
      )}
    </Toolbar>
  )
}
