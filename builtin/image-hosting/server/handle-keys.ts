import {
  createKey,
  embedSettings,
  listKeys,
  readEmbed,
  revokeKey,
  saveEmbed,
  type EmbedSettings,
  type UploadKey,
} from '@spawnpoint/contracts/image-hosting'
import { answer, Clock, Database, EndpointFailure, Instance, type Queries } from '@spawnpoint/sdk/server'
import { eq } from 'drizzle-orm'
import { deleteKey, insertKey, listKeysOf, lockKeysOf, type Key } from './key-queries.ts'
import { embed } from './tables.ts'

const MOST_KEYS = 20

const present = ({ id, name, hint, createdAt, lastUsedAt }: Key): UploadKey => ({
  id,
  name,
  hint,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})

export const handleListKeys = answer(listKeys, { db: Database }, async ({ actor, db }) => ({
  keys: (await listKeysOf(db.orm, actor.id)).map(present),
}))

export const handleCreateKey = answer(
  createKey,
  { db: Database, clock: Clock },
  async ({ actor, body, fail, db, clock }) =>
    db.orm.transaction(async (tx) => {
      await lockKeysOf(tx, actor.id)
      if ((await listKeysOf(tx, actor.id)).length >= MOST_KEYS) throw fail('IMAGE_HOSTING_KEYS_FULL')
      const { key, secret } = await insertKey(tx, { owner: actor.id, name: body.name, now: clock.now() })
      return { key: present(key), secret }
    }),
)

export const handleRevokeKey = answer(revokeKey, { db: Database }, async ({ actor, params, db }) => {
  if (!(await deleteKey(db.orm, actor.id, params.id))) throw new EndpointFailure('NOT_FOUND', 404)
  return {}
})

const usual: EmbedSettings = {
  enabled: true,
  siteName: '',
  author: '{user}',
  title: '{file}',
  description: '',
  color: '#6d5ef7',
}

export const findEmbed = async (db: Queries, owner: string): Promise<EmbedSettings> => {
  const [found] = await db.select().from(embed).where(eq(embed.owner, owner))
  if (!found) return usual
  const { owner: _owner, ...settings } = found
  return embedSettings.parse(settings)
}

export const handleReadEmbed = answer(
  readEmbed,
  { db: Database, instance: Instance },
  async ({ actor, db, instance }) => ({
    embed: await findEmbed(db.orm, actor.id),
    host: new URL(instance.origin).host,
  }),
)

export const handleSaveEmbed = answer(saveEmbed, { db: Database }, async ({ actor, body, db }) => {
  await db.orm
    .insert(embed)
    .values({ owner: actor.id, ...body })
    .onConflictDoUpdate({ target: embed.owner, set: body })
  return {}
})
