import { getUserSecurity, resetUserSecondFactor, sendUserReset } from '@spawnpoint/contracts/auth'
import { useExplain, useFormat, useHost, useReauthenticate, useT } from '@spawnpoint/sdk/browser'
import { useAction, useEndpoint } from '@spawnpoint/sdk/query'
import { Alert, Button, Card, CodedText, ConfirmDialog, Skeleton } from '@spawnpoint/sdk/ui'
import { KeyRound, Shield } from '@spawnpoint/sdk/ui/icons'
import { useState } from 'react'

type Deed = 'secondFactor' | 'password'

const useDeeds = (user: string, done: () => void) => {
  const t = useT()
  const explain = useExplain()
  const { notify } = useHost()
  const reauthenticate = useReauthenticate()
  const [problem, setProblem] = useState<string | null>(null)
  const reset = useAction(resetUserSecondFactor, { refreshes: [getUserSecurity] })
  const send = useAction(sendUserReset)
  const run = (deed: Deed) => {
    setProblem(null)
    done()
    const input = { params: { user } }
    reauthenticate<object>(() =>
      deed === 'password' ? send.mutateAsync(input) : reset.mutateAsync(input),
    ).then(
      () => notify.toast({ title: t(`userSecurity.${deed}.done`), tone: 'success' }),
      (error: unknown) => setProblem(explain(error)),
    )
  }
  return { problem, run, busy: reset.isPending || send.isPending }
}

const PasswordText = ({ email, command }: { email: boolean; command: string }) => {
  const t = useT()
  return <CodedText text={t(`userSecurity.password.${email ? 'text' : 'none'}`, { command })} />
}

/** Ways back in for a person who lost password or phone, for staff. */
export default function UserSecurityTab({ user }: { user: string }) {
  const t = useT()
  const explain = useExplain()
  const { date } = useFormat()
  const [asking, setAsking] = useState<Deed | null>(null)
  const { data, error, refetch } = useEndpoint(getUserSecurity, { params: { user } })
  const { problem, run, busy } = useDeeds(user, () => setAsking(null))
  if (error && !data)
    return (
      <Alert tone="danger" action={<Button onClick={() => void refetch()}>{t('userSecurity.retry')}</Button>}>
        {explain(error)}
      </Alert>
    )
  if (!data) return <Skeleton shape="block" className="h-48" />
  const { enabled, since } = data.secondFactor
  return (
    <div className="sp-form">
      {problem && <Alert tone="danger">{problem}</Alert>}
      {!data.editable && <Alert tone="info">{t('userSecurity.notEditable')}</Alert>}
      <Card title={t('userSecurity.secondFactor.title')}>
        <p className="mb-3">
          {enabled
            ? t('userSecurity.secondFactor.on', { date: since ? date(since) : '–' })
            : t('userSecurity.secondFactor.off')}
        </p>
        <Button
          variant="danger-quiet"
          icon={<Shield aria-hidden />}
          disabled={!enabled || !data.editable || busy}
          onClick={() => setAsking('secondFactor')}
        >
          {t('userSecurity.secondFactor.action')}
        </Button>
      </Card>
      <Card title={t('userSecurity.password.title')}>
        <p className="mb-3">
          <PasswordText email={data.email} command={data.command} />
        </p>
        <Button
          icon={<KeyRound aria-hidden />}
          disabled={!data.email || !data.editable || busy}
          onClick={() => setAsking('password')}
        >
          {t('userSecurity.password.action')}
        </Button>
      </Card>
      {asking && (
        <ConfirmDialog
          open
          onClose={() => setAsking(null)}
          onConfirm={() => run(asking)}
          title={t(`userSecurity.${asking}.ask`)}
          text={t(`userSecurity.${asking}.consequence`)}
          confirmLabel={t(`userSecurity.${asking}.action`)}
          danger={asking === 'secondFactor'}
        />
      )}
    </div>
  )
}
