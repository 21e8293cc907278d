import { resourceSchemas } from '@spawnpoint/sdk/common'
import { testResource } from '@spawnpoint/sdk/testing/resource'
import { expect, it } from 'vitest'
import { departments } from './resource.ts'

testResource(departments, { folder: import.meta.dirname })

it.each([
  [{ timeZone: 'Europe/Nowhere' }, 'time_zone'],
  [{ mon: { from: '17:00', to: '09:00' } }, 'schedule_order'],
])('[DEP2] refuses %j', (wrong, code) => {
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
  const body = { name: 'Billing', description: '', enabled: true, openingHours: { ...hours, ...wrong } }
  expect(resourceSchemas(departments).body.safeParse(body).error?.issues).toMatchObject([{ message: code }])
})
