import { changeEmail, getAccount } from '@spawnpoint/contracts/account'
import { useHost, useT, useReauthenticate } from '@spawnpoint/sdk/browser'
import { useKeptDraft, useUnsavedGuard } from '@spawnpoint/sdk/form'
import { useAction } from '@spawnpoint/sdk/query'
import { Alert, Button, Card, FormError, TextField, useFields } from '@spawnpoint/sdk/ui'
import { useState } from 'react'
import type { Account } from './profile-tab.tsx'
import { useFormFailure } from './use-form-failure.ts'

export const EmailCard = ({ account }: { account: Account }) => {
  const host = useHost()
  const t = useT()
  const change = useAction(changeEmail, { refreshes: [getAccount] })
  const reauthenticate = useReauthenticate()
  const [mailedTo, setMailedTo] = useState<string | null>(null)
  const onFailure = useFormFailure()
  const draft = useKeptDraft<{ email: string }>('email')
  const form = useFields({
    initial: { email: account.email },
    validate: ({ email }) => (email.includes('@') ? {} : { email: t('rules.email') }),
    submit: (body) =>
      reauthenticate(async () => {
        const { state } = await change.mutateAsync({ body })
        if (state === 'email-sent') return setMailedTo(body.email)
        await host.refreshSession('refresh')
        host.notify.toast({ title: t('saved'), tone: 'success' })
      }),
    draft,
    onFailure,
  })
  useUnsavedGuard(form.isDirty)
  return (
    <Card title={t('profile.email')} description={t('profile.emailHint')}>
      <form className="sp-form" {...form.props}>
        <FormError message={form.formError} />
        {mailedTo && <Alert tone="info">{t('profile.emailMailed', { email: mailedTo })}</Alert>}
        <TextField
          label={t('profile.email')}
          hideLabel
          type="email"
          autoComplete="email"
          required
          {...form.field('email')}
        />
        <div>
          <Button type="submit" loading={form.submitting}>
            {t('profile.changeEmail')}
          </Button>
        </div>
      </form>
    </Card>
  )
}
