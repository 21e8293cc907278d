import {
  listIncidentUpdates,
  postIncidentUpdate,
  showAnnouncement,
} from '@spawnpoint/contracts/announcements'
import { incidentStatuses, type IncidentStatus } from '@spawnpoint/contracts/announcements/schemas'
import { useExplain, useHost, useT } from '@spawnpoint/sdk/browser'
import { useKeptDraft, useUnsavedGuard } from '@spawnpoint/sdk/form'
import { Loaded } from '@spawnpoint/sdk/list'
import { useAction, useEndpoint } from '@spawnpoint/sdk/query'
import { resourceCalls } from '@spawnpoint/sdk/resource'
import { Button, Card, FormError, Select, Skeleton, TextArea } from '@spawnpoint/sdk/ui'
import { useEffect, useState, type SyntheticEvent } from 'react'
import { announcements } from '../resource.ts'
import { IncidentTimeline } from './incident-parts.tsx'

const calls = resourceCalls(announcements)

const next: Readonly<Record<IncidentStatus, IncidentStatus>> = {
  investigating: 'identified',
  identified: 'monitoring',
  monitoring: 'resolved',
  resolved: 'resolved',
}

const UpdateForm = ({ id, status }: { id: string; status: IncidentStatus }) => {
  const t = useT()
  const host = useHost()
  const explain = useExplain()
  const { restored, keep } = useKeptDraft<{ picked: IncidentStatus | null; text: string }>('update')
  const [picked, setPicked] = useState(restored?.picked ?? null)
  const [text, setText] = useState(restored?.text ?? '')
  const [isTried, setTried] = useState(false)
  const { mutate, isPending, error } = useAction(postIncidentUpdate, {
    refreshes: [calls.list, showAnnouncement],
    onReply: (reply, cache) => cache.update(listIncidentUpdates, () => reply),
  })
  const offered = status === 'resolved' ? (['resolved'] as const) : incidentStatuses
  const wanted = picked ?? next[status]
  const isEmpty = text.trim() === ''
  useEffect(() => keep(isEmpty ? null : { picked, text }), [keep, isEmpty, picked, text])
  useUnsavedGuard(!isEmpty)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setTried(true)
    if (isEmpty) return
    mutate(
      { params: { id }, body: { status: wanted, text } },
      {
        onSuccess: () => {
          setText('')
          setPicked(null)
          setTried(false)
          host.notify.toast({ title: t('incident.posted'), tone: 'success' })
        },
      },
    )
  }
  return (
    <form className="sp-form" noValidate onSubmit={submit}>
      <FormError message={error && explain(error)} />
      <Select
        label={t('fields.status')}
        value={wanted}
        options={offered.map((each) => ({ value: each, label: t(`values.status.${each}`) }))}
        onChange={({ target }) => setPicked(incidentStatuses.find((each) => each === target.value) ?? null)}
      />
      <TextArea
        label={t('incident.text')}
        required
        rows={4}
        maxLength={4000}
        value={text}
        error={isTried && isEmpty ? t('incident.required') : undefined}
        onChange={({ target }) => setText(target.value)}
      />
      <div className="sp-form-actions">
        <Button type="submit" variant="primary" loading={isPending}>
          {t('incident.post')}
        </Button>
      </div>
    </form>
  )
}

/** The timeline of an incident below its form, and the way to add to it. */
export const IncidentUpdates = ({ id }: { id: string }) => {
  const t = useT()
  const query = useEndpoint(listIncidentUpdates, { params: { id } })
  return (
    <Card title={t('incident.updates')} description={t('incident.updatesText')}>
      <Loaded query={query} loading={<Skeleton lines={6} />}>
        {({ status, updates }) => (
          <div className="flex flex-col gap-6">
            <UpdateForm id={id} status={status} />
            <IncidentTimeline updates={updates} />
          </div>
        )}
      </Loaded>
    </Card>
  )
}
