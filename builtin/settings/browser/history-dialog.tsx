import { listSettingChanges, type SettingsRevision, type SettingView } from '@spawnpoint/contracts/settings'
import { useFormat, useT } from '@spawnpoint/sdk/browser'
import { Loaded } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Button, Dialog, Empty, Pagination, Skeleton } from '@spawnpoint/sdk/ui'
import { History } from '@spawnpoint/sdk/ui/icons'
import { useState } from 'react'
import { ValueChange } from './review-dialog.tsx'
import type { SettingTexts } from './setting-texts.ts'

export type UndoRevision = (
  values: readonly { readonly setting: SettingView; readonly value: unknown }[],
) => void

interface HistoryProps {
  readonly all: readonly SettingView[]
  readonly words: SettingTexts
  /** Null for those who may only look. */
  readonly undo: UndoRevision | null
}

const Revision = ({ revision, all, words, undo }: HistoryProps & { readonly revision: SettingsRevision }) => {
  const t = useT()
  const { ago, dateTime } = useFormat()
  const find = (key: string) => all.find((setting) => setting.key === key)
  const back = revision.changes.flatMap(({ key, before, canUndo }) => {
    const setting = find(key)
    return setting && canUndo ? [{ setting, value: before }] : []
  })
  return (
    <li className="grid gap-2 border-b border-border py-3 last:border-0">
      <div className="flex items-center justify-between gap-3">
        <span className="text-sm text-muted">
          {revision.by ?? t('review.somebody')},{' '}
          <time dateTime={revision.at} title={dateTime(revision.at)}>
            {ago(revision.at)}
          </time>
        </span>
        {undo && back.length > 0 && (
          <Button size="sm" onClick={() => undo(back)}>
            {t('undo')}
          </Button>
        )}
      </div>
      <ul className="grid gap-2">
        {revision.changes.map(({ key, before, after }) => {
          const setting = find(key)
          return (
            <li key={key} className="grid gap-1">
              <span className="text-sm font-medium">{setting ? words.label(setting) : key}</span>
              <ValueChange
                before={setting ? words.logged(setting, before) : String(before)}
                after={setting ? words.logged(setting, after) : String(after)}
              />
            </li>
          )
        })}
      </ul>
    </li>
  )
}

const Revisions = (props: HistoryProps) => {
  const t = useT()
  const [cursor, setCursor] = useState<string | null>(null)
  const query = useEndpoint(
    listSettingChanges,
    { query: { limit: 10, ...(cursor !== null && { cursor }) } },
    { keepPage: true },
  )
  return (
    <Loaded query={query} loading={<Skeleton shape="block" className="h-80" />}>
      {({ items, next, previous }) =>
        items.length === 0 ? (
          <Empty icon={<History />} title={t('history.empty')} text={t('history.emptyText')} />
        ) : (
          <>
            <ul>
              {items.map((revision) => (
                <Revision key={revision.id} revision={revision} {...props} />
              ))}
            </ul>
            <Pagination
              loading={query.isPlaceholderData}
              onPrevious={previous === null ? undefined : () => setCursor(previous)}
              onNext={next === null ? undefined : () => setCursor(next)}
            />
          </>
        )
      }
    </Loaded>
  )
}

/** Saved changes of settings. An undo becomes an edit, which is reviewed like any other. */
export const HistoryDialog = ({
  open,
  onClose,
  ...props
}: HistoryProps & { readonly open: boolean; readonly onClose: () => void }) => {
  const t = useT()
  return (
    <Dialog open={open} onClose={onClose} title={t('history.title')} description={t('history.text')}>
      {open && <Revisions {...props} />}
    </Dialog>
  )
}
