import { deleteView, listViews, renameView, saveView, type SavedView } from '@spawnpoint/contracts/tickets'
import { Link, useCan, useExplain, useFormat, useHost, useLocation, useT } from '@spawnpoint/sdk/browser'
import { useAction, useEndpoint } from '@spawnpoint/sdk/query'
import {
  Badge,
  Button,
  ConfirmDialog,
  Dialog,
  FormError,
  Skeleton,
  Switch,
  TextField,
  useFields,
} from '@spawnpoint/sdk/ui'
import { Pencil, Plus, Trash2, Users } from '@spawnpoint/sdk/ui/icons'
import { useState } from 'react'

const refetchEveryMs = 15_000

type Narrowing = Pick<SavedView, 'search' | 'filter'>

/** The search and filters that the address names, in one order. */
const readAddress = (address: string): Narrowing => {
  const query = new URLSearchParams(address)
  return { search: query.get('search') ?? '', filter: sortFilter(query.get('filter') ?? '') }
}
const sortFilter = (filter: string) => filter.split(',').toSorted().join(',')
const isSame = (one: Narrowing, other: Narrowing) =>
  one.search === other.search && one.filter === sortFilter(other.filter)
const addressOf = ({ search, filter }: Narrowing) => {
  const query = new URLSearchParams({ ...(search && { search }), ...(filter && { filter }) }).toString()
  return query === '' ? '' : `?${query}`
}

const Tab = ({ view, isOpen }: { view: Narrowing & Partial<SavedView>; isOpen: boolean }) => {
  const t = useT()
  const { pathTo } = useHost()
  const { number } = useFormat()
  return (
    <Link
      className="sp-tab"
      to={`${pathTo('ticket-queue')}${addressOf(view)}`}
      {...(isOpen && { 'aria-current': 'page' as const })}
    >
      <span className="max-w-48 truncate">{view.name ?? t('views.all')}</span>
      {view.shared && (
        <span title={t('views.shared')}>
          <Users aria-hidden />
          <span className="sp-hidden">{t('views.shared')}</span>
        </span>
      )}
      {view.count !== undefined && (
        <Badge>{view.count >= 1_000 ? `${number(1_000)}+` : number(view.count)}</Badge>
      )}
    </Link>
  )
}

const SaveDialog = ({ current, onClose }: { current: Narrowing; onClose: () => void }) => {
  const t = useT()
  const host = useHost()
  const explain = useExplain()
  const mayShare = useCan('admin.tickets.views.share')
  const [shared, setShared] = useState(false)
  const save = useAction(saveView, { refreshes: [listViews] })
  const form = useFields({
    initial: { name: '' },
    validate: ({ name }) => (name.trim() === '' ? { name: t('views.enterName') } : {}),
    submit: async ({ name }) => {
      await save.mutateAsync({ body: { name, ...current, shared } })
      host.notify.toast({ title: t('views.saved'), tone: 'success' })
      onClose()
    },
    onFailure: (error) => ({ message: explain(error) }),
  })
  return (
    <Dialog open onClose={onClose} title={t('views.save')} description={t('views.text')} size="sm">
      <form className="sp-form" {...form.props}>
        <FormError message={form.formError} />
        <TextField
          label={t('views.name')}
          required
          maxLength={40}
          autoComplete="off"
          data-autofocus
          {...form.field('name')}
        />
        {mayShare && (
          <Switch
            label={t('views.share')}
            hint={t('views.shareHint')}
            checked={shared}
            onChange={(event) => setShared(event.target.checked)}
          />
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" variant="primary" loading={form.submitting}>
            {t('views.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const RenameDialog = ({ view, onClose }: { view: SavedView; onClose: () => void }) => {
  const t = useT()
  const host = useHost()
  const explain = useExplain()
  const rename = useAction(renameView, { refreshes: [listViews] })
  const form = useFields({
    initial: { name: view.name },
    validate: ({ name }) => (name.trim() === '' ? { name: t('views.enterName') } : {}),
    submit: async ({ name }) => {
      await rename.mutateAsync({ params: { id: view.id }, body: { name } })
      host.notify.toast({ title: t('views.renamed'), tone: 'success' })
      onClose()
    },
    onFailure: (error) => ({ message: explain(error) }),
  })
  return (
    <Dialog open onClose={onClose} title={t('views.rename')} size="sm">
      <form className="sp-form" {...form.props}>
        <FormError message={form.formError} />
        <TextField
          label={t('views.name')}
          required
          maxLength={40}
          autoComplete="off"
          data-autofocus
          {...form.field('name')}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" variant="primary" loading={form.submitting}>
            {t('views.rename')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const RenameButton = ({ view }: { view: SavedView }) => {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" variant="ghost" icon={<Pencil aria-hidden />} onClick={() => setOpen(true)}>
        {t('views.rename')}
      </Button>
      {isOpen && <RenameDialog view={view} onClose={() => setOpen(false)} />}
    </>
  )
}

const DeleteButton = ({ view }: { view: SavedView }) => {
  const t = useT()
  const host = useHost()
  const explain = useExplain()
  const [asking, setAsking] = useState(false)
  const remove = useAction(deleteView, { refreshes: [listViews] })
  const confirm = () =>
    remove.mutateAsync({ params: { id: view.id } }).then(
      () => host.navigate(host.pathTo('ticket-queue'), { replace: true }),
      () => undefined,
    )
  return (
    <>
      <Button size="sm" variant="danger-quiet" icon={<Trash2 aria-hidden />} onClick={() => setAsking(true)}>
        {t('views.delete')}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={confirm}
        title={t('views.deleteTitle', { name: view.name })}
        text={t(view.shared ? 'views.deleteShared' : 'views.deleteText')}
        confirmLabel={t('views.delete')}
        loading={remove.isPending}
        error={remove.error && explain(remove.error)}
      />
    </>
  )
}

/** Saved views of the queue as tabs with their counts. */
export const QueueViews = () => {
  const t = useT()
  const current = readAddress(useLocation().search)
  const [saving, setSaving] = useState(false)
  const { data, isError } = useEndpoint(listViews, {}, { refetchEvery: refetchEveryMs })
  const open = data?.views.find((view) => isSame(current, view))
  const isNarrowed = current.search !== '' || current.filter !== ''
  if (!data && !isError) return <Skeleton shape="block" className="h-10" />
  return (
    <div className="flex min-w-0 items-center gap-3">
      <nav className="sp-tabs min-w-0 flex-1" aria-label={t('views.title')}>
        <Tab view={{ search: '', filter: '' }} isOpen={!isNarrowed} />
        {data?.views.map((view) => (
          <Tab key={view.id} view={view} isOpen={view.id === open?.id} />
        ))}
      </nav>
      {open?.changeable && <RenameButton key={`rename ${open.id}`} view={open} />}
      {open?.changeable && <DeleteButton key={open.id} view={open} />}
      {isNarrowed && !open && (
        <Button size="sm" icon={<Plus aria-hidden />} onClick={() => setSaving(true)}>
          {t('views.save')}
        </Button>
      )}
      {saving && <SaveDialog current={current} onClose={() => setSaving(false)} />}
    </div>
  )
}
