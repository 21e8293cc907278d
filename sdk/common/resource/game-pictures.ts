/** The bundled pictures of games and server programs. @example gamePictures.includes('blocks') // true */
export const gamePictures = [
  'blocks',
  'blocks-stone',
  'paper',
  'forge',
  'fabric',
  'proxy',
  'longship',
  'grove',
  'dino',
  'egg',
  'gears',
  'hexes',
  'sandbox',
  'teams',
  'moon',
  'house',
  'aim',
  'rust',
  'bot',
  'voice',
  'app',
  'server',
] as const

/** The name of a bundled picture. @example const picture: GamePicture = 'blocks' */
export type GamePicture = (typeof gamePictures)[number]
