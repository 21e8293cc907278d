import {
  getServer,
  listServers,
  resourceKeys,
  serverLimits,
  updateServer,
  type Limits,
  type ResourceKey,
  type ServerItem,
} from '@spawnpoint/contracts/servers'
import { CallError, useExplain, useHost, useT } from '@spawnpoint/sdk/browser'
import { useAction } from '@spawnpoint/sdk/query'
import { Button, Card, ConfirmDialog, FormError, LinkButton, TextArea, TextField } from '@spawnpoint/sdk/ui'
import { useState, type FormEvent } from 'react'
import { findProblems, parseAmounts } from './amounts.ts'
import { ResourceFields } from './resource-fields.tsx'
import { useServerEdits } from './use-server-edits.ts'

const minus = (all: Limits, own: Readonly<Record<ResourceKey, number>>): Limits => ({
  ...all,
  ...Object.fromEntries(resourceKeys.map((key) => [key, all[key] - own[key]])),
})

const useChange = (item: ServerItem, onStale: () => void) => {
  const t = useT()
  const host = useHost()
  const change = useAction(updateServer, { refreshes: [listServers, getServer, serverLimits] })
  const send = async (body: NonNullable<Parameters<typeof change.mutate>[0]['body']>) => {
    const saved = await change.mutateAsync({ params: { id: item.id }, body }).catch((failure: unknown) => {
      if (failure instanceof CallError && failure.code === 'STALE_EDIT') onStale()
      return null
    })
    if (!saved) return
    host.notify.toast({ title: t('update.done'), tone: 'success' })
    host.navigate(host.pathToWellKnown('home'))
  }
  return { send, error: change.error, isPending: change.isPending }
}

/** Name, description and resources; the panel follows once it has been told. */
export const UpdateForm = ({
  item,
  limits,
}: {
  item: ServerItem
  limits: { used: Limits; total: Limits }
}) => {
  const t = useT()
  const host = useHost()
  const explain = useExplain()
  const { details, amounts, version, setDetails, setAmounts, accept } = useServerEdits(item)
  const [asking, setAsking] = useState(false)
  const [tried, setTried] = useState(false)
  const { send, error, isPending } = useChange(item, accept)
  const others = minus(limits.used, item)
  // The server may keep its current resources after limits were lowered.
  const most = minus(limits.total, others)
  const problems = findProblems(amounts, {
    ...most,
    ...Object.fromEntries(resourceKeys.map((key) => [key, Math.max(most[key], item[key])])),
  })
  const nameProblem = details.name.trim() === '' ? t('wizard.missing.details') : undefined
  const closed = item.wanted !== null || item.status === 'deleting'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (problems.length === 0 && !nameProblem) setAsking(true)
  }
  const confirm = () => {
    setAsking(false)
    void send({ ...details, ...parseAmounts(amounts), version })
  }
  return (
    <Card>
      <form className="sp-form" onSubmit={submit} noValidate>
        {error && <FormError message={explain(error)} />}
        <TextField
          label={t('fields.name')}
          value={details.name}
          maxLength={32}
          error={tried ? nameProblem : undefined}
          required
          onChange={(event) => setDetails({ name: event.target.value })}
        />
        <TextArea
          label={t('fields.description')}
          value={details.description}
          maxLength={255}
          optional
          onChange={(event) => setDetails({ description: event.target.value })}
        />
        <ResourceFields
          {...{ amounts, others }}
          total={limits.total}
          problems={tried ? problems : []}
          onChange={setAmounts}
        />
        <div className="sp-form-actions">
          <LinkButton to={host.pathToWellKnown('home')}>{t('cancel')}</LinkButton>
          <Button type="submit" variant="primary" loading={isPending} disabled={closed}>
            {t('update.save')}
          </Button>
        </div>
      </form>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={confirm}
        title={t('update.confirm.title')}
        text={t('update.confirm.text')}
        confirmLabel={t('update.save')}
      />
    </Card>
  )
}
