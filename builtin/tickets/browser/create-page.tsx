import { readTicket, readTicketOptions } from '@spawnpoint/contracts/tickets'
import { useHost, useSearchParams, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { Loaded } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Alert, Card, LinkButton, Page, Skeleton } from '@spawnpoint/sdk/ui'
import { CreateForm } from './create-form.tsx'
import { useStoredDraft, type Draft } from './use-draft.ts'

type Options = ReplyOf<typeof readTicketOptions>
type Previous = ReplyOf<typeof readTicket>['ticket']

const isId = (text: string | null): text is string => /^[0-9a-f-]{36}$/i.test(text ?? '')

interface BodyProps {
  readonly options: Options
  readonly previous: Previous | null
  readonly draft: Draft | null
}

const Body = ({ options, previous, draft }: BodyProps) => {
  const t = useT()
  const { pathTo } = useHost()
  const { open, limit } = options
  if (open >= limit)
    return (
      <Alert
        tone="warning"
        title={t('create.full', { count: limit })}
        action={<LinkButton to={pathTo('tickets')}>{t('create.toList')}</LinkButton>}
      >
        {t('create.fullText')}
      </Alert>
    )
  return (
    <Card>
      <CreateForm options={options} previous={previous} draft={draft} />
    </Card>
  )
}

export default function CreatePage() {
  const t = useT()
  const { pathTo } = useHost()
  const [address] = useSearchParams()
  const about = address.get('about')
  const options = useEndpoint(readTicketOptions)
  const asked = isId(about)
  const previous = useEndpoint(readTicket, { params: { id: asked ? about : '' } }, { enabled: asked })
  const draft = useStoredDraft()
  // A ticket that is gone is no reason not to open another.
  const isReady = draft !== undefined && (!asked || previous.data !== undefined || previous.isError)
  return (
    <Page
      title={t('pages.create.title')}
      description={t('pages.create.description')}
      width="narrow"
      breadcrumbs={[
        { label: t('pages.list.title'), to: pathTo('tickets') },
        { label: t('pages.create.title') },
      ]}
    >
      <Loaded
        query={isReady ? options : { ...options, data: undefined }}
        loading={<Skeleton shape="block" className="h-160" />}
      >
        {(data) => <Body options={data} previous={previous.data?.ticket ?? null} draft={draft ?? null} />}
      </Loaded>
    </Page>
  )
}
