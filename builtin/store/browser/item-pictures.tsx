import { itemIds, readItemPictures, type ItemId } from '@spawnpoint/contracts/store'
import { useOpenPath, useT } from '@spawnpoint/sdk/browser'
import { Loaded } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Alert, Card, LinkButton, Select, Skeleton } from '@spawnpoint/sdk/ui'
import { useEffect, useRef } from 'react'
import { ItemPicture } from './item-picture.tsx'

type Chosen = Readonly<Partial<Record<ItemId, string>>>

type Edit = (key: string, value: unknown) => void

type Image = { readonly id: string; readonly name: string; readonly picture: string | null }

const KEY = 'store_item_pictures'

const isChosen = (value: unknown): value is Chosen => typeof value === 'object' && value !== null

function Choices({ images, chosen, edit }: { images: readonly Image[]; chosen: Chosen; edit: Edit | null }) {
  const t = useT()
  const pictureOf = (item: ItemId) => images.find(({ id }) => id === chosen[item])?.picture
  const choose = (item: ItemId, image: string) => {
    const { [item]: _, ...others } = chosen
    edit?.(KEY, image ? { ...others, [item]: image } : others)
  }
  const options = [
    { value: '', label: t('pictures.none') },
    ...images.map(({ id, name }) => ({ value: id, label: name })),
  ]
  return (
    <div className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
      {itemIds.map((item) => (
        <div key={item} className="flex items-end gap-3">
          <ItemPicture item={item} picture={pictureOf(item)} />
          <div className="min-w-0 flex-1">
            <Select
              label={t(`items.${item}.name`)}
              options={options}
              value={pictureOf(item) ? chosen[item] : ''}
              disabled={edit === null}
              onChange={({ target }) => choose(item, target.value)}
            />
          </div>
        </div>
      ))}
    </div>
  )
}

/** Which catalog image stands for which item of the store. */
export default function ItemPictures({
  edits,
  edit,
}: {
  edits: Readonly<Record<string, unknown>>
  edit: Edit | null
}) {
  const t = useT()
  const upload = useOpenPath()('images-create')
  const query = useEndpoint(readItemPictures)
  const { refetch } = query
  const edited = edits[KEY]
  const before = useRef(edited)
  // An edit that ended may have been saved.
  useEffect(() => {
    if (before.current !== undefined && edited === undefined) void refetch()
    before.current = edited
  }, [edited, refetch])
  return (
    <Card title={t('pictures.title')} description={t('pictures.text')} className="mb-4">
      <Loaded query={query} loading={<Skeleton shape="block" className="h-64" />}>
        {({ images, chosen: stored }) =>
          images.length === 0 ? (
            <Alert action={upload && <LinkButton to={upload}>{t('pictures.upload')}</LinkButton>}>
              {t('pictures.nothing')}
            </Alert>
          ) : (
            <Choices images={images} chosen={isChosen(edited) ? edited : stored} edit={edit} />
          )
        }
      </Loaded>
    </Card>
  )
}
