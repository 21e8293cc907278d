import type { HostedImage } from '@spawnpoint/contracts/image-hosting'
import { Slot, useExplain, useHost, useT } from '@spawnpoint/sdk/browser'
import { Loaded } from '@spawnpoint/sdk/list'
import {
  Alert,
  Button,
  Empty,
  LinkButton,
  Pagination,
  SearchField,
  Select,
  Skeleton,
  Toolbar,
} from '@spawnpoint/sdk/ui'
import { Image, KeyRound, Trash2, Upload } from '@spawnpoint/sdk/ui/icons'
import { useState } from 'react'
import { HostingPage } from './hosting-page.tsx'
import { ImageCard } from './image-card.tsx'
import { UsageCard } from './usage-card.tsx'
import { orders, useGallery, type Gallery } from './use-gallery.ts'

const grid = 'grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-4'

const Waiting = () => (
  <ul className={grid} aria-hidden>
    {Array.from({ length: 8 }, (_, index) => (
      <li key={index} className="sp-card overflow-hidden">
        <div className="aspect-video bg-sunken" />
        <div className="p-3">
          <Skeleton lines={3} />
        </div>
      </li>
    ))}
  </ul>
)

const Filters = ({ gallery: { query, search, order, deleted, change } }: { gallery: Gallery }) => {
  const t = useT()
  const isEmpty = search === '' && query.data?.items.length === 0
  return (
    <Toolbar label={t('page.list')}>
      {/* There is nothing to search or to sort; what was deleted can still be asked for. */}
      {!isEmpty && (
        <>
          <SearchField
            value={search}
            label={t('page.search')}
            placeholder={t('page.search')}
            maxLength={100}
            onSearch={(text) => change({ search: text })}
          />
          <Select
            label={t('page.sort')}
            hideLabel
            value={order}
            options={orders.map((value) => ({ value, label: t(`page.${value}`) }))}
            onChange={({ target }) => change({ order: target.value === 'newest' ? '' : target.value })}
          />
        </>
      )}
      <Select
        label={t('page.show')}
        hideLabel
        value={deleted ? 'deleted' : ''}
        options={[
          { value: '', label: t('page.current') },
          { value: 'deleted', label: t('page.deleted') },
        ]}
        onChange={({ target }) => change({ show: target.value })}
      />
    </Toolbar>
  )
}

/** Deletes and restores, and remembers what was deleted just now. */
const useDeletion = ({ remove, restore, select }: Gallery) => {
  const [gone, setGone] = useState<readonly string[]>([])
  const finish = (deleted: readonly string[]) => {
    setGone(deleted)
    select([])
  }
  // The failure is shown from the state of the action.
  const run = (work: Promise<unknown>, deleted: readonly string[]) =>
    void work.then(() => finish(deleted)).catch(() => null)
  return {
    gone,
    deleteThese: (names: readonly string[]) =>
      run(remove.mutateAsync({ body: { names: [...names] } }), names),
    restoreThese: (names: readonly string[]) => run(restore.mutateAsync({ body: { names: [...names] } }), []),
  }
}

/** Actions for the selected images, and for the images that were deleted just now. */
const SelectionBar = ({ gallery, names }: { gallery: Gallery; names: readonly string[] }) => {
  const t = useT()
  const explain = useExplain()
  const { deleted, remove, restore, select, selected } = gallery
  const { gone, deleteThese, restoreThese } = useDeletion(gallery)
  const chosen = names.filter((name) => selected.has(name))
  const error = remove.error ?? restore.error
  const undo = (
    <Button size="sm" loading={restore.isPending} onClick={() => restoreThese(gone)}>
      {t('select.undo')}
    </Button>
  )
  return (
    <>
      {error && <Alert tone="danger">{explain(error)}</Alert>}
      {gone.length > 0 && (
        <Alert tone="success" action={undo}>
          {t('select.deleted', { count: gone.length })}
        </Alert>
      )}
      {chosen.length > 0 && (
        <Toolbar
          label={t('select.count', { count: chosen.length })}
          end={
            deleted ? (
              <Button variant="primary" loading={restore.isPending} onClick={() => restoreThese(chosen)}>
                {t('select.restore')}
              </Button>
            ) : (
              <Button
                variant="danger-quiet"
                icon={<Trash2 aria-hidden />}
                loading={remove.isPending}
                onClick={() => deleteThese(chosen)}
              >
                {t('select.delete')}
              </Button>
            )
          }
        >
          <span className="font-medium">{t('select.count', { count: chosen.length })}</span>
          <Button size="sm" variant="ghost" onClick={() => select(names)}>
            {t('select.all')}
          </Button>
          <Button size="sm" variant="ghost" onClick={() => select([])}>
            {t('select.clear')}
          </Button>
        </Toolbar>
      )}
    </>
  )
}

const Nothing = ({ gallery }: { gallery: Gallery }) => {
  const t = useT()
  const host = useHost()
  const { search, deleted, change } = gallery
  if (search !== '')
    return (
      <Empty
        title={t('page.noMatch')}
        text={t('page.noMatchText')}
        action={<Button onClick={() => change({ search: '' })}>{t('page.clear')}</Button>}
      />
    )
  if (deleted) return <Empty title={t('page.emptyDeleted')} text={t('page.emptyDeletedText')} />
  return (
    <Empty
      icon={<Image />}
      title={t('page.empty')}
      text={t('page.emptyText')}
      action={
        <LinkButton variant="primary" to={host.pathTo('images-upload')}>
          {t('page.upload')}
        </LinkButton>
      }
    />
  )
}

const Grid = ({ items, gallery }: { items: readonly HostedImage[]; gallery: Gallery }) => {
  const t = useT()
  if (items.length === 0) return <Nothing gallery={gallery} />
  return (
    <ul className={grid} aria-label={t('page.list')}>
      {items.map((image) => (
        <ImageCard
          key={image.name}
          image={image}
          selected={gallery.selected.has(image.name)}
          onSelect={() => gallery.toggle(image.name)}
        />
      ))}
    </ul>
  )
}

const Images = () => {
  const gallery = useGallery()
  const { query, change } = gallery
  const turn = (cursor: string | null) => (cursor === null ? undefined : () => change({ cursor }))
  return (
    <>
      <Slot name="images.before" />
      <UsageCard />
      <Filters gallery={gallery} />
      <SelectionBar gallery={gallery} names={query.data?.items.map(({ name }) => name) ?? []} />
      <Loaded query={query} loading={<Waiting />}>
        {({ items, next, previous }) => (
          <>
            <Grid items={items} gallery={gallery} />
            {(next !== null || previous !== null) && (
              <Pagination onPrevious={turn(previous)} onNext={turn(next)} loading={query.isPlaceholderData} />
            )}
          </>
        )}
      </Loaded>
    </>
  )
}

export default function ImagesPage() {
  const t = useT()
  const host = useHost()
  return (
    <HostingPage
      title={t('page.title')}
      description={t('page.description')}
      actions={
        <>
          <LinkButton to={host.pathTo('images-config')} icon={<KeyRound aria-hidden />}>
            {t('page.setUp')}
          </LinkButton>
          <LinkButton variant="primary" to={host.pathTo('images-upload')} icon={<Upload aria-hidden />}>
            {t('page.upload')}
          </LinkButton>
        </>
      }
    >
      <Images />
    </HostingPage>
  )
}
