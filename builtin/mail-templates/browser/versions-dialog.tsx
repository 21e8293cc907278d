import {
  listMailTemplateVersions,
  readMailTemplate,
  restoreMailTemplate,
  type MailTemplate,
  type MailTemplateVersion,
} from '@spawnpoint/contracts/mail-templates'
import { useExplain, useFormat, useHost, useT } from '@spawnpoint/sdk/browser'
import { Loaded } from '@spawnpoint/sdk/list'
import { useAction, useEndpoint } from '@spawnpoint/sdk/query'
import { Alert, Badge, Button, Dialog, Skeleton } from '@spawnpoint/sdk/ui'

const isSame = (item: MailTemplate, { subject, body, action }: MailTemplateVersion) =>
  item.subject === subject && item.body === body && item.action === action

const Version = ({
  entry,
  isCurrent,
  isBusy,
  restore,
}: {
  entry: MailTemplateVersion
  isCurrent: boolean
  isBusy: boolean
  restore: () => void
}) => {
  const t = useT()
  const { dateTime } = useFormat()
  const when = dateTime(entry.at)
  return (
    <li className="grid gap-2 border-t border-border py-3 first:border-t-0 first:pt-0">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="flex flex-wrap items-center gap-2 text-sm">
          <time dateTime={entry.at}>{when}</time>
          <span className="text-muted">{entry.by ?? t('versions.erased')}</span>
          {isCurrent && <Badge tone="accent">{t('versions.current')}</Badge>}
        </span>
        {!isCurrent && (
          <Button size="sm" loading={isBusy} aria-label={t('versions.restoreOf', { when })} onClick={restore}>
            {t('versions.restore')}
          </Button>
        )}
      </div>
      <details className="text-sm">
        <summary className="cursor-pointer break-words">{entry.subject}</summary>
        <pre className="mt-2 max-h-60 overflow-auto whitespace-pre-wrap break-words rounded-md bg-sunken p-3 font-mono text-xs">
          {entry.body}
        </pre>
      </details>
    </li>
  )
}

/** The saved versions of a template; restoring one saves it as the newest. */
export const VersionsDialog = ({ item, close }: { item: MailTemplate; close: () => void }) => {
  const t = useT()
  const explain = useExplain()
  const { notify } = useHost()
  const params = { id: item.id }
  const query = useEndpoint(listMailTemplateVersions, { params })
  const restore = useAction(restoreMailTemplate, { refreshes: [readMailTemplate, listMailTemplateVersions] })
  const start = (restored: string) =>
    restore.mutate(
      { params, body: { restored, version: item.version } },
      {
        onSuccess: () => {
          notify.toast({ title: t('versions.done'), tone: 'success' })
          close()
        },
      },
    )
  return (
    <Dialog open onClose={close} title={t('versions.title')} description={t('versions.text')}>
      {restore.error && <Alert tone="danger">{explain(restore.error)}</Alert>}
      <Loaded query={query} loading={<Skeleton shape="block" className="h-40" />}>
        {({ items }) => {
          const current = items.find((entry) => isSame(item, entry))
          return (
            <ol>
              {items.map((entry) => (
                <Version
                  key={entry.id}
                  entry={entry}
                  isCurrent={entry === current}
                  isBusy={restore.isPending && restore.variables.body?.restored === entry.id}
                  restore={() => start(entry.id)}
                />
              ))}
            </ol>
          )
        }}
      </Loaded>
    </Dialog>
  )
}
