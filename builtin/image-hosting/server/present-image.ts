import { ImageGuards, type HostedImage } from '@spawnpoint/contracts/image-hosting'
import { Pictures, type SavedPicture } from '@spawnpoint/contracts/pictures'
import { every, type ServicesOf } from '@spawnpoint/sdk/common'
import { Database, Instance, Secrets, type SecretsService } from '@spawnpoint/sdk/server'
import { timingSafeEqual } from 'node:crypto'
import { rewardUses } from './reward.ts'
import type { Image } from './tables.ts'

export const uses = {
  ...rewardUses,
  db: Database,
  guards: every(ImageGuards),
  instance: Instance,
  pictures: Pictures,
  secrets: Secrets,
}
export type Services = ServicesOf<typeof uses>

/** The link that deletes an image is known to who uploaded it, and to nobody who only sees it. */
const tokenOf = (secrets: SecretsService, name: string) =>
  secrets.sign('image-hosting.delete', name).slice(0, 32)

export const isDeleteToken = (secrets: SecretsService, name: string, token: string): boolean => {
  const [expected, given] = [Buffer.from(tokenOf(secrets, name)), Buffer.from(token)]
  return expected.length === given.length && timingSafeEqual(expected, given)
}

export const presentImage = (
  { instance: { origin }, secrets }: Pick<Services, 'instance' | 'secrets'>,
  row: Image,
  picture: SavedPicture,
  uploadedBy: string | null,
): HostedImage => ({
  id: String(row.id),
  name: row.name,
  title: row.title,
  bytes: row.bytes,
  width: picture.width,
  height: picture.height,
  animated: picture.animated,
  at: row.createdAt.toISOString(),
  url: `${origin}/i/${row.name}`,
  rawUrl: `${origin}${picture.url}`,
  thumbnailUrl: `${origin}${picture.thumbnailUrl}`,
  deleteUrl: `${origin}/i/${row.name}/delete?token=${tokenOf(secrets, row.name)}`,
  uploadedBy,
  deletedAt: row.deletedAt?.toISOString() ?? null,
  underReview: row.withheld !== null,
})
