import { addUserNote, deleteUserNote, listUserNotes } from '@spawnpoint/contracts/user-notes'
import { useCan, useExplain, useFormat, useHost, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { useKeptDraft, useUnsavedGuard } from '@spawnpoint/sdk/form'
import { Loaded } from '@spawnpoint/sdk/list'
import { useAction, useEndpoint } from '@spawnpoint/sdk/query'
import {
  Button,
  Card,
  Empty,
  FormError,
  IconButton,
  Pagination,
  Skeleton,
  TextArea,
} from '@spawnpoint/sdk/ui'
import { FileText, Trash2 } from '@spawnpoint/sdk/ui/icons'
import { useEffect, useState } from 'react'

type Note = ReplyOf<typeof listUserNotes>['items'][number]

const AddNote = ({ user }: { user: string }) => {
  const t = useT()
  const explain = useExplain()
  const { restored, keep } = useKeptDraft<string>('note')
  const [text, setText] = useState(restored ?? '')
  const add = useAction(addUserNote, { refreshes: [listUserNotes] })
  const isTyped = text.trim() !== ''
  useEffect(() => keep(isTyped ? text : null), [keep, isTyped, text])
  useUnsavedGuard(isTyped)
  return (
    <form
      className="sp-form"
      onSubmit={(event) => {
        event.preventDefault()
        add.mutateAsync({ params: { user }, body: { text } }).then(
          () => setText(''),
          () => undefined, // The form says why.
        )
      }}
    >
      <FormError message={add.error ? explain(add.error) : null} />
      <TextArea
        label={t('add.label')}
        hint={t('add.hint')}
        rows={3}
        maxLength={2000}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div className="sp-form-actions">
        <Button type="submit" variant="primary" disabled={!isTyped} loading={add.isPending}>
          {t('add.submit')}
        </Button>
      </div>
    </form>
  )
}

const Line = ({ user, note }: { user: string; note: Note }) => {
  const t = useT()
  const { notify } = useHost()
  const explain = useExplain()
  const { ago, dateTime } = useFormat()
  const remove = useAction(deleteUserNote, { refreshes: [listUserNotes] })
  const ask = async () => {
    const isMeant = await notify.dialog({
      title: t('delete.title'),
      text: t('delete.text'),
      tone: 'danger',
      confirmLabel: t('delete.submit'),
      cancelLabel: t('delete.cancel'),
    })
    if (!isMeant) return
    await remove
      .mutateAsync({ params: { user, note: note.id } })
      .catch((error: unknown) => notify.toast({ title: explain(error), tone: 'danger' }))
  }
  return (
    <li className="grid gap-1 border-b border-border py-3 last:border-0">
      <div className="flex items-center justify-between gap-3">
        <span className="text-sm text-muted">
          {note.by ?? t('deleted')},{' '}
          <time dateTime={note.at} title={dateTime(note.at)}>
            {ago(note.at)}
          </time>
        </span>
        {note.own && (
          <IconButton label={t('delete.submit')} icon={<Trash2 aria-hidden />} onClick={() => void ask()} />
        )}
      </div>
      <p className="wrap-anywhere whitespace-pre-line">{note.text}</p>
    </li>
  )
}

const Notes = ({ user }: { user: string }) => {
  const t = useT()
  const canEdit = useCan('admin.users.edit')
  const [cursor, setCursor] = useState<string | null>(null)
  const query = useEndpoint(
    listUserNotes,
    { params: { user }, query: { limit: 20, ...(cursor !== null && { cursor }) } },
    { keepPage: true },
  )
  return (
    <Card title={t('userTab')} description={t('text')}>
      {canEdit && <AddNote user={user} />}
      <Loaded query={query} loading={<Skeleton shape="block" className="h-40" />}>
        {({ items, next, previous }) =>
          items.length === 0 ? (
            <Empty icon={<FileText />} title={t('empty')} text={t('emptyText')} />
          ) : (
            <>
              <ul>
                {items.map((note) => (
                  <Line key={note.id} user={user} note={note} />
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
    </Card>
  )
}

/** Notes of staff about a user, on the page of the user: another user's begin at the first page. */
export default function NotesTab({ user }: { user: string }) {
  return <Notes key={user} user={user} />
}
