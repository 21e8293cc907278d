import { resourceSchemas } from '@spawnpoint/sdk/common'
import { testResource } from '@spawnpoint/sdk/testing/resource'
import { expect, it } from 'vitest'
import { startTestServer } from '../../tests/support/server/start-test-server.ts'
import { departments } from './resource.ts'

testResource(departments, { folder: import.meta.dirname })

const hours = {
  timeZone: 'UTC',
  mon: null,
  tue: null,
  wed: null,
  thu: null,
  fri: null,
  sat: null,
  sun: null,
}
const aDepartment = { name: 'Billing', description: '', enabled: true, openingHours: hours }

it('[DEP1] refuses a name that another department has, whatever its case', async () => {
  const server = await startTestServer()
  const { api } = await server.signIn({ role: 'Administrator' })
  const create = async (name: string) => {
    const { status, body } = await api.post('/api/departments', { ...aDepartment, name })
    return [status, body['fields']]
  }
  expect(await create('Billing')).toEqual([200, undefined])
  expect(await create('bILLING')).toEqual([409, { name: 'DUPLICATE' }])
  expect(await create('Support')).toEqual([200, undefined])
  await server.stop()
})

it.each([
  [{ timeZone: 'Europe/Nowhere' }, 'time_zone'],
  [{ mon: { from: '17:00', to: '09:00' } }, 'schedule_order'],
  [{ mon: { from: '09:00', to: '17:00', break: { from: '13:00', to: '12:00' } } }, 'schedule_break'],
  [{ mon: { from: '09:00', to: '17:00', break: { from: '09:00', to: '10:00' } } }, 'schedule_break'],
  [{ mon: { from: '09:00', to: '17:00', break: { from: '16:00', to: '17:00' } } }, 'schedule_break'],
  [{ closedOn: ['2026-12-25', '2026-12-25'] }, 'schedule_dates'],
  [{ closedOn: ['2026-02-30'] }, 'Invalid ISO date'],
])('[DEP2] [DEP4] refuses %j', (wrong, code) => {
  const body = { ...aDepartment, openingHours: { ...hours, ...wrong } }
  expect(resourceSchemas(departments).body.safeParse(body).error?.issues).toMatchObject([{ message: code }])
})

it('[DEP3] [DEP4] keeps the dates that are closed, and breaks', async () => {
  const server = await startTestServer()
  const { api } = await server.signIn({ role: 'Administrator' })
  const mon = { from: '09:00', to: '17:00', break: { from: '12:00', to: '13:00' } }
  const openingHours = { ...hours, mon, closedOn: ['2026-12-25', '2027-01-01'] }
  const { body } = await api.post('/api/departments', { ...aDepartment, openingHours })
  const { id } = body['item'] as { readonly id: string }
  expect((await api.get(`/api/departments/${id}`)).body).toMatchObject({ item: { openingHours } })
  await server.stop()
})
