import { getAccount, updateProfile } from '@spawnpoint/contracts/account'
import { useHost, useT } from '@spawnpoint/sdk/browser'
import { useKeptDraft, useUnsavedGuard } from '@spawnpoint/sdk/form'
import { useAction } from '@spawnpoint/sdk/query'
import { Button, Card, FormError, TextField, useFields } from '@spawnpoint/sdk/ui'
import type { Account } from './profile-tab.tsx'
import { useFormFailure } from './use-form-failure.ts'

export const NamesCard = ({ account }: { account: Account }) => {
  const host = useHost()
  const t = useT()
  const save = useAction(updateProfile, { refreshes: [getAccount] })
  const onFailure = useFormFailure()
  const draft = useKeptDraft<{ firstName: string; lastName: string }>('names')
  const form = useFields({
    initial: { firstName: account.firstName, lastName: account.lastName },
    validate: ({ firstName, lastName }) => ({
      ...(firstName.trim() ? {} : { firstName: t('rules.firstName') }),
      ...(lastName.trim() ? {} : { lastName: t('rules.lastName') }),
    }),
    submit: async (body) => {
      await save.mutateAsync({ body })
      await host.refreshSession('refresh')
      host.notify.toast({ title: t('saved'), tone: 'success' })
    },
    draft,
    onFailure,
  })
  useUnsavedGuard(form.isDirty)
  return (
    <Card title={t('profile.names')}>
      <form className="sp-form" {...form.props}>
        <FormError message={form.formError} />
        <div className="grid gap-3 sm:grid-cols-2">
          <TextField
            label={t('profile.firstName')}
            autoComplete="given-name"
            maxLength={64}
            required
            {...form.field('firstName')}
          />
          <TextField
            label={t('profile.lastName')}
            autoComplete="family-name"
            maxLength={64}
            required
            {...form.field('lastName')}
          />
        </div>
        <div>
          <Button type="submit" variant="primary" loading={form.submitting}>
            {t('save')}
          </Button>
        </div>
      </form>
    </Card>
  )
}
