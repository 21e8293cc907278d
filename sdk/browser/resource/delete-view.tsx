import { resourceCalls, routeOf } from '@spawnpoint/sdk/resource'
import { Alert, Button, Card, KeyValue, LinkButton, Page } from '@spawnpoint/sdk/ui'
import { Trash2 } from '@spawnpoint/sdk/ui/icons'
import { CallError } from '../call-error.ts'
import { useNotices } from '../form/use-notices.ts'
import { useExplain } from '../hooks.ts'
import { useHost } from '../host.ts'
import { useAction } from '../query.ts'
import { cellOf, shownFields } from './list-columns.tsx'
import { crumbsOf, useResourceTexts, type ResourceTexts } from './resource-texts.ts'
import type { Drawn, Row } from './resource-view.ts'
import { StoredRow } from './stored-row.tsx'

/** The reason why a row was not deleted; when it is in use, by what. */
const RemoveFailure = ({ error, texts }: { error: unknown; texts: ResourceTexts }) => {
  const host = useHost()
  const explain = useExplain()
  const isUsed = error instanceof CallError && error.code === 'IN_USE'
  const uses = isUsed ? Object.entries(error.details) : []
  return (
    <Alert tone="danger" title={isUsed ? texts.text('removal.inUse') : explain(error)}>
      {uses.length > 0 && (
        <ul>
          {uses.map(([plugin, count]) => (
            <li key={plugin}>
              {texts.text('removal.use', { what: host.translate(plugin, 'title'), count })}
            </li>
          ))}
        </ul>
      )}
    </Alert>
  )
}

const RemoveRow = ({ drawn, texts, row }: { drawn: Drawn; texts: ResourceTexts; row: Row }) => {
  const host = useHost()
  const { resource } = drawn
  const calls = resourceCalls(resource)
  const { toast } = useNotices()
  const remove = useAction(calls.remove, { refreshes: [calls.list], removes: [calls.get] })
  const list = host.pathTo(routeOf(resource, 'list'))
  const kept = drawn.view.keptBecause?.(row) ?? null
  const confirm = () =>
    remove.mutate(
      { params: { id: row.id } },
      {
        onSuccess: () => {
          toast({ title: texts.text('removal.done'), tone: 'success' })
          // Back must not lead to the page of a row that is gone.
          host.navigate(list, { replace: true })
        },
      },
    )
  const facts = shownFields(resource).map(([name, spec]) => ({
    label: texts.column(name),
    value: cellOf(drawn, texts, name, spec, row),
  }))
  return (
    <Card
      title={String(row[resource.title] ?? row.id)}
      footer={
        <div className="sp-form-actions">
          <LinkButton to={list}>{texts.text('form.cancel')}</LinkButton>
          <Button
            variant="danger"
            icon={<Trash2 aria-hidden />}
            disabled={kept !== null}
            loading={remove.isPending}
            onClick={confirm}
          >
            {texts.pageTitle('delete')}
          </Button>
        </div>
      }
    >
      {kept !== null && <Alert tone="info">{texts.text(kept)}</Alert>}
      {remove.error && <RemoveFailure error={remove.error} texts={texts} />}
      <KeyValue items={facts} />
    </Card>
  )
}

/** The delete page of a resource. */
export const DeleteView = ({ drawn }: { drawn: Drawn }) => {
  const host = useHost()
  const { resource } = drawn
  const texts = useResourceTexts(resource)
  const title = texts.pageTitle('delete')
  return (
    <StoredRow {...{ drawn, texts }}>
      {(row) => (
        <Page
          title={title}
          subject={String(row[resource.title] ?? '')}
          description={texts.text('deleteText')}
          breadcrumbs={crumbsOf(resource, texts, host.pathTo, title)}
          width="narrow"
        >
          <RemoveRow {...{ drawn, texts, row }} />
        </Page>
      )}
    </StoredRow>
  )
}
