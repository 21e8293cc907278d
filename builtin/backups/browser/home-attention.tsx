import { readBackupStatus } from '@spawnpoint/contracts/backups'
import { useOpenPath, useT, type HomeAttentionProps } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'

/** Daily backups are off. Overdue ones have a banner on every page. */
export default function BackupAttention({ Lines }: HomeAttentionProps) {
  const t = useT()
  const to = useOpenPath()('backups')
  const { data } = useEndpoint(readBackupStatus)
  if (!data) return <Lines items={undefined} />
  if (data.health !== 'off') return <Lines items={[]} />
  const title = t('attention.title')
  return (
    <Lines
      items={[
        {
          id: 'off',
          tone: 'warning',
          title,
          text: t('attention.text'),
          action: t('attention.open'),
          to,
          covers: 'backups/backups',
        },
      ]}
    />
  )
}
