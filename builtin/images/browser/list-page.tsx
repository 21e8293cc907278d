import { listImages, type CatalogImage } from '@spawnpoint/contracts/images'
import { useCan, useFormat, useHost, useT } from '@spawnpoint/sdk/browser'
import { DataList } from '@spawnpoint/sdk/list'
import { Button, Empty, LinkButton, Page, type Column } from '@spawnpoint/sdk/ui'
import { Pencil, Trash2, Upload } from '@spawnpoint/sdk/ui/icons'
import { useState } from 'react'
import { RenameDialog } from './rename-dialog.tsx'

const Thumbnail = ({ image }: { image: CatalogImage }) => (
  <img
    src={image.thumbnailUrl}
    alt=""
    width={80}
    height={48}
    loading="lazy"
    decoding="async"
    className="h-12 w-20 flex-none rounded-lg border border-border object-cover"
  />
)

const Buttons = ({ image, onRename }: { image: CatalogImage; onRename: () => void }) => {
  const t = useT()
  const host = useHost()
  const [mayEdit, mayDelete] = [useCan('admin.images.edit'), useCan('admin.images.delete')]
  const { name, id } = image
  return (
    <span className="sp-actions">
      {mayEdit && (
        <Button
          variant="ghost"
          size="sm"
          className="sp-button-icon"
          icon={<Pencil aria-hidden />}
          title={t('list.rename')}
          aria-label={t('list.renameRow', { name })}
          onClick={onRename}
        />
      )}
      {mayDelete && (
        <LinkButton
          variant="ghost"
          size="sm"
          className="sp-button-icon"
          icon={<Trash2 aria-hidden />}
          to={host.pathTo('images-delete', { id })}
          title={t('list.delete')}
          aria-label={t('list.deleteRow', { name })}
        />
      )}
    </span>
  )
}

const useColumns = (rename: (image: CatalogImage) => void): readonly Column<CatalogImage>[] => {
  const t = useT()
  const { number, dateTime } = useFormat()
  return [
    {
      id: 'name',
      header: t('columns.name'),
      cell: ({ name }) => name,
      lead: (image) => <Thumbnail image={image} />,
    },
    {
      id: 'size',
      header: t('columns.size'),
      cell: ({ width, height }) => `${number(width)} × ${number(height)}`,
    },
    {
      id: 'createdAt',
      header: t('columns.createdAt'),
      cell: ({ createdAt }) => dateTime(createdAt),
      phone: 'hidden',
    },
    {
      id: 'actions',
      header: t('columns.actions'),
      hideHeader: true,
      align: 'end',
      cell: (image) => <Buttons image={image} onRename={() => rename(image)} />,
    },
  ]
}

export default function ListPage() {
  const t = useT()
  const host = useHost()
  const { number } = useFormat()
  const mayCreate = useCan('admin.images.create')
  const [renamed, setRenamed] = useState<CatalogImage | null>(null)
  const columns = useColumns(setRenamed)
  const create = mayCreate && (
    <LinkButton variant="primary" icon={<Upload aria-hidden />} to={host.pathTo('images-create')}>
      {t('list.create')}
    </LinkButton>
  )
  return (
    <Page title={t('title')} description={t('list.description')} actions={create}>
      <DataList<CatalogImage>
        endpoint={listImages}
        caption={t('title')}
        columns={columns}
        rowKey={({ id }) => id}
        searchable
        searchLabel={t('list.search')}
        total={({ total }) => total !== undefined && t('list.total', { count: total, value: number(total) })}
        empty={<Empty title={t('list.empty.title')} text={t('list.empty.text')} action={create} />}
      />
      {renamed && <RenameDialog image={renamed} onClose={() => setRenamed(null)} />}
    </Page>
  )
}
