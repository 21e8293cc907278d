import { useCan, useOpenPath, useT } from '@spawnpoint/sdk/browser'
import { Alert, Card, Empty, LinkButton } from '@spawnpoint/sdk/ui'
import { Terminal } from '@spawnpoint/sdk/ui/icons'
import type { ConsoleState } from './console-store.ts'

/** Why nothing comes at the moment. */
export const LinkNotice = ({
  link,
  isRefused,
  epoch,
}: Pick<ConsoleState, 'link' | 'isRefused' | 'epoch'>) => {
  const t = useT()
  // Our own server was there before: what is shown is of then.
  const isLost = link === null && epoch !== null
  return (
    <div aria-live="polite" className="contents">
      {isRefused && <Alert tone="warning">{t('console.refused')}</Alert>}
      {!isRefused && isLost && <Alert tone="warning">{t('console.lost')}</Alert>}
      {!isRefused && link?.state === 'waiting' && (
        <Alert tone="warning">{t(`console.problems.${link.problem ?? 'node'}`)}</Alert>
      )}
    </div>
  )
}

/** Staff read how to set consoles up; customers, who see no tab, get here by an old address alone. */
export const NoConsole = () => {
  const t = useT()
  const isStaff = useCan('admin.servers.edit')
  const settings = useOpenPath()('settings')
  if (!isStaff)
    return (
      <Card>
        <Empty
          icon={<Terminal />}
          title={t('console.unavailable.title')}
          text={t('console.unavailable.text')}
        />
      </Card>
    )
  return (
    <Card>
      <Empty
        icon={<Terminal />}
        title={t('console.none.title')}
        text={t('console.none.text')}
        action={
          settings !== null && <LinkButton to={`${settings}#servers`}>{t('console.none.action')}</LinkButton>
        }
      />
    </Card>
  )
}
