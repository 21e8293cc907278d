import type { ItemId } from '@spawnpoint/contracts/store'
import { GameArt } from '@spawnpoint/sdk/ui/art'
import { itemLooks } from './item-look.ts'

/** The picture that the host chose for an item, or its icon. */
export const ItemPicture = ({ item, picture }: { item: ItemId; picture: string | null | undefined }) => {
  const { Drawn } = itemLooks[item]
  if (picture) return <GameArt picture={picture} names={[]} square className="size-10 flex-none" />
  return (
    <span className="grid size-10 flex-none place-items-center rounded-lg bg-accent/14 text-accent-text">
      <Drawn aria-hidden className="size-5" />
    </span>
  )
}
