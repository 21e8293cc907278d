import { checkEgg } from '@spawnpoint/contracts/servers'
import { useT } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Alert, Button } from '@spawnpoint/sdk/ui'
import { RefreshCw } from '@spawnpoint/sdk/ui/icons'

/** Says above the form of an egg whether the panel builds servers of it, and which variables customers cannot change. */
export default function EggNotice({ egg }: { egg: string }) {
  const t = useT()
  const { data, refetch, isFetching } = useEndpoint(checkEgg, { params: { id: egg } })
  if (!data || data.state === 'away') return null
  return (
    <>
      {data.state !== 'fine' && (
        <Alert
          tone="warning"
          title={t('staff.eggs.unusable')}
          action={
            <Button
              size="sm"
              icon={<RefreshCw aria-hidden />}
              loading={isFetching}
              onClick={() => void refetch()}
            >
              {t('staff.eggs.check')}
            </Button>
          }
        >
          {data.state === 'missing'
            ? t('staff.home.isGoneText')
            : t('staff.home.isBrokenText', { variables: data.broken.join(', ') })}
        </Alert>
      )}
      {data.kept.length > 0 && (
        <Alert title={t('staff.eggs.kept')}>
          {t('staff.eggs.keptText', { variables: data.kept.join(', ') })}
        </Alert>
      )}
    </>
  )
}
