import type { Mutant } from './mutant.ts'

const handlers = 'builtin/avatars/server/handle-avatars.ts'
const upload = 'builtin/avatars/server/save-upload.ts'
const staff = 'builtin/avatars/server/remove-as-staff.ts'
const backgrounds = 'builtin/avatars/server/handle-backgrounds.ts'
const stage = 'builtin/avatars/browser/crop-stage.tsx'
const area = 'builtin/avatars/browser/crop-area.ts'

/** Profile pictures. */
export const avatarMutants: readonly Mutant[] = [
  { rule: 'AVA1', file: 'sdk/ui/avatar.tsx', find: 'seed={id || name}', replace: 'seed={name}' },
  { rule: 'AVA1', file: 'sdk/ui/avatar.tsx', find: 'src && src !== broken', replace: 'src' },
  {
    rule: 'AVA1',
    file: 'sdk/ui/avatar.tsx',
    find: "'--hue': (hash % 24) * 15",
    replace: "'--hue': 'inherit'",
  },
  { rule: 'AVA2', file: upload, find: ', frames: 1, fit }', replace: ' }' },
  {
    rule: 'AVA2',
    file: handlers,
    find: `        await users.changeAvatar(tx, actor.id, { avatar: webUrl, ...(isHidden && { avatarHidden: true }) })\n`,
    replace: '',
  },
  { rule: 'AVA3', file: upload, find: 'refusals.includes(true)', replace: 'false' },
  {
    rule: 'AVA3',
    file: upload,
    find: '    await pictures.remove(db.orm, [picture.id])\n',
    replace: '',
  },
  {
    rule: 'AVA4',
    file: upload,
    find: '    if (before !== null) await pictures.remove(tx, [before])\n',
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
    find: '  await lockPerson(tx, kind, person)\n',
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
    file: staff,
    find: 'theirs.every((permission) => holds(actor.permissions, permission))',
    replace: 'theirs',
  },
  { rule: 'AVA6', file: staff, find: 'if (user !== actor.id)', replace: 'if (user === actor.id)' },
  {
    rule: 'AVA6',
    file: staff,
    find: '    await audit.write(tx, { actor: actor.id, ip, action: `avatars:${fact}`, target: user })\n',
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
  { rule: 'AVA8', file: area, find: 'y: within(y, height / 2, size.height - height / 2)', replace: 'y' },
  {
    rule: 'AVA8',
    file: area,
    find: 'x: view.x + at.right * (before.width - after.width)',
    replace: 'x: view.x',
  },
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
    find: 'areaOf(picture, view), most',
    replace: 'areaOf(picture, firstView(picture)), props.most',
  },
  {
    rule: 'AVA9',
    file: 'builtin/avatars/browser/crop-dialog.tsx',
    find: `      setProblem(explain(error))\n      setSaving(false)`,
    replace: `      explain(error)\n      onClose()`,
  },
  {
    rule: 'AVA9',
    file: 'builtin/avatars/browser/use-picked.ts',
    find: `setProblem(opened ? null : t('unreadable'))`,
    replace: 'setProblem(null)',
  },
  {
    rule: 'AVA10',
    file: 'builtin/avatars/server/index.ts',
    find: 'listeners: [forgetUser],',
    replace: 'listeners: [],',
  },
  {
    rule: 'AVA5',
    file: handlers,
    find: ', ...(isHidden && { avatarHidden: true })',
    replace: '',
  },
  { rule: 'AVA8', file: area, find: 'Math.min(width, height * ratio)', replace: 'Math.min(width, height)' },
  { rule: 'AVA11', file: backgrounds, find: '{ ...background, picture }', replace: '{ picture }' },
  { rule: 'AVA11', file: backgrounds, find: 'fit: backgroundSide,', replace: 'fit: 9_000,' },
  {
    rule: 'AVA11',
    file: 'builtin/avatars/contract/calls.ts',
    find: `access: { permission: 'admin.users.edit' }`,
    replace: `access: { user: true }`,
  },
  {
    rule: 'AVA14',
    file: 'builtin/avatars/browser/background-card.tsx',
    find: 'shown !== url &&',
    replace: 'false &&',
  },
  {
    rule: 'AVA14',
    file: 'builtin/avatars/browser/background-link.tsx',
    find: "id === 'account')",
    replace: "id === 'activity')",
  },
  {
    rule: 'AVA11',
    file: 'builtin/avatars/browser/background-card.tsx',
    find: 'show(host, (await upload.mutateAsync({ body })).url)',
    replace: 'await upload.mutateAsync({ body })',
  },
  {
    rule: 'AVA12',
    file: backgrounds,
    find: `(before) => (before === url ? '' : before)`,
    replace: `() => ''`,
  },
  {
    rule: 'AVA12',
    file: backgrounds,
    find: `  if (id !== null) await pictures.remove(tx, [id])\n`,
    replace: '',
  },
  { rule: 'AVA13', file: backgrounds, find: `    await forget(call, user, url)\n`, replace: '' },
]
