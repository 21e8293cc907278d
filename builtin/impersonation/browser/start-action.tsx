import { startImpersonation } from '@spawnpoint/contracts/impersonation'
import type { getUser } from '@spawnpoint/contracts/users'
import { useExplain, useHost, useReauthenticate, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { useAction } from '@spawnpoint/sdk/query'
import { Button, Dialog, FormError, TextArea, useFields } from '@spawnpoint/sdk/ui'
import { LogIn } from '@spawnpoint/sdk/ui/icons'
import { useState } from 'react'

type User = ReplyOf<typeof getUser>['item']

const StartDialog = ({ user, close }: { user: User; close: () => void }) => {
  const t = useT()
  const host = useHost()
  const explain = useExplain()
  const reauthenticate = useReauthenticate()
  const start = useAction(startImpersonation)
  const form = useFields({
    initial: { reason: '' },
    validate: ({ reason }) => (reason.trim().length < 3 ? { reason: t('dialog.reasonMissing') } : {}),
    submit: async ({ reason }) => {
      await reauthenticate(() => start.mutateAsync({ body: { user: user.id, reason: reason.trim() } }))
      // A new page: nothing of the own account stays in memory.
      location.assign(host.pathToWellKnown('home'))
    },
    onFailure: (error) => ({ message: explain(error) }),
  })
  return (
    <Dialog
      open
      onClose={close}
      title={t('dialog.title', { name: user.username })}
      description={t('dialog.text', { name: user.username })}
    >
      <form className="sp-form" {...form.props}>
        <FormError message={form.formError} />
        <TextArea
          label={t('dialog.reason')}
          hint={t('dialog.reasonHint')}
          rows={3}
          maxLength={300}
          required
          {...form.field('reason')}
        />
        <div className="sp-form-actions">
          <Button type="submit" variant="primary" loading={form.submitting}>
            {t('dialog.submit')}
          </Button>
          <Button onClick={close}>{t('dialog.cancel')}</Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Opens the dialog by which staff log in as this user. */
export default function StartAction({ user }: { user: User }) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  if (user.self || user.banned || !user.editable) return null
  return (
    <>
      <Button icon={<LogIn aria-hidden />} onClick={() => setOpen(true)}>
        {t('start')}
      </Button>
      {isOpen && <StartDialog user={user} close={() => setOpen(false)} />}
    </>
  )
}
