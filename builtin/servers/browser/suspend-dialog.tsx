import { listUserServers, suspendUserServer, type UserServer } from '@spawnpoint/contracts/servers'
import { useExplain, useHost, useT } from '@spawnpoint/sdk/browser'
import { useAction } from '@spawnpoint/sdk/query'
import { Button, Dialog, FormError, TextField, useFields } from '@spawnpoint/sdk/ui'
import { useId } from 'react'

/** Suspends a server or brings it back, with a reason. */
export const SuspendDialog = (props: { user: string; server: UserServer; close: () => void }) => {
  const { user, server, close } = props
  const t = useT()
  const explain = useExplain()
  const { notify } = useHost()
  const formId = useId()
  const act = server.suspendedByStaff ? 'unsuspend' : 'suspend'
  const change = useAction(suspendUserServer, { refreshes: [listUserServers] })
  const form = useFields({
    initial: { reason: '' },
    validate: ({ reason }) => (reason.trim() === '' ? { reason: t('userLimits.noReason') } : {}),
    submit: async ({ reason }) => {
      const body = { suspended: !server.suspendedByStaff, reason }
      await change.mutateAsync({ params: { user, id: server.id }, body })
      notify.toast({ title: t('userServers.told'), tone: 'success' })
      close()
    },
    onFailure: (error) => ({ message: explain(error) }),
  })
  return (
    <Dialog
      open
      onClose={close}
      size="sm"
      title={t(`userServers.${act}Title`, { name: server.name })}
      description={t(`userServers.${act}Text`)}
      footer={
        <>
          <Button onClick={close}>{t('cancel')}</Button>
          <Button
            type="submit"
            form={formId}
            variant={server.suspendedByStaff ? 'primary' : 'danger'}
            loading={form.submitting}
          >
            {t(`userServers.${act}`)}
          </Button>
        </>
      }
    >
      <form id={formId} className="sp-form" {...form.props}>
        <FormError message={form.formError} />
        <TextField
          label={t('userLimits.reason')}
          hint={t('userLimits.reasonHint')}
          maxLength={200}
          data-autofocus
          required
          {...form.field('reason')}
        />
      </form>
    </Dialog>
  )
}
