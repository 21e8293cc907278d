import { useExplain, useHost, useT } from '@spawnpoint/sdk/browser'
import { Button, ConfirmDialog } from '@spawnpoint/sdk/ui'
import { useState } from 'react'

/** Removes a picture once the question is answered. */
export const RemoveButton = ({
  title,
  text,
  done,
  disabled = false,
  remove,
}: {
  title: string
  text: string
  /** Said once it is removed. */
  done: string
  disabled?: boolean
  remove: () => Promise<unknown>
}) => {
  const t = useT()
  const host = useHost()
  const explain = useExplain()
  const [isAsking, setAsking] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const run = async () => {
    setProblem(null)
    setRemoving(true)
    try {
      await remove()
      setAsking(false)
      host.notify.toast({ title: done, tone: 'success' })
    } catch (error) {
      setProblem(explain(error))
    } finally {
      setRemoving(false)
    }
  }
  return (
    <>
      <Button size="sm" variant="danger-quiet" disabled={disabled} onClick={() => setAsking(true)}>
        {t('remove')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={run}
        danger
        title={title}
        text={text}
        confirmLabel={t('remove')}
        loading={isRemoving}
        error={problem}
      />
    </>
  )
}
