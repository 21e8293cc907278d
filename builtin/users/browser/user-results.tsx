import { findUsers } from '@spawnpoint/contracts/users'
import { userPath } from '@spawnpoint/contracts/users/schemas'
import { useOpenPath, useT, type PaletteResultsProps } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'

/** Users in the command palette. */
export default function UserResults({ search, Results }: PaletteResultsProps) {
  const t = useT()
  const openPath = useOpenPath()
  const { data } = useEndpoint(findUsers, { query: { text: search } })
  const items = (data?.users ?? []).flatMap(({ id, username, email }) => {
    const to = userPath(openPath, id)
    return to ? [{ id, label: username, hint: email, to }] : []
  })
  return <Results heading={t('title')} icon="Users" items={items} />
}
