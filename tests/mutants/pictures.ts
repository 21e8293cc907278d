import type { Mutant } from './mutant.ts'

const queries = 'builtin/pictures/server/picture-queries.ts'

/** Pictures and what is built on them. */
export const pictureMutants: readonly Mutant[] = [
  {
    rule: 'PIC10',
    file: 'builtin/pictures/server/encode-picture.ts',
    find: 'const LEAST_STEP = 3',
    replace: 'const LEAST_STEP = 1',
  },
  {
    rule: 'PIC10',
    file: 'builtin/pictures/contract/schemas.ts',
    find: 'return bits < 8 || bits > 56',
    replace: 'return bits < 0',
  },
  {
    rule: 'PIC10',
    file: 'builtin/pictures/contract/schemas.ts',
    find: 'const MOST_DIFFERENT = blocks.length - 1',
    replace: 'const MOST_DIFFERENT = blocks.length',
  },
  {
    rule: 'IMG14',
    file: 'builtin/image-hosting/server/reward.ts',
    find: 'return rows.some((row) => isAlike(row.likeness, likeness))',
    replace: 'return false',
  },
  {
    rule: 'IMG14',
    file: 'builtin/image-hosting/server/reward.ts',
    find: "await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('image-hosting:seen', 0))`)",
    replace: '',
  },
  {
    rule: 'IMG14',
    file: 'builtin/image-hosting/server/reward.ts',
    find: 'if (same.length > 0) return true',
    replace: '',
  },
  {
    rule: 'IMG14',
    file: 'builtin/image-hosting/server/index.ts',
    find: '      await forgetSeen(tx, id)\n',
    replace: '',
  },
  {
    rule: 'IMG14',
    file: 'builtin/image-hosting/server/reward.ts',
    find: 'const offer = services.ledger.get() ? readOffer(services.settings) : null',
    replace: 'const offer = readOffer(services.settings)',
  },
  {
    rule: 'IMG15',
    file: 'builtin/image-hosting/server/reward.ts',
    find: '(await readEarned(tx, owner, now)) + offer.coins <= offer.most',
    replace: '(await readEarned(tx, owner, now)) <= offer.most',
  },
  {
    rule: 'IMG15',
    file: 'builtin/image-hosting/server/reward.ts',
    find: 'return { spent: amount, coins: 0 }',
    replace: 'return { spent: 0, coins: 0 }',
  },
  {
    rule: 'IMG15',
    file: 'builtin/image-hosting/server/reward.ts',
    find: 'new Date(now.getTime() - DAY)',
    replace: 'new Date(now.getTime() - 2 * DAY)',
  },
  {
    rule: 'PIC9',
    file: 'builtin/pictures/server/choose-variant.ts',
    find: `!parameters.some((each) => /^q=0(\\.0*)?$/.test(each))`,
    replace: 'true',
  },
  {
    rule: 'PIC9',
    file: 'builtin/pictures/server/choose-variant.ts',
    find: `if (variant === 'thumbnail' || names(accept, 'image/webp'))`,
    replace: 'if (content.hasWeb)',
  },
  {
    rule: 'PIC9',
    file: 'builtin/pictures/server/choose-variant.ts',
    find: 'final: content.avif !== null',
    replace: 'final: true',
  },
  {
    rule: 'PIC9',
    file: 'builtin/pictures/server/serve-pictures.ts',
    find: `  if (varies) reply.header('vary', 'accept')\n`,
    replace: '',
  },
  {
    rule: 'PIC9',
    file: 'builtin/pictures/server/serve-pictures.ts',
    find: '-${chosen.stored}"`',
    replace: '"`',
  },
  {
    rule: 'PIC9',
    file: 'builtin/pictures/server/encode-picture.ts',
    find: 'return avif.length < webp.byteLength ? avif : null',
    replace: 'return avif',
  },
  {
    rule: 'PIC9',
    file: 'builtin/pictures/server/create-pictures.ts',
    find: `const stored: readonly Stored[] = [...variants, 'web-avif', 'thumbnail-avif']`,
    replace: 'const stored: readonly Stored[] = variants',
  },
  {
    rule: 'PIC9',
    file: 'builtin/pictures/server/create-pictures.ts',
    find: '  await blobs.remove(SCOPE, id)\n  await blobs.put',
    replace: '  await blobs.put',
  },
  {
    rule: 'PIC1',
    file: 'builtin/pictures/server/encode-picture.ts',
    find: 'picture: data,',
    replace: 'picture: Buffer.from(bytes),',
  },
  {
    rule: 'PIC1',
    file: 'builtin/pictures/server/encode-picture.ts',
    find: 'open().autoOrient()',
    replace: 'open()',
  },
  {
    rule: 'PIC2',
    file: 'builtin/pictures/server/encode-picture.ts',
    find: `  if (frames > caps.frames) throw new PictureRefused('too many frames')\n`,
    replace: '',
  },
  {
    rule: 'PIC3',
    file: 'builtin/pictures/server/serve-pictures.ts',
    find: `  reply.removeHeader('vary')\n`,
    replace: '',
  },
  {
    rule: 'PIC3',
    file: 'builtin/pictures/server/read-range.ts',
    find: 'Math.max(0, size - Number(to))',
    replace: 'Number(to)',
  },
  {
    rule: 'PIC4',
    file: queries,
    find: '.where(and(eq(content.id, id), isUnused(tx)))',
    replace: '.where(eq(content.id, id))',
  },
  {
    rule: 'PIC4',
    file: 'builtin/pictures/server/create-pictures.ts',
    find: 'const found = await findStored(db.orm, encoded.hash)',
    replace: 'const found = await findStored(db.orm, encoded.hash.slice(1))',
  },
  {
    rule: 'PIC4',
    file: queries,
    find: 'where hash = ${hash} order by id for update`',
    replace: 'where hash = ${hash} order by id`',
  },
  {
    rule: 'PIC5',
    file: queries,
    find: 'lt(content.changedAt, before), isUnused(db)',
    replace: 'isUnused(db)',
  },
  {
    rule: 'PIC5',
    file: 'builtin/pictures/server/remove-orphans.ts',
    find: '  await deleteUnkept(db.orm, new Date(now - KEEP_UNUSED))\n',
    replace: '',
  },
  {
    rule: 'PIC6',
    file: 'builtin/pictures/server/serve-pictures.ts',
    find: '!found || found.picture.hidden',
    replace: '!found',
  },
  {
    rule: 'PIC7',
    file: 'builtin/pictures/server/create-pictures.ts',
    find: 'new PQueue({ concurrency: AT_ONCE })',
    replace: 'new PQueue()',
  },
  {
    rule: 'PIC8',
    file: 'builtin/pictures/server/index.ts',
    find: 'listeners: [forgetUser],',
    replace: 'listeners: [],',
  },
  {
    rule: 'UPL1',
    file: 'sdk/server/uploads.ts',
    find: `  if (file.truncated) throw new EndpointFailure('TOO_LARGE', 413)\n`,
    replace: '',
  },
  {
    rule: 'UPL1',
    file: 'sdk/server/uploads.ts',
    find: `  else reply.raw.once('close', close)\n`,
    replace: '',
  },
]

