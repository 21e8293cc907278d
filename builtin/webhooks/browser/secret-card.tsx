import { replaceSecret, showSecret } from '@spawnpoint/contracts/webhooks'
import { useExplain, useFormat, useHost, useReauthenticate, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { useAction } from '@spawnpoint/sdk/query'
import { Button, Card, Code, ConfirmDialog, CopyButton } from '@spawnpoint/sdk/ui'
import { useState } from 'react'

type Shown = ReplyOf<typeof showSecret>

const Secret = ({ shown }: { shown: Shown }) => {
  const t = useT()
  const { dateTime } = useFormat()
  return (
    <div className="flex flex-col gap-2">
      <div className="flex min-w-0 items-center gap-2">
        <div className="min-w-0 flex-1">
          <Code block>{shown.secret}</Code>
        </div>
        <CopyButton value={shown.secret} label={t('secret.copy')} iconOnly />
      </div>
      {shown.previousUntil !== null && (
        <p className="text-sm text-muted">{t('secret.previous', { date: dateTime(shown.previousUntil) })}</p>
      )}
    </div>
  )
}

/** The signing secret: shown on demand, and replaced without a gap. */
export const SecretCard = ({ id }: { id: string }) => {
  const t = useT()
  const host = useHost()
  const explain = useExplain()
  const reauthenticate = useReauthenticate()
  const show = useAction(showSecret, {})
  const replace = useAction(replaceSecret, {})
  const [shown, setShown] = useState<Shown | null>(null)
  const [isAsking, setAsking] = useState(false)
  const run = async (work: () => Promise<Shown>) => {
    try {
      setShown(await reauthenticate(work))
    } catch (error) {
      host.notify.toast({ title: explain(error), tone: 'danger' })
    }
  }
  const params = { id }
  const confirm = async () => {
    setAsking(false)
    await run(() => replace.mutateAsync({ params }))
  }
  const actions = (
    <>
      {shown === null && (
        <Button
          size="sm"
          loading={show.isPending}
          onClick={() => void run(() => show.mutateAsync({ params }))}
        >
          {t('secret.show')}
        </Button>
      )}
      <Button size="sm" loading={replace.isPending} onClick={() => setAsking(true)}>
        {t('secret.replace')}
      </Button>
    </>
  )
  return (
    <>
      <Card title={t('secret.title')} description={t('secret.text')} actions={actions}>
        {shown && <Secret shown={shown} />}
      </Card>
      <ConfirmDialog
        open={isAsking}
        title={t('secret.replaceTitle')}
        text={t('secret.replaceText')}
        confirmLabel={t('secret.replace')}
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
