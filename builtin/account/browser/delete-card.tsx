import { deleteAccount } from '@spawnpoint/contracts/account'
import { useExplain, useHost, useT, useReauthenticate } from '@spawnpoint/sdk/browser'
import { forgetAnswers } from '@spawnpoint/sdk/query'
import { Button, Card, ConfirmDialog } from '@spawnpoint/sdk/ui'
import { useState } from 'react'

export const DeleteCard = ({ username }: { username: string }) => {
  const host = useHost()
  const t = useT()
  const explain = useExplain()
  const reauthenticate = useReauthenticate()
  const [open, setOpen] = useState(false)
  const [working, setWorking] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const erase = async () => {
    await host.call(deleteAccount, { body: { username } })
    forgetAnswers()
    host.forgetSession()
  }
  const confirm = async () => {
    setWorking(true)
    setFailure(null)
    try {
      await reauthenticate(erase)
      setOpen(false)
    } catch (error) {
      setFailure(explain(error))
    } finally {
      setWorking(false)
    }
  }
  return (
    <Card title={t('delete.title')} description={t('delete.lead')}>
      <Button variant="danger-quiet" onClick={() => setOpen(true)}>
        {t('delete.action')}
      </Button>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        onConfirm={confirm}
        title={t('delete.question')}
        text={t('delete.text')}
        confirmLabel={t('delete.action')}
        typeToConfirm={username}
        loading={working}
        error={failure}
        danger
      />
    </Card>
  )
}
