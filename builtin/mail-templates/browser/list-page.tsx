import { listMailPurposes, type MailPurposeRow } from '@spawnpoint/contracts/mail-templates'
import { useCan, useHost, useStore, useT } from '@spawnpoint/sdk/browser'
import { languages } from '@spawnpoint/sdk/common'
import { Loaded } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import {
  Alert,
  Badge,
  Card,
  Empty,
  Link,
  LinkButton,
  Page,
  SearchField,
  Table,
  Toolbar,
} from '@spawnpoint/sdk/ui'
import type { Column } from '@spawnpoint/sdk/ui'
import { Plus } from '@spawnpoint/sdk/ui/icons'
import { useState } from 'react'
import { languageName, useLanguage } from './language-names.ts'
import { MailSettingsLink } from './mail-settings-link.tsx'
import { useReadable } from './readable.ts'

/** The languages for which staff wrote a text; each leads to it. */
const Texts = ({ row }: { row: MailPurposeRow }) => {
  const t = useT()
  const host = useHost()
  const mayEdit = useCan('admin.mail.templates.edit')
  const readable = useReadable()
  if (row.templates.length === 0) return <span className="text-muted">{t('list.builtIn')}</span>
  const order = languages.map(({ id }) => id)
  return (
    <span className="flex flex-wrap gap-1.5">
      {row.templates
        .toSorted((one, other) => order.indexOf(one.language) - order.indexOf(other.language))
        .map(({ id, language, active }) => {
          const name = languageName(language)
          const badge = (
            <Badge tone={active ? 'accent' : 'neutral'}>
              {active ? name : t('list.off', { language: name })}
            </Badge>
          )
          if (!mayEdit) return <span key={id}>{badge}</span>
          return (
            <Link
              key={id}
              to={host.pathTo('mail-templates-edit', { id })}
              aria-label={t('list.editOf', { subject: readable(row.title), language: name })}
            >
              {badge}
            </Link>
          )
        })}
    </span>
  )
}

const useColumns = (): readonly Column<MailPurposeRow>[] => {
  const t = useT()
  const host = useHost()
  const readable = useReadable()
  const mayCreate = useCan('admin.mail.templates.create')
  return [
    {
      id: 'title',
      header: t('list.email'),
      cell: ({ title, plugin }) => (
        <span className="grid min-w-0 whitespace-normal">
          <strong>{readable(title)}</strong>
          <span className="sp-hint">{host.translate(plugin, 'title')}</span>
        </span>
      ),
    },
    { id: 'texts', header: t('list.texts'), cell: (row) => <Texts row={row} />, phone: 'line' },
    {
      id: 'actions',
      header: t('list.actions'),
      hideHeader: true,
      align: 'end',
      phone: 'end',
      phoneLabel: false,
      cell: ({ id, title, templates }) => {
        const missing = languages.find((each) => templates.every(({ language }) => language !== each.id))
        if (!mayCreate || !missing) return null
        const isFirst = templates.length === 0
        const query = new URLSearchParams({ purpose: id, ...(!isFirst && { language: missing.id }) })
        return (
          <LinkButton
            size="sm"
            variant="ghost"
            to={`${host.pathTo('mail-templates-create')}?${query.toString()}`}
            aria-label={t(isFirst ? 'list.writeFor' : 'list.addLanguageFor', { subject: readable(title) })}
          >
            {t(isFirst ? 'list.write' : 'list.addLanguage')}
          </LinkButton>
        )
      },
    },
  ]
}

const Purposes = ({ items }: { items: readonly MailPurposeRow[] }) => {
  const t = useT()
  const host = useHost()
  const readable = useReadable()
  const columns = useColumns()
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const found = items.filter(({ title, plugin }) =>
    `${readable(title)} ${host.translate(plugin, 'title')}`.toLowerCase().includes(wanted),
  )
  return (
    <>
      <Toolbar label={t('list.toolbar')}>
        <SearchField
          value={search}
          onSearch={setSearch}
          label={t('list.search')}
          placeholder={t('list.search')}
        />
      </Toolbar>
      <Card flush>
        <Table
          caption={t('pages.list.title')}
          columns={columns}
          rows={found}
          rowKey={({ id }) => id}
          empty={<Empty title={t('list.noMatch')} text={t('list.noMatchText')} />}
        />
      </Card>
    </>
  )
}

/** Every email that the product sends, and which of them staff have written themselves. */
const ListPage = () => {
  const t = useT()
  const host = useHost()
  const language = useLanguage()
  const mayCreate = useCan('admin.mail.templates.create')
  const query = useEndpoint(listMailPurposes, { query: { language } })
  const isOn = useStore(host.settings, (settings) => settings['smtp_enabled'] === true)
  return (
    <Page
      title={t('pages.list.title')}
      description={t('pages.list.description')}
      actions={
        mayCreate && (
          <LinkButton variant="primary" icon={<Plus aria-hidden />} to={host.pathTo('mail-templates-create')}>
            {t('list.create')}
          </LinkButton>
        )
      }
    >
      {!isOn && (
        <Alert tone="info" action={<MailSettingsLink />}>
          {t('list.mailOff')}
        </Alert>
      )}
      <Loaded query={query}>{({ items }) => <Purposes items={items} />}</Loaded>
    </Page>
  )
}

export default ListPage
