import { keptVersions } from '@spawnpoint/contracts/mail-templates'
import { createRowId } from '@spawnpoint/sdk/resource/server'
import type { Queries } from '@spawnpoint/sdk/server'
import { and, desc, eq, sql } from 'drizzle-orm'
import { preview, template, version, type StoredTemplate, type StoredVersion } from './tables.ts'

type Place = Pick<StoredTemplate, 'plugin' | 'kind' | 'language'>
type Text = Pick<StoredTemplate, 'subject' | 'body' | 'action'>

const isFor = (table: typeof template | typeof version, { plugin, kind, language }: Place) =>
  and(eq(table.plugin, plugin), eq(table.kind, kind), eq(table.language, language))

export const listTemplates = (db: Queries) =>
  db
    .select({
      id: template.id,
      plugin: template.plugin,
      kind: template.kind,
      language: template.language,
      active: template.active,
    })
    .from(template)

export async function findTemplate(db: Queries, id: string): Promise<StoredTemplate | null> {
  const [found] = await db.select().from(template).where(eq(template.id, id))
  return found ?? null
}

export async function findTemplateFor(db: Queries, place: Place): Promise<StoredTemplate | null> {
  const [found] = await db.select().from(template).where(isFor(template, place))
  return found ?? null
}

/** Null where there is one for this email and language already. */
export async function insertTemplate(
  tx: Queries,
  values: Place & Text & { readonly active: boolean },
  now: Date,
): Promise<StoredTemplate | null> {
  const [made] = await tx
    .insert(template)
    .values({ id: createRowId(now.getTime()), ...values, createdAt: now, updatedAt: now })
    .onConflictDoNothing()
    .returning()
  return made ?? null
}

/** Null where it was changed since that version. */
export async function changeTemplate(
  tx: Queries,
  { id, version: known }: Pick<StoredTemplate, 'id' | 'version'>,
  values: Text & { readonly active: boolean },
  now: Date,
): Promise<StoredTemplate | null> {
  const [changed] = await tx
    .update(template)
    .set({ ...values, version: known + 1, updatedAt: now })
    .where(and(eq(template.id, id), eq(template.version, known)))
    .returning()
  return changed ?? null
}

export async function deleteTemplate(tx: Queries, id: string): Promise<StoredTemplate | null> {
  const [gone] = await tx.delete(template).where(eq(template.id, id)).returning()
  return gone ?? null
}

export async function saveVersion(
  tx: Queries,
  place: Place,
  { subject, body, action }: Text,
  { author, now }: { readonly author: string | null; readonly now: Date },
) {
  const { plugin, kind, language } = place
  await tx.insert(version).values({
    id: createRowId(now.getTime()),
    plugin,
    kind,
    language,
    subject,
    body,
    action,
    author,
    savedAt: now,
  })
  await tx.execute(sql`
    delete from ${version} where id in (
      select id from ${version} where ${isFor(version, place)} order by id desc offset ${keptVersions})`)
}

export const listVersions = (db: Queries, place: Place): Promise<StoredVersion[]> =>
  db.select().from(version).where(isFor(version, place)).orderBy(desc(version.id))

export async function findVersion(db: Queries, place: Place, id: string): Promise<StoredVersion | null> {
  const [found] = await db
    .select()
    .from(version)
    .where(and(isFor(version, place), eq(version.id, id)))
  return found ?? null
}

export async function forgetAuthor(db: Queries, author: string) {
  await db.update(version).set({ author: null }).where(eq(version.author, author))
}

export async function savePreview(
  db: Queries,
  userId: string,
  drawn: { readonly subject: string; readonly htmlLight: string; readonly htmlDark: string },
  now: Date,
) {
  const values = { ...drawn, drawnAt: now }
  await db
    .insert(preview)
    .values({ userId, ...values })
    .onConflictDoUpdate({ target: preview.userId, set: values })
}

export async function findPreview(db: Queries, userId: string) {
  const [found] = await db.select().from(preview).where(eq(preview.userId, userId))
  return found ?? null
}
