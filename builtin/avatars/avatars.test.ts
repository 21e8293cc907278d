import { Users } from '@spawnpoint/contracts/users'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer, ApiClient } from '../../tests/support/server/api-client.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'
import { anAnimation, aPicture } from '../pictures/testing.ts'
import { largestAvatar } from './contract/schemas.ts'
import { replacePicture } from './server/avatar-queries.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const formOf = (bytes: Uint8Array) => {
  const form = new FormData()
  form.append('file', new Blob([Uint8Array.from(bytes)]), 'me.png')
  return form
}

const upload = async (api: ApiClient, bytes?: Uint8Array): Promise<Answer> =>
  api.post('/api/avatars/own', formOf(bytes ?? (await aPicture({ color: '#22aa66' }))))
const uploadedBy = async (api: ApiClient, color: string) => {
  const { status, body } = await upload(api, await aPicture({ color }))
  expect(status, JSON.stringify(body)).toBe(200)
  return String(body['url'])
}

const served = async (url: string) => (await fetch(server.url + url)).status
const ownPicture = async (api: ApiClient) => {
  const { body } = await api.get('/api/user/session')
  return (body['user_info'] as { avatar: string | null }).avatar
}
/** The picture of a person in the list that others see. */
const seenBy = async (api: ApiClient, name: string) => {
  const { body } = await api.get(`/api/user-lookup?text=${name}`)
  const people = body['people'] as { name: string; avatar: string | null }[]
  return people.find((each) => each.name === name)?.avatar
}
/** As every plugin that names a person shows it. */
const shownOf = async (person: string) =>
  (await server.server.core.services.find(Users)?.find(person))?.avatar
const kept = async (person: string) => {
  const { rows } = await server.pool.query<{ count: number }>(
    'select count(*)::integer as count from pictures.picture where owner = $1 and kept_at is not null',
    [person],
  )
  return rows[0]?.count
}

it('[AVA2] shows an uploaded picture to its person and to others, encoded anew and small', async () => {
  const [ada, ben] = [await server.signIn(), await server.signIn()]
  const photo = await sharp(await aPicture({ width: 1200, height: 900, as: 'jpeg' }))
    .withExif({ IFD3: { GPSLatitudeRef: 'N' } })
    .toBuffer()
  const { status, body } = await upload(ada.api, photo)
  expect(status, JSON.stringify(body)).toBe(200)
  const url = String(body['url'])
  expect(await ownPicture(ada.api)).toBe(url)
  expect((await ada.api.get('/api/account')).body).toMatchObject({ avatar: url })
  expect(await seenBy(ben.api, ada.person.username)).toBe(url)
  const bytes = Buffer.from(await (await fetch(server.url + url)).arrayBuffer())
  const { width, height, exif } = await sharp(bytes).metadata()
  expect({ width, height, exif }).toEqual({ width: 320, height: 240, exif: undefined })
  const moving = await upload(ada.api, await anAnimation(5))
  const frame = Buffer.from(await (await fetch(server.url + String(moving.body['url']))).arrayBuffer())
  expect((await sharp(frame).metadata()).pages ?? 1).toBe(1)
})

it('[AVA3] refuses what is no picture or too large, and keeps the picture before', async () => {
  const { api, person } = await server.signIn()
  const url = await uploadedBy(api, '#123456')
  const html = await upload(api, Buffer.from('<html><script>alert(1)</script>'))
  expect([html.status, html.body.error_code]).toEqual([400, 'AVATARS_NO_PICTURE'])
  const large = await upload(api, Buffer.concat([await aPicture(), Buffer.alloc(largestAvatar)]))
  expect([large.status, large.body.error_code]).toEqual([413, 'TOO_LARGE'])
  expect((await upload(server.anonymous())).status).toBe(401)
  expect([await ownPicture(api), await served(url), await kept(person.id)]).toEqual([url, 200, 1])
})

it('[AVA3] refuses a picture that another plugin blocks', async () => {
  const { api } = await server.signIn()
  const url = await uploadedBy(api, '#654321')
  const { rows } = await server.pool.query<{ hash: string }>(
    `select hash from pictures.content join pictures.picture on content.id = content_id where picture.id = $1`,
    [url.split('/')[3]],
  )
  await server.pool.query('insert into image_reports.block (hash, created_at) values ($1, now())', [
    rows[0]?.hash,
  ])
  const again = await upload(api, await aPicture({ color: '#654321' }))
  expect([again.status, again.body.error_code]).toEqual([403, 'AVATARS_BLOCKED'])
  const left = await server.pool.query(`select from pictures.picture where kept_at is null`)
  expect(left.rowCount).toBe(0)
})

