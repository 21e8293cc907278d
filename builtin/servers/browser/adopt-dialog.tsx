import {
  adoptServer,
  listAllServers,
  listForeign,
  readComparison,
  readForeignServer,
  readServerOverview,
} from '@spawnpoint/contracts/servers'
import { useCan, useExplain, useHost, useReauthenticate, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { Loaded } from '@spawnpoint/sdk/list'
import { useAction, useEndpoint } from '@spawnpoint/sdk/query'
import {
  Alert,
  Button,
  Checkbox,
  Dialog,
  FormError,
  KeyValue,
  Select,
  Skeleton,
  TextField,
  useFields,
} from '@spawnpoint/sdk/ui'
import { useId, useState } from 'react'
import { useAmountFormat } from './amounts.ts'

type Found = ReplyOf<typeof readForeignServer>

interface Props {
  readonly panelId: number
  readonly name: string
  readonly close: () => void
}

const Size = ({ found }: { found: Found }) => {
  const t = useT()
  const format = useAmountFormat()
  const shown = (['memory', 'cpu', 'disk'] as const).map((key) => ({
    label: t(`limits.${key}`),
    value: format(key, found.resources[key]),
  }))
  return <KeyValue items={[{ label: t('staff.servers.owner'), value: found.owner?.username }, ...shown]} />
}

const useAdoptForm = (panelId: number, found: Found, close: () => void) => {
  const t = useT()
  const explain = useExplain()
  const { notify } = useHost()
  const reauthenticate = useReauthenticate()
  const adopt = useAction(adoptServer, {
    refreshes: [readComparison, listForeign, listAllServers, readServerOverview],
  })
  const [raiseLimits, setRaiseLimits] = useState(false)
  const form = useFields({
    initial: { locationId: found.locationId ?? '', eggId: found.eggId ?? '', reason: '' },
    validate: ({ locationId, eggId, reason }) => ({
      ...(locationId === '' && { locationId: t('staff.adopt.noLocation') }),
      ...(eggId === '' && { eggId: t('staff.adopt.noEgg') }),
      ...(reason.trim() === '' && { reason: t('userLimits.noReason') }),
    }),
    submit: async (values) => {
      const body = { ...values, reason: values.reason.trim(), raiseLimits }
      await reauthenticate(() => adopt.mutateAsync({ params: { panelId: String(panelId) }, body }))
      notify.toast({ title: t('staff.adopt.done', { name: found.name }), tone: 'success' })
      close()
    },
    onFailure: (error) => ({ message: explain(error) }),
  })
  return { form, raiseLimits, setRaiseLimits }
}

const choicesOf = (rows: Found['eggs']) => rows.map(({ id, name }) => ({ value: id, label: name }))

const TooLarge = ({ raise, setRaise }: { raise: boolean; setRaise: (raise: boolean) => void }) => {
  const t = useT()
  const mayRaise = useCan('admin.users.edit')
  if (!mayRaise) return <Alert tone="warning">{t('staff.adopt.tooLargeAsk')}</Alert>
  return (
    <>
      <Alert tone="warning">{t('staff.adopt.tooLarge')}</Alert>
      <Checkbox
        label={t('staff.adopt.raise')}
        checked={raise}
        onChange={({ target }) => setRaise(target.checked)}
      />
    </>
  )
}

const AdoptForm = ({ panelId, name, found, close }: Props & { found: Found }) => {
  const t = useT()
  const formId = useId()
  const { form, raiseLimits, setRaiseLimits } = useAdoptForm(panelId, found, close)
  return (
    <Dialog
      open
      onClose={close}
      size="md"
      title={t('staff.adopt.title', { name })}
      description={t('staff.adopt.text')}
      dismissable={!form.submitting}
      footer={
        <>
          <Button onClick={close} disabled={form.submitting}>
            {t('cancel')}
          </Button>
          <Button type="submit" form={formId} variant="primary" loading={form.submitting}>
            {t('staff.adopt.action')}
          </Button>
        </>
      }
    >
      <form id={formId} className="sp-form" {...form.props}>
        <FormError message={form.formError} />
        <Size found={found} />
        {!found.fits && <TooLarge raise={raiseLimits} setRaise={setRaiseLimits} />}
        <Select
          label={t('columns.location')}
          placeholder={t('staff.adopt.choose')}
          options={choicesOf(found.locations)}
          required
          {...form.field('locationId')}
        />
        <Select
          label={t('columns.egg')}
          placeholder={t('staff.adopt.choose')}
          options={choicesOf(found.eggs)}
          required
          {...form.field('eggId')}
        />
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

/** In place of the form while the server cannot be anybody's. */
const NotYet = ({ found }: { found: Found }) => {
  const t = useT()
  return (
    <Alert tone="warning">
      {found.owner === null
        ? t('staff.adopt.noOwner', { id: found.panelUserId })
        : t('staff.adopt.unlimited')}
    </Alert>
  )
}

/** Takes a server that is on the panel only into the account of its owner. */
export const AdoptDialog = (props: Props) => {
  const { panelId, name, close } = props
  const t = useT()
  const query = useEndpoint(readForeignServer, { params: { panelId: String(panelId) } })
  const { data } = query
  if (data && data.owner !== null && !data.unlimited) return <AdoptForm {...props} found={data} />
  return (
    <Dialog
      open
      onClose={close}
      size="md"
      title={t('staff.adopt.title', { name })}
      description={t('staff.adopt.text')}
      footer={<Button onClick={close}>{t('cancel')}</Button>}
    >
      <Loaded query={query} loading={<Skeleton shape="block" className="h-64" />}>
        {(found) => <NotYet found={found} />}
      </Loaded>
    </Dialog>
  )
}
