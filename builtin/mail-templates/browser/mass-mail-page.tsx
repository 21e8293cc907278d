import {
  listMassMailRecipients,
  readMassMail,
  recipientStates,
  resumeMassMail,
  stopMassMail,
  type MassMail,
  type MassMailRecipient,
  type MassMailText,
} from '@spawnpoint/contracts/mail-templates'
import { useExplain, useFormat, useHost, useParams, useReauthenticate, useT } from '@spawnpoint/sdk/browser'
import { DataList, Loaded } from '@spawnpoint/sdk/list'
import { useAction, useEndpoint } from '@spawnpoint/sdk/query'
import {
  Alert,
  Button,
  Card,
  Empty,
  LinkButton,
  Page,
  ProgressBar,
  Stat,
  Status,
  type Column,
} from '@spawnpoint/sdk/ui'
import { Pause, Play } from '@spawnpoint/sdk/ui/icons'
import { languageName } from './language-names.ts'
import { MassMailState, useAudienceText } from './mass-mail-state.tsx'

const REFETCH_MS = 2_000

type Item = MassMail & { readonly texts: readonly MassMailText[] }

const tones = {
  waiting: 'neutral',
  claimed: 'info',
  sending: 'info',
  sent: 'success',
  failed: 'danger',
  unconfirmed: 'warning',
  skipped: 'neutral',
} as const

const useColumns = (): readonly Column<MassMailRecipient>[] => {
  const t = useT()
  const { dateTime } = useFormat()
  return [
    { id: 'address', header: t('massMails.address'), cell: ({ address }) => address },
    { id: 'username', header: t('massMails.username'), cell: ({ username }) => username },
    { id: 'language', header: t('create.language'), cell: ({ language }) => languageName(language) },
    {
      id: 'state',
      header: t('massMails.outcome'),
      phone: 'badge',
      cell: ({ state, failure }) => (
        <span className="flex min-w-0 flex-col items-start gap-1">
          <Status tone={tones[state]}>{t(`massMails.outcomes.${state}`)}</Status>
          {failure !== null && <span className="sp-hint break-words">{failure}</span>}
        </span>
      ),
    },
    {
      id: 'endedAt',
      header: t('massMails.at'),
      cell: ({ endedAt }) => (endedAt === null ? '–' : <time dateTime={endedAt}>{dateTime(endedAt)}</time>),
    },
  ]
}

const shown = ['total', 'sent', 'waiting', 'failed', 'unconfirmed', 'skipped'] as const

const Progress = ({ item }: { item: Item }) => {
  const t = useT()
  const { number, percent } = useFormat()
  const { counts, state, problem } = item
  const wanted = counts.total - counts.skipped
  const share = wanted > 0 ? (wanted - counts.waiting) / wanted : Number(state === 'done')
  return (
    <Card title={t('massMails.progress')} actions={<MassMailState state={state} />}>
      <div className="grid gap-4" aria-live="polite">
        {problem !== null && state === 'sending' && (
          <Alert tone="warning" title={t('massMails.away')}>
            {problem}
          </Alert>
        )}
        <ProgressBar
          label={t('massMails.progress')}
          hideLabel
          {...(state !== 'gathering' && { value: share })}
          note={percent(share)}
        />
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-6">
          {shown.map((key) => (
            <Stat key={key} label={t(`massMails.counts.${key}`)} value={number(counts[key])} />
          ))}
        </div>
        {counts.unconfirmed > 0 && <p className="sp-hint">{t('massMails.unconfirmedHint')}</p>}
      </div>
    </Card>
  )
}

const Actions = ({ item }: { item: Item }) => {
  const t = useT()
  const host = useHost()
  const explain = useExplain()
  const reauthenticate = useReauthenticate()
  const refreshes = [readMassMail, listMassMailRecipients]
  const stop = useAction(stopMassMail, { refreshes })
  const resume = useAction(resumeMassMail, { refreshes })
  const params = { id: item.id }
  const fail = (error: unknown) => host.notify.toast({ title: explain(error), tone: 'danger' })
  if (item.state === 'done') return null
  if (item.state === 'stopped')
    return (
      <Button
        variant="primary"
        icon={<Play aria-hidden />}
        loading={resume.isPending}
        onClick={() => void reauthenticate(() => resume.mutateAsync({ params })).catch(fail)}
      >
        {t('massMails.resume')}
      </Button>
    )
  return (
    <Button
      variant="danger-quiet"
      icon={<Pause aria-hidden />}
      loading={stop.isPending}
      onClick={() => stop.mutate({ params }, { onError: fail })}
    >
      {t('massMails.stop')}
    </Button>
  )
}

const Texts = ({ texts }: { texts: readonly MassMailText[] }) => {
  const t = useT()
  return (
    <Card title={t('massMails.texts')}>
      <div className="grid gap-3">
        {texts.map(({ language, subject, body }) => (
          <details key={language} className="text-sm">
            <summary className="cursor-pointer break-words">
              <strong>{languageName(language)}</strong> · {subject}
            </summary>
            <pre className="mt-2 max-h-72 overflow-auto whitespace-pre-wrap break-words rounded-md bg-sunken p-3 font-mono text-xs">
              {body}
            </pre>
          </details>
        ))}
      </div>
    </Card>
  )
}

const MassMailView = ({ item }: { item: Item }) => {
  const t = useT()
  const host = useHost()
  const audienceText = useAudienceText()
  const columns = useColumns()
  const isOpen = item.state === 'gathering' || item.state === 'sending'
  return (
    <Page
      title={item.subject}
      subject={item.subject}
      description={`${t(`massMails.kinds.${item.kind}`)} · ${audienceText(item)}`}
      breadcrumbs={[
        { label: t('massMails.title'), to: host.pathTo('mass-mails-list') },
        { label: item.subject },
      ]}
      actions={<Actions item={item} />}
    >
      <Progress item={item} />
      <Texts texts={item.texts} />
      <DataList<MassMailRecipient>
        endpoint={listMassMailRecipients}
        call={{ params: { id: item.id } }}
        caption={t('massMails.recipients')}
        columns={columns}
        rowKey={({ address }) => address}
        searchable
        searchLabel={t('massMails.search')}
        filters={[
          {
            key: 'state',
            label: t('massMails.outcome'),
            values: recipientStates.map((value) => ({ value, label: t(`massMails.outcomes.${value}`) })),
          },
        ]}
        {...(isOpen && { refetchEvery: REFETCH_MS })}
        empty={<Empty title={t('massMails.noRecipients')} />}
      />
    </Page>
  )
}

const MassMailPage = () => {
  const t = useT()
  const host = useHost()
  const { id = '' } = useParams()
  const query = useEndpoint(readMassMail, { params: { id } }, { refetchEvery: REFETCH_MS })
  const gone = (
    <Empty
      title={t('massMails.gone')}
      text={t('massMails.goneText')}
      action={<LinkButton to={host.pathTo('mass-mails-list')}>{t('massMails.back')}</LinkButton>}
    />
  )
  return (
    <Loaded query={query} gone={gone}>
      {({ item }) => <MassMailView item={item} />}
    </Loaded>
  )
}

export default MassMailPage
