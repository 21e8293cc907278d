import { useCan, useExplain, useHost, useT } from '@spawnpoint/sdk/browser'
import { useAction } from '@spawnpoint/sdk/query'
import { resourceCalls } from '@spawnpoint/sdk/resource'
import { defineResourceView, type ViewRow } from '@spawnpoint/sdk/resource/browser'
import { Button, Status } from '@spawnpoint/sdk/ui'
import { KeyRound, Lock } from '@spawnpoint/sdk/ui/icons'
import { j4rServers } from '../resource.ts'

const calls = resourceCalls(j4rServers)

/** Takes a server off the page of the customers, or offers it again. */
const LockButton = ({ row }: { row: ViewRow<typeof j4rServers> }) => {
  const { id, version, name, locked } = row
  const t = useT('j4r-servers')
  const host = useHost()
  const explain = useExplain()
  const update = useAction(calls.update, { refreshes: [calls.list, calls.get] })
  if (!useCan('admin.j4r.servers.edit')) return null
  const change = async () => {
    try {
      await update.mutateAsync({ params: { id }, body: { version, locked: !locked } })
      host.notify.toast({ title: t(locked ? 'lock.unlocked' : 'lock.locked', { name }), tone: 'success' })
    } catch (error) {
      host.notify.toast({ title: explain(error), tone: 'danger' })
    }
  }
  return (
    <Button
      variant="ghost"
      size="sm"
      icon={locked ? <KeyRound aria-hidden /> : <Lock aria-hidden />}
      loading={update.isPending}
      aria-label={t(locked ? 'lock.unlockNamed' : 'lock.lockNamed', { name })}
      onClick={() => void change()}
    >
      {t(locked ? 'lock.unlock' : 'lock.lock')}
    </Button>
  )
}

/** In a phone's row nothing says that a "No" would mean the lock. */
const LockState = ({ locked }: { locked: boolean }) => {
  const t = useT('j4r-servers')
  return (
    <Status tone={locked ? 'warning' : 'success'}>{t(locked ? 'lock.isLocked' : 'lock.isOffered')}</Status>
  )
}

export default defineResourceView<typeof j4rServers>({
  RowActions: LockButton,
  cells: { locked: ({ locked }) => <LockState locked={locked} /> },
})
