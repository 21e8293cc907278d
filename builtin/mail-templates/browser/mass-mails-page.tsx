import { listMassMails, type MassMail } from '@spawnpoint/contracts/mail-templates'
import { useFormat, useHost, useT } from '@spawnpoint/sdk/browser'
import { DataList } from '@spawnpoint/sdk/list'
import { Empty, LinkButton, Page, RowLink, type Column } from '@spawnpoint/sdk/ui'
import { Plus, Send } from '@spawnpoint/sdk/ui/icons'
import { MassMailState, useAudienceText } from './mass-mail-state.tsx'

const REFETCH_MS = 5_000

const useColumns = (): readonly Column<MassMail>[] => {
  const t = useT()
  const host = useHost()
  const { dateTime, number } = useFormat()
  const audienceText = useAudienceText()
  return [
    {
      id: 'subject',
      header: t('editor.subject'),
      cell: ({ id, subject }) => <RowLink to={host.pathTo('mass-mails-view', { id })}>{subject}</RowLink>,
    },
    { id: 'audience', header: t('massMails.audience'), cell: audienceText },
    {
      id: 'state',
      header: t('massMails.state'),
      phone: 'badge',
      cell: ({ state }) => <MassMailState state={state} />,
    },
    {
      id: 'sent',
      header: t('massMails.sent'),
      align: 'end',
      phone: 'end',
      cell: ({ counts }) => `${number(counts.sent)} / ${number(counts.total - counts.skipped)}`,
    },
    {
      id: 'createdAt',
      header: t('massMails.createdAt'),
      cell: ({ createdAt }) => <time dateTime={createdAt}>{dateTime(createdAt)}</time>,
    },
    { id: 'author', header: t('massMails.author'), cell: ({ author }) => author ?? t('versions.erased') },
  ]
}

/** The emails to many users, with how far each is. */
const MassMailsPage = () => {
  const t = useT()
  const host = useHost()
  const create = (
    <LinkButton variant="primary" icon={<Plus aria-hidden />} to={host.pathTo('mass-mails-create')}>
      {t('massMails.create')}
    </LinkButton>
  )
  return (
    <Page title={t('massMails.title')} description={t('massMails.description')} actions={create}>
      <DataList<MassMail>
        endpoint={listMassMails}
        caption={t('massMails.title')}
        columns={useColumns()}
        rowKey={({ id }) => id}
        refetchEvery={REFETCH_MS}
        empty={
          <Empty
            icon={<Send />}
            title={t('massMails.empty')}
            text={t('massMails.emptyText')}
            action={create}
          />
        }
      />
    </Page>
  )
}

export default MassMailsPage
