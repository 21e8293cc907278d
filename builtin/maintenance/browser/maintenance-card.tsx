import { useHost, useSetting, useT } from '@spawnpoint/sdk/browser'
import { DateTimeField, useKeptDraft, useUnsavedGuard } from '@spawnpoint/sdk/form'
import { Button, Card, ConfirmDialog, Status, TextArea } from '@spawnpoint/sdk/ui'
import { useEffect, useState } from 'react'
import { useMaintenance } from './use-maintenance.ts'

const MESSAGE_MAX = 500

interface FieldsProps {
  readonly message: string
  readonly until: string
  readonly isPassed: boolean
  readonly onMessage: (message: string) => void
  readonly onUntil: (until: string) => void
}

const Fields = ({ message, until, isPassed, onMessage, onUntil }: FieldsProps) => {
  const t = useT()
  return (
    <div className="grid gap-3">
      <TextArea
        label={t('card.message')}
        hint={t('card.messageHint')}
        optional
        rows={3}
        maxLength={MESSAGE_MAX}
        value={message}
        onChange={({ target }) => onMessage(target.value)}
      />
      <DateTimeField
        label={t('card.until')}
        hint={t('card.untilHint')}
        optional
        className="max-w-64"
        value={until}
        {...(isPassed && { error: t('errors.MAINTENANCE_END_PASSED') })}
        onChange={onUntil}
      />
    </div>
  )
}

/** The switch of the maintenance mode, with what its page says; at once, unlike the settings below it. */
const MaintenanceForm = () => {
  const t = useT()
  const { clock } = useHost()
  const isOn = useSetting('maintenance_enabled') === true
  const stored = {
    message: String(useSetting('maintenance_message') ?? ''),
    until: String(useSetting('maintenance_until') ?? ''),
  }
  const { restored, keep } = useKeptDraft<typeof stored>('maintenance')
  const [message, setMessage] = useState(restored?.message ?? stored.message)
  const [until, setUntil] = useState(restored?.until ?? stored.until)
  const [isAsking, setAsking] = useState(false)
  const { change, isPending } = useMaintenance()
  const isPassed = until !== '' && new Date(until).getTime() <= clock.now()
  const isChanged = message !== stored.message || until !== stored.until
  useEffect(() => keep(isChanged ? { message, until } : null), [keep, isChanged, message, until])
  useUnsavedGuard(isChanged, () => isPending)
  const turnOn = async () => {
    await change({ enabled: true, message, until })
    setAsking(false)
  }
  return (
    <div className="sp-form">
      <Fields message={message} until={until} isPassed={isPassed} onMessage={setMessage} onUntil={setUntil} />
      <div className="sp-form-actions">
        {isOn && (
          <Button loading={isPending} onClick={() => void change({ enabled: false })}>
            {t('banner.end')}
          </Button>
        )}
        <Button
          variant="primary"
          loading={isPending && !isAsking}
          disabled={isPassed}
          onClick={() => (isOn ? void turnOn() : setAsking(true))}
        >
          {t(isOn ? 'card.update' : 'card.turnOn')}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={turnOn}
        loading={isPending}
        danger
        title={t('confirm.title')}
        text={t('confirm.text')}
        confirmLabel={t('card.turnOn')}
      />
    </div>
  )
}

export default function MaintenanceCard() {
  const t = useT()
  const isOn = useSetting('maintenance_enabled') === true
  return (
    <Card
      className="mb-4"
      title={t('title')}
      description={t('card.text')}
      actions={<Status tone={isOn ? 'warning' : 'success'}>{t(isOn ? 'card.on' : 'card.off')}</Status>}
    >
      <MaintenanceForm key={String(isOn)} />
    </Card>
  )
}
