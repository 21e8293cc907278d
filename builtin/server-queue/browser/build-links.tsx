import type { BuildRow } from '@spawnpoint/contracts/server-queue'
import { userPath } from '@spawnpoint/contracts/users/schemas'
import { useOpenPath, useT } from '@spawnpoint/sdk/browser'
import { TextLink } from '@spawnpoint/sdk/ui'

/** The customer of a build, linked for staff who may open users. */
export const OwnerLink = ({ owner: { id, username } }: Pick<BuildRow, 'owner'>) => {
  const t = useT()
  const to = userPath(useOpenPath(), id)
  if (username === null) return t('erased')
  return to ? <TextLink to={to}>{username}</TextLink> : username
}

/** The location or egg of a build, linked for staff who may edit it. */
export const PlaceLink = ({
  route,
  id,
  name,
}: {
  route: 'locations-edit' | 'eggs-edit'
  id: string
  name: string | null
}) => {
  const to = useOpenPath()(route, { id })
  if (name === null) return '–'
  return to ? <TextLink to={to}>{name}</TextLink> : name
}