const hosting = 'builtin/image-hosting/server'

export const imageHostingMutants: readonly Mutant[] = [
  {
    rule: 'IMG1',
    file: `${hosting}/image-queries.ts`,
    find: 'eq(image.owner, owner), isOwned, isNull(image.deletedAt)))\n    .returning()',
    replace: 'isNull(image.deletedAt)))\n    .returning()',
  },
  {
    rule: 'IMG2',
    file: `${hosting}/upload-image.ts`,
    find: `  if (file.size > quota.largestFile) return { failure: 'IMAGE_HOSTING_TOO_LARGE' }\n`,
    replace: '',
  },
  {
    rule: 'IMG3',
    file: `${hosting}/quota.ts`,
    find: '  await lockOwner(tx, owner)\n',
    replace: '',
  },
  {
    rule: 'IMG3',
    file: `${hosting}/quota.ts`,
    find: ', gt(reservation.createdAt, alive)',
    replace: '',
  },
  {
    rule: 'IMG4',
    file: `${hosting}/handle-images.ts`,
    find: 'owner && owner.bannedReason === null ? key : null',
    replace: 'owner ? key : null',
  },
  {
    rule: 'IMG4',
    file: `${hosting}/key-queries.ts`,
    find: 'hash: hashOf(secret),',
    replace: 'hash: secret,',
  },
  {
    rule: 'IMG5',
    file: 'builtin/image-hosting/contract/schemas.ts',
    find: '{json:thumbnailUrl}',
    replace: '{json:thumbnail}',
  },
  {
    rule: 'IMG6',
    file: 'builtin/image-hosting/contract/schemas.ts',
    find: `text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign)`,
    replace: 'text || String(signs)',
  },
  {
    rule: 'IMG7',
    file: 'builtin/image-hosting/contract/schemas.ts',
    find: 'const room = most - byteLength(',
    replace: 'const room = most + byteLength(',
  },
  {
    rule: 'IMG8',
    file: `${hosting}/present-image.ts`,
    find: 'return expected.length === given.length && timingSafeEqual(expected, given)',
    replace: 'return given.length > 0 || timingSafeEqual(expected, expected)',
  },
  {
    rule: 'IMG9',
    file: `${hosting}/handle-images.ts`,
    find: `        if (shortage && shortage !== 'IMAGE_HOSTING_DAILY') throw fail(shortage)\n`,
    replace: '',
  },
  {
    rule: 'IMG10',
    file: `${hosting}/index.ts`,
    find: 'listeners: [forgetUser],',
    replace: 'listeners: [],',
  },
  {
    rule: 'IMG11',
    file: 'sdk/browser/create-uploads.ts',
    find: 'running.size < atOnce',
    replace: 'atOnce > 0',
  },
  {
    rule: 'IMG12',
    file: 'builtin/image-hosting/browser/discord-card.tsx',
    find: 'cut(settings.title, embedBytes.title)',
    replace: 'settings.title',
  },
]
