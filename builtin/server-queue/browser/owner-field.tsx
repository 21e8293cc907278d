import { findOwners } from '@spawnpoint/contracts/server-queue'
import { useCall, useExplain, useT } from '@spawnpoint/sdk/browser'
import { Badge, Button, TextField } from '@spawnpoint/sdk/ui'
import { Search } from '@spawnpoint/sdk/ui/icons'
import { useState } from 'react'
import type { Owner } from './create-values.ts'

/** Finds the account by user name or e-mail. */
export const OwnerField = ({
  owner,
  onFound,
}: {
  owner: Owner | null
  onFound: (owner: Owner | null) => void
}) => {
  const t = useT()
  const call = useCall()
  const explain = useExplain()
  const [login, setLogin] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isSearching, setSearching] = useState(false)
  const search = async () => {
    setSearching(true)
    try {
      const found = await call(findOwners, { query: { login } })
      onFound(found.owner)
      setProblem(found.owner ? undefined : t('create.noOwner'))
    } catch (error) {
      setProblem(explain(error))
    } finally {
      setSearching(false)
    }
  }
  const type = (text: string) => {
    setLogin(text)
    onFound(null)
    setProblem(undefined)
  }
  return (
    <div className="flex flex-col gap-2">
      <TextField
        label={t('create.owner')}
        hint={t('create.ownerHint')}
        value={login}
        error={problem}
        autoComplete="off"
        required
        onChange={(event) => type(event.target.value)}
      />
      <span className="sp-actions">
        <Button
          icon={<Search aria-hidden />}
          disabled={login.trim() === ''}
          loading={isSearching}
          onClick={() => void search()}
        >
          {t('create.find')}
        </Button>
        {owner && <Badge tone="success">{`${owner.username} · ${owner.email}`}</Badge>}
      </span>
    </div>
  )
}
