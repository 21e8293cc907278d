import { Pictures, type PicturesService } from '@spawnpoint/contracts/pictures'
import {
  Clock,
  Database,
  defineDemo,
  Settings,
  type ClockService,
  type DatabaseService,
  type DemoPerson,
  type DemoStage,
} from '@spawnpoint/sdk/server'
import sharp from 'sharp'
import { insertImage } from './image-queries.ts'
import { insertKey } from './key-queries.ts'

const names = [
  'sunset-over-spawn.png',
  'new-castle.png',
  'redstone-gate.png',
  '2026-05-04_18.22.10.png',
  'raid-boss.jpg',
  'iron-farm.png',
  'shop-prices.png',
  'nether-hub.png',
  'team-photo.png',
]

/** A landscape of blocks below a sky, other ones for each name. */
function drawLandscape(stage: DemoStage): Promise<Buffer> {
  const [width, height] = [64, 36]
  const hue = Array.from({ length: 3 }, () => 60 + Math.floor(stage.random() * 150))
  const raw = Buffer.alloc(width * height * 3)
  let ground = Math.floor(height * (0.45 + stage.random() * 0.3))
  for (let x = 0; x < width; x++) {
    if (x % 4 === 0) ground += Math.floor(stage.random() * 5) - 2
    for (let y = 0; y < height; y++)
      for (let channel = 0; channel < 3; channel++) {
        const sky = (hue[channel] ?? 0) + (height - y) * 2
        const block = ((hue[(channel + 1) % 3] ?? 0) * (1.1 - (y - ground) / height)) / 1.6
        raw[(y * width + x) * 3 + channel] = Math.max(0, Math.min(255, Math.round(y < ground ? sky : block)))
      }
  }
  return sharp(raw, { raw: { width, height, channels: 3 } })
    .resize(1280, 720, { kernel: 'nearest' })
    .png()
    .toBuffer()
}

interface Tools {
  readonly clock: ClockService
  readonly db: DatabaseService
  readonly pictures: PicturesService
  readonly stage: DemoStage
}

async function upload(
  { clock, db, pictures, stage }: Tools,
  { id: owner }: DemoPerson,
  image: { readonly title: string; readonly keyId: string | null },
) {
  const saved = await pictures.save({ owner, purpose: 'images', bytes: await drawLandscape(stage) })
  if (!saved.ok) throw new Error(`the demo's picture is refused: ${saved.problem}`)
  const { id: pictureId, bytes } = saved.picture
  await db.orm.transaction(async (tx) => {
    await pictures.keep(tx, [pictureId], owner)
    await insertImage(tx, { ...image, owner, pictureId, bytes, createdAt: clock.now() })
  })
}

export const demo = defineDemo({
  uses: { clock: Clock, db: Database, pictures: Pictures, settings: Settings },
  async fill({ settings, ...services }, stage) {
    await settings.write({ image_hosting_enabled: true })
    const tools = { ...services, stage }
    const shown = new Set([...stage.signIns(), ...stage.people('customer').slice(0, 3)])
    for (const person of shown) {
      const { key } = await insertKey(services.db.orm, {
        owner: person.id,
        name: 'ShareX on my PC',
        now: person.since,
      })
      for (const [index, title] of names.entries())
        stage.plan(stage.past(person.since), () =>
          upload(tools, person, { title, keyId: index % 3 === 0 ? key.id : null }),
        )
    }
  },
})
