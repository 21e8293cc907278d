import { listBrokenEggs } from '@spawnpoint/contracts/servers'
import { useOpenPath, useT } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Alert, TextLink } from '@spawnpoint/sdk/ui'

/** Names the eggs that the panel builds no server of, above their list. */
export default function BrokenEggs() {
  const t = useT()
  const openPath = useOpenPath()
  const { data } = useEndpoint(listBrokenEggs, undefined, { refetchEvery: 60_000 })
  if (!data || data.eggs.length === 0) return null
  return (
    <Alert tone="warning" title={t('staff.eggs.broken', { count: data.eggs.length })}>
      <p>{t('staff.eggs.brokenText')}</p>
      <ul className="flex flex-wrap gap-x-4">
        {data.eggs.map(({ id, name }) => {
          const to = openPath('eggs-edit', { id })
          return <li key={id}>{to ? <TextLink to={to}>{name}</TextLink> : name}</li>
        })}
      </ul>
    </Alert>
  )
}
