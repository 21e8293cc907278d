import {
  deleteAnyServer,
  findReceivers,
  listAllServers,
  readServerOverview,
  startBulk,
  suspendUserServer,
  transferServer,
  type BulkAction,
  type StaffServer,
} from '@spawnpoint/contracts/servers'
import {
  useCall,
  useExplain,
  useFormat,
  useHost,
  useReauthenticate,
  useRequestKey,
  useT,
} from '@spawnpoint/sdk/browser'
import { useAction, useEndpoint } from '@spawnpoint/sdk/query'
import { Button, Combobox, Dialog, FormError, TextField, useFields } from '@spawnpoint/sdk/ui'
import { useId, useState } from 'react'

const refreshes = [listAllServers, readServerOverview]

interface ActProps {
  readonly action: BulkAction
  readonly servers: readonly StaffServer[]
  readonly close: () => void
  /** An action on many runs in the background, under this id. */
  readonly started: (bulk: string) => void
}

/** Its deletion has begun, and the panel could not carry it out. */
export const isStuck = ({ status, problem }: Pick<StaffServer, 'status' | 'problem'>) =>
  status === 'deleting' && problem !== null

const useSend = ({ action, servers, started }: ActProps) => {
  const suspend = useAction(suspendUserServer, { refreshes })
  const remove = useAction(deleteAnyServer, { refreshes })
  const transfer = useAction(transferServer, { refreshes })
  const call = useCall()
  const withKey = useRequestKey()
  return async (reason: string, owner: string) => {
    const [server, ...others] = servers
    if (!server) return
    if (others.length > 0) {
      const ids = servers.map(({ id }) => id)
      await withKey(async (id) => {
        await call(startBulk, { body: { id, action, servers: ids, reason, ...(owner !== '' && { owner }) } })
        started(id)
      })
      return
    }
    const params = { id: server.id }
    if (action === 'delete')
      await remove.mutateAsync({ params, body: { reason, ...(isStuck(server) && { force: true }) } })
    else if (action === 'transfer') await transfer.mutateAsync({ params, body: { owner, reason } })
    else {
      const body = { suspended: action === 'suspend', reason }
      await suspend.mutateAsync({ params: { user: server.owner.id, ...params }, body })
    }
  }
}

const Receiver = ({ value, onChange }: { value: string; onChange: (value: string) => void }) => {
  const t = useT()
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null)
  const { data, isFetching } = useEndpoint(findReceivers, { query: { search } })
  const found = data?.choices.map(({ value: id, label }) => ({ value: String(id), label })) ?? []
  const isListed = chosen === null || found.some((option) => option.value === chosen.value)
  return (
    <Combobox
      label={t('staff.servers.newOwner')}
      hint={t('staff.servers.newOwnerHint')}
      required
      options={isListed ? found : [...found, chosen]}
      value={value}
      loading={isFetching}
      onSearch={setSearch}
      onChange={(id) => {
        setChosen(found.find((option) => option.value === id) ?? null)
        onChange(id)
      }}
    />
  )
}

const Names = ({ servers }: Pick<ActProps, 'servers'>) => (
  <ul className="max-h-40 overflow-y-auto rounded-lg border border-border bg-sunken px-3 py-2 text-sm">
    {servers.map(({ id, name, owner }) => (
      <li key={id} className="truncate">
        {name} <span className="text-muted">· {owner.username ?? '–'}</span>
      </li>
    ))}
  </ul>
)

const useActForm = (props: ActProps, owner: string) => {
  const { action, servers, close } = props
  const t = useT()
  const { number } = useFormat()
  const explain = useExplain()
  const host = useHost()
  const reauthenticate = useReauthenticate()
  const send = useSend(props)
  const [only, ...others] = servers
  const isMany = others.length > 0
  const toType = isMany
    ? t('staff.servers.count', { count: servers.length, value: number(servers.length) })
    : only?.name
  const form = useFields({
    initial: { reason: '', confirm: '' },
    validate: ({ reason, confirm }) => ({
      ...(reason.trim() === '' && { reason: t('userLimits.noReason') }),
      ...(action === 'delete' && confirm.trim() !== toType && { confirm: t('staff.servers.notTyped') }),
    }),
    submit: async ({ reason }) => {
      if (action === 'transfer' && owner === '') throw new Error('no receiver was selected')
      await reauthenticate(() => send(reason.trim(), owner))
      if (!isMany) host.notify.toast({ title: t('userServers.told'), tone: 'success' })
      close()
    },
    onFailure: (error) => ({
      message: action === 'transfer' && owner === '' ? t('staff.servers.noReceiver') : explain(error),
    }),
  })
  return { form, toType: toType ?? '' }
}

/** Asks for a reason, and for what else an action of staff takes, on one server or many. */
export const ActDialog = (props: ActProps) => {
  const { action, servers, close } = props
  const t = useT()
  const { number } = useFormat()
  const formId = useId()
  const [owner, setOwner] = useState('')
  const { form, toType } = useActForm(props, owner)
  const count = servers.length
  const name = count === 1 ? servers[0]?.name : t('staff.servers.count', { count, value: number(count) })
  const isDelete = action === 'delete'
  const words = isDelete && servers.some(isStuck) ? 'force' : action
  return (
    <Dialog
      open
      onClose={close}
      size="md"
      title={t(`staff.servers.${words}Title`, { name })}
      description={t(`staff.servers.${words}Text`)}
      dismissable={!form.submitting}
      footer={
        <>
          <Button onClick={close} disabled={form.submitting}>
            {t('cancel')}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant={isDelete || action === 'suspend' ? 'danger' : 'primary'}
            loading={form.submitting}
          >
            {t(`staff.servers.actions.${words}`)}
          </Button>
        </>
      }
    >
      <form id={formId} className="sp-form" {...form.props}>
        <FormError message={form.formError} />
        {count > 1 && <Names servers={servers} />}
        {action === 'transfer' && <Receiver value={owner} onChange={setOwner} />}
        <TextField
          label={t('userLimits.reason')}
          hint={t(action === 'suspend' ? 'staff.servers.reasonShown' : 'userLimits.reasonHint')}
          maxLength={200}
          data-autofocus={action === 'transfer' ? undefined : true}
          required
          {...form.field('reason')}
        />
        {isDelete && (
          <TextField
            label={t('delete.type', { name: toType })}
            autoComplete="off"
            spellCheck={false}
            {...form.field('confirm')}
          />
        )}
      </form>
    </Dialog>
  )
}
