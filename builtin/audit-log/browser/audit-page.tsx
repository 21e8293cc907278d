import { userPath } from '@spawnpoint/contracts/users/schemas'
import { auditFile, auditPeriods, listAuditActions, listAuditEntries } from '@spawnpoint/contracts/audit-log'
import { useAuditText, useFormat, useOpenPath, useT, useTranslation } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { DataList } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import {
  Button,
  Code,
  Dialog,
  Empty,
  KeyValue,
  Page,
  RowButton,
  TextLink,
  type Column,
} from '@spawnpoint/sdk/ui'
import { History } from '@spawnpoint/sdk/ui/icons'
import { useState } from 'react'

type Entry = ReplyOf<typeof listAuditEntries>['items'][number]

/** A person by name where there is one, else by the id. */
const Person = ({ id, username }: { id: string; username: string | null }) => {
  const path = userPath(useOpenPath(), id)
  if (username === null) return <Code>{id}</Code>
  return path ? <TextLink to={path}>{username}</TextLink> : username
}

const isUuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** A person, a row with its page, a plugin by its title, or an id, of which a list has room for the start. */
const Target = ({ target, isFull = false }: { target: NonNullable<Entry['target']>; isFull?: boolean }) => {
  const { id, username, name, page } = target
  const { i18n } = useTranslation()
  const path = useOpenPath()(page ?? '', { id })
  if (username !== null) return <Person id={id} username={username} />
  if (name !== null) return path ? <TextLink to={path}>{name}</TextLink> : name
  if (i18n.exists('title', { ns: id })) return i18n.t('title', { ns: id })
  if (isFull || !isUuid.test(id)) return <Code>{id}</Code>
  return (
    <span title={id}>
      <Code>{`${id.slice(0, 8)}…`}</Code>
    </span>
  )
}

const isOfCommandLine = ({ fields }: Pick<Entry, 'fields'>) =>
  fields.some(({ name, after }) => name === 'by' && after === 'command line')

const Actor = ({ actor, fields }: Pick<Entry, 'actor' | 'fields'>) => {
  const t = useT()
  if (actor) return <Person {...actor} />
  return <span className="text-muted">{t(isOfCommandLine({ fields }) ? 'commandLine' : 'product')}</span>
}

const useColumns = (open: (entry: Entry) => void): readonly Column<Entry>[] => {
  const t = useT()
  const { ago, dateTime } = useFormat()
  const auditText = useAuditText()
  return [
    {
      id: 'action',
      phone: 'title',
      header: t('columns.action'),
      cell: (entry) => <RowButton onClick={() => open(entry)}>{auditText(entry.action)}</RowButton>,
    },
    {
      id: 'actor',
      phone: 'meta',
      header: t('columns.actor'),
      cell: (entry) => <Actor {...entry} />,
    },
    {
      id: 'target',
      phone: 'line',
      header: t('columns.target'),
      cell: ({ target, person }) =>
        target ? (
          <>
            <Target target={target} />
            {person && (
              <span className="text-muted">
                {' '}
                · <Person {...person} />
              </span>
            )}
          </>
        ) : (
          '–'
        ),
    },
    { id: 'ip', phone: 'hidden', header: t('columns.ip'), cell: ({ ip }) => ip ?? '–' },
    {
      id: 'at',
      phone: 'meta',
      header: t('columns.at'),
      cell: ({ at }) => (
        <time dateTime={at} title={dateTime(at)}>
          {ago(at)}
        </time>
      ),
    },
  ]
}

/** One field, the earlier value crossed out. */
const FieldLine = ({ name, before, after }: Entry['fields'][number]) => (
  <li className="grid gap-1 border-b border-border py-2 last:border-0">
    {name !== '' && <span className="text-sm font-medium">{name}</span>}
    <span className="text-sm text-muted wrap-anywhere">
      {before !== null && <del>{before}</del>}
      {before !== null && after !== null && <span aria-hidden="true"> → </span>}
      {after !== null && <ins className="text-text no-underline">{after}</ins>}
    </span>
  </li>
)

const Details = ({ entry, onClose }: { entry: Entry | null; onClose: () => void }) => {
  const t = useT()
  const { dateTime } = useFormat()
  const auditText = useAuditText()
  return (
    <Dialog
      open={entry !== null}
      onClose={onClose}
      title={entry ? auditText(entry.action) : ''}
      footer={<Button onClick={onClose}>{t('close')}</Button>}
    >
      {entry && (
        <div className="grid gap-4">
          <KeyValue
            items={[
              { label: t('columns.at'), value: dateTime(entry.at) },
              { label: t('columns.actor'), value: <Actor {...entry} /> },
              ...(entry.target
                ? [{ label: t('columns.target'), value: <Target target={entry.target} isFull /> }]
                : []),
              ...(entry.person ? [{ label: t('person'), value: <Person {...entry.person} /> }] : []),
              ...(entry.ip === null ? [] : [{ label: t('columns.ip'), value: entry.ip }]),
              ...(entry.attempts === null ? [] : [{ label: t('attempts'), value: entry.attempts }]),
              { label: t('name'), value: <Code>{entry.action}</Code> },
            ]}
          />
          <section>
            <h3 className="sp-label">{t('values')}</h3>
            {entry.fields.length === 0 ? (
              <p className="sp-hint">{t('noValues')}</p>
            ) : (
              <ul>
                {entry.fields.map((field) => (
                  <FieldLine key={field.name} {...field} />
                ))}
              </ul>
            )}
          </section>
        </div>
      )}
    </Dialog>
  )
}

/** Everything that was done, and by whom. */
export default function AuditPage() {
  const t = useT()
  const auditText = useAuditText()
  const [entry, setEntry] = useState<Entry | null>(null)
  const { data } = useEndpoint(listAuditActions)
  const actions = (data?.actions ?? [])
    .map((value) => ({ value, label: auditText(value) }))
    .toSorted((a, b) => a.label.localeCompare(b.label))
  return (
    <Page title={t('title')} description={t('description')}>
      <DataList<Entry>
        endpoint={listAuditEntries}
        caption={t('title')}
        columns={useColumns(setEntry)}
        rowKey={({ id }) => id}
        searchable
        searchLabel={t('search')}
        filters={[
          { key: 'action', label: t('columns.action'), values: actions },
          {
            key: 'period',
            label: t('period'),
            values: auditPeriods.map((value) => ({ value, label: t(`periods.${value}`) })),
          },
          {
            key: 'by',
            label: t('columns.actor'),
            values: (['people', 'product'] as const).map((value) => ({ value, label: t(`by.${value}`) })),
          },
        ]}
        exportHref={auditFile.path}
        empty={<Empty icon={<History />} title={t('empty')} text={t('emptyText')} />}
      />
      <Details entry={entry} onClose={() => setEntry(null)} />
    </Page>
  )
}