it('[AVA4] leaves nothing of a picture that is replaced or removed', async () => {
  const { api, person } = await server.signIn()
  const first = await uploadedBy(api, '#111111')
  const second = await uploadedBy(api, '#222222')
  expect([await served(first), await served(second), await kept(person.id)]).toEqual([404, 200, 1])
  await Promise.all(['#333333', '#444444', '#555555'].map((color) => uploadedBy(api, color)))
  expect(await kept(person.id)).toBe(1)
  const last = String(await ownPicture(api))
  expect(await served(last)).toBe(200)
  expect((await api.delete('/api/avatars/own')).status).toBe(200)
  expect([await ownPicture(api), await served(last), await kept(person.id)]).toEqual([null, 404, 0])
  expect((await api.delete('/api/avatars/own')).status).toBe(200)
})

it('[AVA4] puts two changes at the same moment one after the other', async () => {
  const { person } = await server.signIn()
  const { orm, pool } = server.server.core
  const rowOf = (pictureId: string) => ({ person: person.id, pictureId, createdAt: new Date() })
  const waiting = async () => (await pool.query('select from pg_locks where not granted')).rowCount
  let second: Promise<string | null> = Promise.resolve(null)
  await orm.transaction(async (tx) => {
    expect(await replacePicture(tx, 'avatar', rowOf('first'))).toBe(null)
    second = orm.transaction((other) => replacePicture(other, 'avatar', rowOf('second')))
    await expect.poll(waiting).toBe(1)
  })
  expect(await second).toBe('first')
})

it('[AVA5] hides the picture of a hidden profile from others, and not from its person and staff', async () => {
  const [ada, ben] = [await server.signIn(), await server.signIn()]
  const staff = await server.signIn({ permissions: ['admin.users.list'] })
  const url = await uploadedBy(ada.api, '#aa5500')
  const privacy = { findable: true, fields: ['role'] }
  await ada.api.put('/api/profiles/privacy', { ...privacy, visible: false })
  expect(await shownOf(ada.person.id)).toBe(null)
  expect(await ownPicture(ada.api)).toBe(url)
  const listed = await staff.api.get(`/api/users?search=${ada.person.username}`)
  expect(listed.body['items']).toMatchObject([{ avatar: url }])
  // Another picture is as hidden as the one before.
  const other = await uploadedBy(ada.api, '#aa5511')
  expect(await shownOf(ada.person.id)).toBe(null)
  await ada.api.put('/api/profiles/privacy', { ...privacy, visible: true })
  expect(await seenBy(ben.api, ada.person.username)).toBe(other)
})

it('[AVA5] hides the first picture of a profile that was hidden before there were pictures', async () => {
  const ada = await server.signIn()
  await server.pool.query(
    `insert into profiles.profile (person, visible, findable, fields) values ($1, false, true, '{}')`,
    [ada.person.id],
  )
  const url = await uploadedBy(ada.api, '#aa5522')
  expect([await ownPicture(ada.api), await shownOf(ada.person.id)]).toEqual([url, null])
})

it('[AVA6] lets staff remove a picture, writes it down and notifies the user', async () => {
  const { api, person } = await server.signIn()
  const staff = await server.signIn({ permissions: ['admin.users.edit'] })
  const url = await uploadedBy(api, '#0055aa')
  const path = `/api/avatars/users/${person.id}`
  expect((await api.delete(path)).status).toBe(403)
  expect(await served(url)).toBe(200)
  expect((await staff.api.delete(path)).status).toBe(200)
  expect([await ownPicture(api), await served(url)]).toEqual([null, 404])
  expect((await staff.api.delete(path)).status).toBe(404)
  const activity = await api.get('/api/account/activity')
  expect(activity.body['items']).toMatchObject([
    { action: 'avatars:removed', own: false },
    { action: 'avatars:changed', own: true },
  ])
  const { rows } = await server.pool.query(
    `select kind from notifications.notification where person = $1 and plugin = 'avatars'`,
    [person.id],
  )
  expect(rows).toEqual([{ kind: 'removed' }])
  const admin = await server.signIn({ permissions: ['admin.users.edit', 'admin.settings.edit'] })
  const theirs = await uploadedBy(admin.api, '#00aa55')
  const refused = await staff.api.delete(`/api/avatars/users/${admin.person.id}`)
  expect([refused.status, refused.body.error_code]).toEqual([403, 'AVATARS_EXCEEDS_OWN'])
  expect(await served(theirs)).toBe(200)
})

it('[AVA7] takes no uploads while it is off, and a picture can still be removed', async () => {
  const { api } = await server.signIn()
  const url = await uploadedBy(api, '#777700')
  await server.server.core.settings.write({ avatars_enabled: false })
  expect((await upload(api)).body.error_code).toBe('FEATURE_OFF')
  expect(await ownPicture(api)).toBe(url)
  expect((await api.delete('/api/avatars/own')).status).toBe(200)
  expect(await served(url)).toBe(404)
  await server.server.core.settings.write({ avatars_enabled: true })
})

