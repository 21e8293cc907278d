import type { Mutant } from './mutant.ts'

const handlers = 'builtin/avatars/server/handle-avatars.ts'
const stage = 'builtin/avatars/browser/crop-stage.tsx'
const area = 'builtin/avatars/browser/crop-area.ts'

/** Profile pictures. */
export const avatarMutants: readonly Mutant[] = [
  { rule: 'AVA1', file: 'sdk/ui/avatar.tsx', find: 'seed={id || name}', replace: 'seed={name}' },
  { rule: 'AVA1', file: 'sdk/ui/avatar.tsx', find: 'src && src !== broken', replace: 'src' },
  { rule: 'AVA2', file: handlers, find: ', frames: 1, fit: avatarSide', replace: '' },
  {
    rule: 'AVA2',
    file: handlers,
    find: `      await users.changeAvatar(tx, actor.id, { avatar: url })\n`,
    replace: '',
  },
  { rule: 'AVA3', file: handlers, find: 'refusals.includes(true)', replace: 'false' },
  {
    rule: 'AVA3',
    file: handlers,
    find: '      await pictures.remove(db.orm, [pictureId])\n',
    replace: '',
  },
  {
    rule: 'AVA4',
    file: handlers,
    find: '      if (before !== null) await pictures.remove(tx, [before])\n',
    replace: '',
  },
  {
    rule: 'AVA4',
    file: handlers,
    find: '  if (pictureId !== null) await pictures.remove(tx, [pictureId])\n',
    replace: '',
  },
  {
    rule: 'AVA4',
    file: 'builtin/avatars/server/avatar-queries.ts',
    find: '  await lockPerson(tx, person)\n',
    replace: '',
  },
  {
    rule: 'AVA5',
    file: 'builtin/profiles/server/handle-privacy.ts',
    find: 'avatarHidden: !body.visible',
    replace: 'avatarHidden: false',
  },
  {
    rule: 'AVA5',
    file: 'builtin/account/server/describe-account.ts',
    find: 'person.ownAvatar',
    replace: 'person.avatar',
  },
  {
    rule: 'AVA6',
    file: handlers,
    find: 'theirs.every((permission) => holds(actor.permissions, permission))',
    replace: 'theirs',
  },
  { rule: 'AVA6', file: handlers, find: 'if (user !== actor.id)', replace: 'if (user === actor.id)' },
  {
    rule: 'AVA6',
    file: handlers,
    find: `      await services.audit.write(tx, { actor: actor.id, ip, action: 'avatars:removed', target: user })\n`,
    replace: '',
  },
  {
    rule: 'AVA7',
    file: 'builtin/avatars/contract/calls.ts',
    find: `, flag: 'avatars_enabled'`,
    replace: '',
  },
  {
    rule: 'AVA7',
    file: 'builtin/avatars/browser/avatar-card.tsx',
    find: 'if (!isOn && !src)',
    replace: 'if (!isOn)',
  },
  { rule: 'AVA8', file: area, find: 'y: within(y, half, size.height - half)', replace: 'y' },
  { rule: 'AVA8', file: area, find: 'x: view.x + at.right * change', replace: 'x: view.x' },
  {
    rule: 'AVA8',
    file: stage,
    find: 'distance(after, other) / Math.max(1, distance(before, other))',
    replace: '1',
  },
  { rule: 'AVA8', file: stage, find: '-event.deltaY / 500', replace: '0' },
  {
    rule: 'AVA9',
    file: 'builtin/avatars/browser/crop-dialog.tsx',
    find: 'areaOf(picture, view), avatarSide',
    replace: 'areaOf(picture, firstView(picture)), avatarSide',
  },
  {
    rule: 'AVA9',
    file: 'builtin/avatars/browser/crop-dialog.tsx',
    find: `      setProblem(explain(error))\n      setSaving(false)`,
    replace: `      explain(error)\n      onClose()`,
  },
  {
    rule: 'AVA9',
    file: 'builtin/avatars/browser/avatar-card.tsx',
    find: `setProblem(opened ? null : t('unreadable'))`,
    replace: 'setProblem(null)',
  },
  {
    rule: 'AVA10',
    file: 'builtin/avatars/server/index.ts',
    find: 'listeners: [forgetUser],',
    replace: 'listeners: [],',
  },
]
