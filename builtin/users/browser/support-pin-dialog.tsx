import { findBySupportPin } from '@spawnpoint/contracts/users'
import { userPath } from '@spawnpoint/contracts/users/schemas'
import { CallError, useCall, useExplain, useNavigate, useOpenPath, useT } from '@spawnpoint/sdk/browser'
import { Button, Dialog, FormError, TextField, useFields } from '@spawnpoint/sdk/ui'
import { KeyRound } from '@spawnpoint/sdk/ui/icons'
import { useId, useState } from 'react'

const PinDialog = ({ close }: { close: () => void }) => {
  const t = useT()
  const openPath = useOpenPath()
  const navigate = useNavigate()
  const call = useCall()
  const explain = useExplain()
  const formId = useId()
  const form = useFields({
    initial: { pin: '' },
    validate: ({ pin }) => (/^\d{6}$/.test(pin.trim()) ? {} : { pin: t('pin.format') }),
    submit: async ({ pin }) => {
      const { id } = await call(findBySupportPin, { body: { pin: pin.trim() } })
      close()
      const to = userPath(openPath, id)
      if (to) void navigate(to)
    },
    onFailure: (error) =>
      error instanceof CallError && error.code === 'USERS_PIN_UNKNOWN'
        ? { fields: { pin: explain(error) } }
        : { message: explain(error) },
  })
  return (
    <Dialog
      open
      onClose={close}
      size="sm"
      title={t('pin.title')}
      description={t('pin.text')}
      footer={
        <>
          <Button onClick={close}>{t('pin.cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" loading={form.submitting}>
            {t('pin.find')}
          </Button>
        </>
      }
    >
      <form id={formId} className="sp-form" {...form.props}>
        <FormError message={form.formError} />
        <TextField
          label={t('pin.label')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
          data-autofocus
          required
          {...form.field('pin')}
        />
      </form>
    </Dialog>
  )
}

/** Opens the person who reads out their support PIN. */
export const SupportPinButton = () => {
  const t = useT()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon={<KeyRound aria-hidden />} onClick={() => setOpen(true)}>
        {t('pin.open')}
      </Button>
      {open && <PinDialog close={() => setOpen(false)} />}
    </>
  )
}
