import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, it } from 'vitest'
import { gamePictures } from '../common/resource/game-pictures.ts'
import { findGamePicture } from './game-art.ts'

it.each([
  [['Paper', 'Minecraft'], 'paper'],
  [['Forge Minecraft', 'Minecraft'], 'forge'],
  [['Vanilla Minecraft'], 'blocks'],
  [['Vanilla', 'Minecraft: Java Edition'], 'blocks'],
  [['Vanilla Bedrock'], 'blocks-stone'],
  [['Velocity', 'Minecraft'], 'proxy'],
  [['Fabric'], 'fabric'],
  [['Rust', 'Source Engine'], 'rust'],
  [['Counter-Strike 2'], 'aim'],
  [['CS:GO'], 'aim'],
  [['ARK: Survival Ascended'], 'dino'],
  [['Garrys Mod'], 'sandbox'],
  [['Team Fortress 2'], 'teams'],
  [['7 Days To Die'], 'moon'],
  [['Project Zomboid'], 'house'],
  [['Discord Bot (Node.js)'], 'bot'],
  [['Node.js Generic'], 'app'],
  [['TeamSpeak 3', 'Voice Servers'], 'voice'],
  [['Trust us', 'Spark', null], 'server'],
  [[undefined, 'Valheim'], 'longship'],
])('draws %j as %s', (names, picture) => {
  expect(findGamePicture(names)).toBe(picture)
})

it('draws the chosen picture, whatever the name says, and guesses where none of ours is chosen', () => {
  expect(findGamePicture(['Paper'], 'moon')).toBe('moon')
  expect(findGamePicture(['Paper'], null)).toBe('paper')
  expect(findGamePicture(['Paper'], 'gone')).toBe('paper')
})

it('has a picture for each name it answers', () => {
  const files = globSync('art/games/*.svg', { cwd: import.meta.dirname }).map((file) =>
    basename(file, '.svg'),
  )
  const names =
    'Bedrock,Velocity,Forge,Paper,Fabric,Minecraft,Valheim,Terraria,ARK,Palworld,Factorio,Satisfactory,Gmod,TF2,7 Days,Zomboid,CS2,Bot,Rust,Mumble,PHP,x'
  const named = names.split(',').map((name) => findGamePicture([name]))
  expect(new Set(named)).toEqual(new Set(files))
  expect(gamePictures.toSorted()).toEqual(files.toSorted())
})
