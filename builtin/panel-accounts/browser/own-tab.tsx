import {
  askForLinkCode,
  linkOwnPanelAccount,
  readOwnPanelAccount,
} from '@spawnpoint/contracts/panel-accounts'
import { useExplain, useHost, useT } from '@spawnpoint/sdk/browser'
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

type Own = ReplyOf<typeof readOwnPanelAccount>

const refreshes = [readOwnPanelAccount]

const AskForm = () => {
  const t = useT()
  const explain = useExplain()
  const ask = useAction(askForLinkCode, { refreshes })
  const form = useFields({
    initial: { email: '' },
    validate: ({ email }) => (email.trim() === '' ? { email: t('own.noEmail') } : {}),
    submit: async ({ email }) => void (await ask.mutateAsync({ body: { email: email.trim() } })),
    onFailure: (error) => ({ message: explain(error) }),
  })
  return (
    <form className="sp-form" {...form.props}>
      <FormError message={form.formError} />
      <TextField
        type="email"
        label={t('own.email')}
        hint={t('own.emailHint')}
        autoComplete="email"
        maxLength={254}
        required
        {...form.field('email')}
      />
      <div>
        <Button type="submit" loading={form.submitting}>
          {t('own.send')}
        </Button>
      </div>
    </form>
  )
}

const CodeForm = ({ sentTo }: { sentTo: string }) => {
  const t = useT()
  const explain = useExplain()
  const { notify } = useHost()
  const link = useAction(linkOwnPanelAccount, { refreshes })
  const form = useFields({
    initial: { code: '' },
    validate: ({ code }) => (code.trim() === '' ? { code: t('own.noCode') } : {}),
    submit: async ({ code }) => {
      await link.mutateAsync({ body: { code: code.trim() } })
      notify.toast({ title: t('linked'), tone: 'success' })
    },
    onFailure: (error) => ({ message: explain(error) }),
  })
  return (
    <form className="sp-form" {...form.props}>
      <FormError message={form.formError} />
      <Alert>{t('own.sent', { email: sentTo })}</Alert>
      <TextField
        label={t('own.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
        required
        {...form.field('code')}
      />
      <div>
        <Button type="submit" variant="primary" loading={form.submitting}>
          {t('own.link')}
        </Button>
      </div>
    </form>
  )
}

const Linking = ({ own }: { own: Own }) => {
  const t = useT()
  if (!own.canLink) return <p className="sp-hint">{t('own.askStaff')}</p>
  return (
    <div className="grid gap-5">
      {own.codeSentTo !== null && <CodeForm key={own.codeSentTo} sentTo={own.codeSentTo} />}
      <AskForm />
    </div>
  )
}

const OwnCard = ({ own }: { own: Own }) => {
  const t = useT()
  if (own.state === null) return <Empty icon={<WifiOff />} title={t('own.off')} text={t('own.offText')} />
  if (own.state !== 'linked') return <Linking own={own} />
  return (
    <KeyValue
      items={[
        { label: t('username'), value: own.username },
        { label: t('email'), value: own.email },
      ]}
    />
  )
}

/** The account on the game panel, on the page of the own account. */
export default function OwnTab() {
  const t = useT()
  const query = useEndpoint(readOwnPanelAccount)
  const isLinked = query.data?.state === 'linked'
  return (
    <Card
      title={t('own.title')}
      description={t(isLinked ? 'own.linkedText' : 'own.text')}
      actions={isLinked && <Badge tone="success">{t('states.linked')}</Badge>}
    >
      <Loaded query={query} loading={<Skeleton lines={4} />}>
        {(own) => <OwnCard own={own} />}
      </Loaded>
    </Card>
  )
}
