import { Alert, Button, Card, KeyValue, LinkButton, Page } from '@spawnpoint/sdk/ui'
import { Trash2 } from '@spawnpoint/sdk/ui/icons'
import { CallError } from '../call-error.ts'
import { useExplain, useFormat } from '../hooks.ts'
import { useHost } from '../host.ts'
import { useAction } from '../query.ts'
import { ListCell } from './list-cell.tsx'
import type { Drawn, Row } from './resource-view.ts'
import { useResourceWords, type ResourceWords } from './resource-words.ts'
import { StoredRow } from './stored-row.tsx'
import { useResourceMessages } from './use-resource-messages.ts'

/** Why it stays: what uses it, by the names of the plugins, or the failure's own sentence. */
const RemoveFailure = ({ error, words }: { error: unknown; words: ResourceWords }) => {
  const host = useHost()
  const explain = useExplain()
  const isUsed = error instanceof CallError && error.code === 'IN_USE'
  const uses = isUsed ? Object.entries(error.details) : []
  return (
    <Alert tone="danger" title={isUsed ? words.word('delete.inUse') : explain(error)}>
      {uses.length > 0 && (
        <ul>
          {uses.map(([plugin, count]) => (
            <li key={plugin}>{words.word('delete.use', { what: host.translate(plugin, 'nav'), count })}</li>
          ))}
        </ul>
      )}
    </Alert>
  )
}

const RowFacts = ({ drawn, words, row }: { drawn: Drawn; words: ResourceWords; row: Row }) => {
  const format = useFormat()
  const { resource, cells = {}, tones = {} } = drawn
  const items = resource.columns.map((column) => ({
    label: words.word(`columns.${column.key}`),
    value: cells[column.key]?.(row) ?? (
      <ListCell {...{ column, words, format, tones }} value={row[column.key]} />
    ),
  }))
  return <KeyValue items={items} />
}

const RemoveRow = ({ drawn, words, row }: { drawn: Drawn; words: ResourceWords; row: Row }) => {
  const host = useHost()
  const { endpoints, resource } = drawn
  const { say } = useResourceMessages()
  const remove = useAction(endpoints.remove, { refreshes: [endpoints.list] })
  const list = host.pathTo(`${resource.id}-list`)
  const confirm = () =>
    remove.mutate(
      { params: { id: row.id } },
      {
        onSuccess: () => {
          say({ title: words.word('delete.done'), tone: 'success' })
          host.navigate(list)
        },
      },
    )
  return (
    <Card
      title={String(row[resource.title] ?? row.id)}
      footer={
        <div className="sp-form-actions">
          <LinkButton to={list}>{words.word('form.cancel')}</LinkButton>
          <Button variant="danger" icon={<Trash2 aria-hidden />} loading={remove.isPending} onClick={confirm}>
            {words.word('delete.confirm')}
          </Button>
        </div>
      }
    >
      {remove.error && <RemoveFailure error={remove.error} words={words} />}
      <RowFacts {...{ drawn, words, row }} />
    </Card>
  )
}

/** The delete page of a resource. */
export const DeleteView = ({ drawn }: { drawn: Drawn }) => {
  const host = useHost()
  const { resource } = drawn
  const words = useResourceWords(resource.id)
  const title = words.word('pages.delete.title')
  return (
    <StoredRow {...{ drawn, words }}>
      {(row) => (
        <Page
          title={title}
          description={words.word('delete.text')}
          breadcrumbs={[
            { label: words.word('pages.list.title'), to: host.pathTo(`${resource.id}-list`) },
            { label: title },
          ]}
          width="narrow"
        >
          <RemoveRow {...{ drawn, words, row }} />
        </Page>
      )}
    </StoredRow>
  )
}
