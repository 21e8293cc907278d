import { gamePictures, type GamePicture } from '../common/resource/game-pictures.ts'

/** Pictures by words in the names of games and programs, the more special one first. */
const pictures = [
  ['blocks-stone', /bedrock|pocketmine|nukkit|powernukkit/],
  ['proxy', /velocity|bungee|waterfall|\bproxy\b/],
  ['forge', /forge|curse|technic|\bftb\b|modpack|modded/],
  ['paper', /\bpaper|purpur|spigot|bukkit|folia|pufferfish|sponge/],
  ['fabric', /fabric|quilt/],
  ['blocks', /minecraft/],
  ['longship', /valheim/],
  ['grove', /terraria|tshock|tmodloader/],
  ['dino', /\bark\b/],
  ['egg', /palworld/],
  ['gears', /factorio/],
  ['hexes', /satisfactory/],
  ['sandbox', /garry|\bgmod\b/],
  ['teams', /team fortress|\btf2?\b/],
  ['moon', /\b(7|seven) days/],
  ['house', /zomboid|dayz|unturned|left 4 dead/],
  ['aim', /counter.?strike|\bcs ?(2|:?go)\b|source engine|insurgency|squad|\barma/],
  ['bot', /discord|\bbots?\b/],
  ['rust', /\brust\b/],
  ['voice', /teamspeak|\bts3\b|mumble|murmur|voice/],
  ['app', /\b(node|python|java|deno|bun|golang|go|php|ruby|nginx|web|app|application|code)\b|node\.?js/],
] as const satisfies readonly (readonly [GamePicture, RegExp])[]

const isPicture = (name: string | null | undefined): name is GamePicture =>
  gamePictures.some((each) => each === name)

/** The chosen picture, else the one for the first name that says which game it is; a plain server when none does. */
export const findGamePicture = (
  names: readonly (string | null | undefined)[],
  chosen?: string | null,
): GamePicture => {
  if (isPicture(chosen)) return chosen
  for (const name of names) {
    const known = name && pictures.find(([, words]) => words.test(name.toLowerCase()))
    if (known) return known[0]
  }
  return 'server'
}