it('[AVA10] leaves nothing of an erased account', async () => {
  const { api, person } = await server.signIn()
  const url = await uploadedBy(api, '#880088')
  await api.post('/api/avatars/background', formOf(await aPicture({ color: '#880099' })))
  const users = server.server.core.services.find(Users)
  await server.server.core.orm.transaction(async (tx) => users?.erase(tx, person.id))
  const rows = async () =>
    (
      await server.pool.query(
        'select person from avatars.avatar where person = $1 union all select person from avatars.background where person = $1',
        [person.id],
      )
    ).rowCount
  await expect.poll(rows).toBe(0)
  await expect.poll(() => served(url)).toBe(404)
})

describe('a background', () => {
  const path = '/api/avatars/background'
  const send = async (api: ApiClient, color: string) => {
    const { status, body } = await api.post(
      path,
      formOf(await aPicture({ color, width: 2400, height: 1350 })),
    )
    expect(status, JSON.stringify(body)).toBe(200)
    return String(body['url'])
  }
  const noted = async (person: string) =>
    (await server.server.core.services.find(Users)?.preferences(person))?.uiSettings?.['background']

  it('[AVA11] is encoded anew, noted in the settings of the account, and read by nobody else', async () => {
    const [ada, ben] = [await server.signIn(), await server.signIn()]
    await ada.api.put('/api/account/preferences', {
      uiSettings: { theme: 'dark', background: { picture: '', opacity: 0.5 } },
    })
    const url = await send(ada.api, '#204060')
    const bytes = Buffer.from(
      await (await fetch(server.url + url, { headers: { accept: 'image/webp' } })).arrayBuffer(),
    )
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 1920, height: 1080, format: 'webp' })
    const { rows } = await server.pool.query(
      'select width, height from pictures.content join pictures.picture on content.id = content_id where owner = $1',
      [ada.person.id],
    )
    expect(rows).toEqual([{ width: 1920, height: 1080 }])
    expect(await noted(ada.person.id)).toEqual({ picture: url, opacity: 0.5 })
    expect((await ada.api.get(path)).body).toMatchObject({ url })
    expect((await ben.api.get(path)).body).toMatchObject({ url: null })
    expect((await ben.api.get(`/api/avatars/users/${ada.person.id}/background`)).status).toBe(403)
    const html = await ada.api.post(path, formOf(Buffer.from('<html>')))
    expect([html.status, html.body.error_code]).toEqual([400, 'AVATARS_NO_PICTURE'])
  })

  it('[AVA12] leaves nothing once it is replaced or removed, and keeps one that came with an import', async () => {
    const { api, person } = await server.signIn()
    const [first, second] = [await send(api, '#102030'), await send(api, '#302010')]
    expect([await served(first), await served(second), await kept(person.id)]).toEqual([404, 200, 1])
    await server.server.core.settings.write({ backgrounds_enabled: false })
    expect((await api.post(path, formOf(await aPicture()))).body.error_code).toBe('FEATURE_OFF')
    expect((await api.delete(path)).status).toBe(200)
    await server.server.core.settings.write({ backgrounds_enabled: true })
    expect([await served(second), await kept(person.id), (await api.get(path)).body['url']]).toEqual([
      404,
      0,
      null,
    ])
    expect(await noted(person.id)).toEqual({ picture: '' })
    const third = await send(api, '#405060')
    await api.put('/api/account/preferences', {
      uiSettings: { background: { picture: '/api/brand/logo.webp' } },
    })
    expect((await api.delete(path)).status).toBe(200)
    expect([await served(third), await noted(person.id)]).toEqual([404, { picture: '/api/brand/logo.webp' }])
  })

  it('[AVA13] is removed by staff who may edit users, who write it down and tell the user', async () => {
    const { api, person } = await server.signIn()
    const staff = await server.signIn({ permissions: ['admin.users.edit'] })
    const url = await send(api, '#506070')
    const theirs = `/api/avatars/users/${person.id}/background`
    expect((await api.delete(theirs)).status).toBe(403)
    expect((await staff.api.get(theirs)).body).toMatchObject({ url })
    expect((await staff.api.delete(theirs)).status).toBe(200)
    expect([await served(url), (await staff.api.delete(theirs)).status]).toEqual([404, 404])
    expect(await noted(person.id)).toEqual({ picture: '' })
    expect((await api.get('/api/account/activity')).body['items']).toMatchObject([
      { action: 'avatars:background-removed', own: false },
      { action: 'avatars:background-changed', own: true },
    ])
    const { rows } = await server.pool.query(
      `select kind from notifications.notification where person = $1 and plugin = 'avatars'`,
      [person.id],
    )
    expect(rows).toEqual([{ kind: 'background-removed' }])
    const admin = await server.signIn({ permissions: ['admin.users.edit', 'admin.settings.edit'] })
    await send(admin.api, '#607080')
    const refused = await staff.api.delete(`/api/avatars/users/${admin.person.id}/background`)
    expect([refused.status, refused.body.error_code]).toEqual([403, 'AVATARS_EXCEEDS_OWN'])
  })
})
