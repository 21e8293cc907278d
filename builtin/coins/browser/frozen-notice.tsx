import { readUserAccount, readUserStatement, restoreBalance } from '@spawnpoint/contracts/coins'
import { useExplain, useFormat, useHost, useT, useReauthenticate } from '@spawnpoint/sdk/browser'
import { useAction } from '@spawnpoint/sdk/query'
import { Alert, Button, ConfirmDialog } from '@spawnpoint/sdk/ui'
import { useState } from 'react'

/** A balance that somebody changed by hand, and the way back to what its entries say. */
export const FrozenNotice = (props: {
  canRestore: boolean
  user: string
  balance: number
  entries: number
}) => {
  const { canRestore, user, balance, entries } = props
  const t = useT()
  const explain = useExplain()
  const { notify } = useHost()
  const format = useFormat()
  const reauthenticate = useReauthenticate()
  const [asking, setAsking] = useState(false)
  const restore = useAction(restoreBalance, { refreshes: [readUserAccount, readUserStatement] })
  const values = { balance: format.number(balance), entries: format.number(entries) }
  const confirm = async () => {
    try {
      await reauthenticate(() => restore.mutateAsync({ body: { user } }))
      setAsking(false)
      notify.toast({ title: t('frozen.done'), tone: 'success' })
    } catch {
      // The dialog shows what the action keeps as its error.
    }
  }
  return (
    <Alert
      tone="danger"
      title={t('frozen.title')}
      action={canRestore && <Button onClick={() => setAsking(true)}>{t('frozen.restore')}</Button>}
    >
      {t('frozen.text', values)}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={confirm}
        title={t('frozen.ask')}
        text={t('frozen.text', values)}
        confirmLabel={t('frozen.restore')}
        loading={restore.isPending}
        error={restore.error && explain(restore.error)}
      />
    </Alert>
  )
}
