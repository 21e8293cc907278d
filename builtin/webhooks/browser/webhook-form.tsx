import { useHost, useT } from '@spawnpoint/sdk/browser'
import { DeclaredForm, type FormField, type useDeclaredForm } from '@spawnpoint/sdk/form'
import { fieldsOf, isWritable } from '@spawnpoint/sdk/resource'
import type { ResourceTexts } from '@spawnpoint/sdk/resource/browser'
import { webhooks } from '../resource.ts'
import { EventsField } from './events-field.tsx'

/** All that a person writes. */
export const webhookFields: readonly FormField[] = fieldsOf(webhooks, isWritable).map(([name, spec]) => ({
  name,
  spec,
  cell: '',
}))

const drawn = webhookFields.filter(({ name }) => name !== 'events')

/** The form of a webhook, with the events to tick. */
export const WebhookForm = ({
  form,
  texts,
  submitLabel,
}: {
  form: ReturnType<typeof useDeclaredForm>
  texts: ResourceTexts
  submitLabel: string
}) => {
  const t = useT()
  const { pathTo } = useHost()
  const { watch, setValue, formState } = form.methods
  const events = watch('events')
  const message = formState.errors['events']?.message
  const isMissing = formState.isSubmitted && Array.isArray(events) && events.length === 0
  const change = (picked: readonly string[]) =>
    setValue('events', picked, { shouldDirty: true, shouldValidate: formState.isSubmitted })
  const below = (name: string) =>
    name === 'address' ? (
      <EventsField
        value={events}
        error={isMissing ? t('errors.WEBHOOKS_EVENTS') : typeof message === 'string' ? message : undefined}
        change={change}
      />
    ) : null
  return (
    <DeclaredForm
      {...{ form, texts, below, submitLabel }}
      fields={drawn}
      cancelTo={pathTo('webhooks-list')}
      grid="flex flex-col gap-5"
    />
  )
}
