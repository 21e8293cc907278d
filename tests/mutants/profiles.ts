import type { Mutant } from './mutant.ts'

const skins = 'builtin/profiles/server/minecraft-skins.ts'
const route = 'builtin/profiles/server/skin-route.ts'
const view = 'builtin/profiles/browser/skin-view.tsx'

/** The Minecraft character on profiles. */
export const profileMutants: readonly Mutant[] = [
  {
    rule: 'PRF9',
    file: 'builtin/users/server/account-queries.ts',
    find: '(await db.$count(before)) < count',
    replace: '(await db.$count(before)) <= count',
    noticedBy: 'builtin/profiles/profiles.test.ts',
  },
  {
    rule: 'PRF9',
    file: 'builtin/profiles/server/handle-profile.ts',
    find: 'marksEarly && users',
    replace: 'users',
    noticedBy: 'builtin/profiles/profiles.test.ts',
  },
  {
    rule: 'PRF6',
    file: 'builtin/profiles/server/handle-profile.ts',
    find: "shows('minecraft') ? privacy.minecraftName : null",
    replace: 'privacy.minecraftName',
  },
  {
    rule: 'PRF6',
    file: 'builtin/profiles/server/index.ts',
    find: 'listeners: [forgetUser],',
    replace: 'listeners: [],',
  },
  {
    rule: 'PRF6',
    file: route,
    find: "(privacy.visible || uuid === actor) && privacy.fields.includes('minecraft')",
    replace: 'privacy.visible || uuid === actor',
  },
  {
    rule: 'PRF7',
    file: 'builtin/profiles/server/read-skin.ts',
    find: "format !== 'png' || width !== 64 || !heights.includes(height)",
    replace: "format !== 'png'",
  },
  {
    rule: 'PRF7',
    file: skins,
    find: '/^https?:\\/\\/textures\\.minecraft\\.net\\/texture\\/',
    replace: '/^https?:\\/\\/[^/]+\\/texture\\/',
  },
  {
    rule: 'PRF7',
    file: skins,
    find: "return keep(before, 'unreachable')",
    replace: "return keep(null, 'none')",
  },
  {
    rule: 'PRF7',
    file: skins,
    find: '      if (known && known.nextAt > clock.now()) return known.png\n',
    replace: '',
  },
  {
    rule: 'PRF7',
    file: skins,
    find: "    if (!(await limits.take('profiles.skins', calls))) return before\n",
    replace: '',
  },
  { rule: 'PRF8', file: view, find: '!isCalmSystem() && hasWebGl()', replace: 'hasWebGl()' },
  { rule: 'PRF8', file: view, find: 'canMove && !isCalm ?', replace: 'canMove ?' },
  {
    rule: 'PRF8',
    file: 'builtin/profiles/browser/show-skin.ts',
    find: 'viewer.cameraLight.decay = cameraLightDecay',
    replace: 'void cameraLightDecay',
  },
  {
    rule: 'PRF8',
    file: 'builtin/profiles/browser/show-skin.ts',
    find: 'undo.push(settings.subscribe(apply))',
    replace: 'apply()',
  },
]
