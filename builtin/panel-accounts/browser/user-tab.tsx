import {
  linkPanelAccountOf,
  readPanelAccountOf,
  unlinkPanelAccountOf,
} from '@spawnpoint/contracts/panel-accounts'
import { useExplain, useHost, useReauthenticate, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { Loaded } from '@spawnpoint/sdk/list'
import { useAction, useEndpoint } from '@spawnpoint/sdk/query'
import {
  Alert,
  Badge,
  Button,
  Card,
  Empty,
  FormError,
  KeyValue,
  Skeleton,
  TextField,
  useFields,
} from '@spawnpoint/sdk/ui'
import { WifiOff } from '@spawnpoint/sdk/ui/icons'

type PanelAccount = NonNullable<ReplyOf<typeof readPanelAccountOf>['account']>

const refreshes = [readPanelAccountOf]

const Linked = ({ user, account }: { user: string; account: PanelAccount }) => {
  const t = useT()
  const explain = useExplain()
  const { notify } = useHost()
  const reauthenticate = useReauthenticate()
  const unlink = useAction(unlinkPanelAccountOf, { refreshes })
  const ask = async () => {
    const isMeant = await notify.dialog({
      title: t('staff.unlinkTitle'),
      text: t('staff.unlinkText'),
      tone: 'danger',
      confirmLabel: t('staff.unlink'),
      cancelLabel: t('cancel'),
    })
    if (!isMeant) return
    await reauthenticate(() => unlink.mutateAsync({ params: { user } })).catch((error: unknown) =>
      notify.toast({ title: explain(error), tone: 'danger' }),
    )
  }
  return (
    <div className="grid gap-4">
      <KeyValue
        items={[
          { label: t('username'), value: account.username },
          { label: t('email'), value: account.email },
          { label: t('staff.number'), value: `#${account.id}` },
        ]}
      />
      <div>
        <Button loading={unlink.isPending} onClick={() => void ask()}>
          {t('staff.unlink')}
        </Button>
      </div>
    </div>
  )
}

const LinkForm = ({ user, account }: { user: string; account: PanelAccount | null }) => {
  const t = useT()
  const explain = useExplain()
  const { notify } = useHost()
  const reauthenticate = useReauthenticate()
  const link = useAction(linkPanelAccountOf, { refreshes })
  const form = useFields({
    initial: { email: account?.email ?? '' },
    validate: ({ email }) => (email.trim() === '' ? { email: t('own.noEmail') } : {}),
    submit: async ({ email }) => {
      const body = { email: email.trim() }
      await reauthenticate(() => link.mutateAsync({ params: { user }, body }))
      notify.toast({ title: t('linked'), tone: 'success' })
    },
    onFailure: (error) => ({ message: explain(error) }),
  })
  return (
    <form className="sp-form" {...form.props}>
      <FormError message={form.formError} />
      {account && <Alert tone="warning">{t('staff.sameEmail', { name: account.username })}</Alert>}
      <TextField
        type="email"
        label={t('own.email')}
        hint={t('staff.emailHint')}
        autoComplete="off"
        maxLength={254}
        required
        {...form.field('email')}
      />
      <div>
        <Button type="submit" loading={form.submitting}>
          {t('staff.link')}
        </Button>
      </div>
    </form>
  )
}

const badges = { linked: 'success', 'same-email': 'warning', none: 'neutral' } as const

const Account = ({ user, found }: { user: string; found: ReplyOf<typeof readPanelAccountOf> }) => {
  const t = useT()
  const { state, account } = found
  if (state === null) return <Empty icon={<WifiOff />} title={t('own.off')} text={t('own.offText')} />
  if (state === 'linked' && account) return <Linked user={user} account={account} />
  return <LinkForm key={account?.id ?? 0} user={user} account={account} />
}

/** The account on the game panel of a user, for staff. */
export default function UserTab({ user }: { user: string }) {
  const t = useT()
  const query = useEndpoint(readPanelAccountOf, { params: { user } })
  const state = query.data?.state
  return (
    <Card
      title={t('own.title')}
      description={t('staff.text')}
      actions={state && <Badge tone={badges[state]}>{t(`states.${state}`)}</Badge>}
    >
      <Loaded query={query} loading={<Skeleton lines={4} />}>
        {(found) => <Account user={user} found={found} />}
      </Loaded>
    </Card>
  )
}
