import { resourceSchemas } from '@spawnpoint/sdk/common'
import { testResource } from '@spawnpoint/sdk/testing/resource'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { until } from '../../tests/support/server/start-hosting-server.ts'
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

it('[DEP5] configuration as code creates and changes departments, and has nothing to change then', async () => {
  const server = await startTestServer()
  // The demonstration's games come a moment after the start, and a plan is of one state.
  await until('the demonstration was offered', async () => {
    const { rows } = await server.pool.query('select from panel.demo_catalogue')
    return rows.length > 0
  })
  const folder = mkdtempSync(join(tmpdir(), 'departments-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [wanted, plan, exported] = ['wanted.yml', 'plan.json', 'now.yml'].map((name) => join(folder, name))
  const run = async (name: string, ...given: (string | undefined)[]) => {
    const commands = server.server.host.running().flatMap(({ owned }) => owned.registrations.commands)
    const command = commands.find((each) => each.name === `config ${name}`)
    return command?.run(given.map((each) => each ?? ''))
  }
  const planOf = (department: object) => {
    writeFileSync(wanted ?? '', JSON.stringify({ version: 1, resources: { departments: [department] } }))
    return run('plan', wanted, plan)
  }
  const mon = { from: '09:00', to: '17:00', break: { from: '12:00', to: '13:00' } }
  const openingHours = { ...hours, timeZone: 'Europe/Berlin', mon, closedOn: ['2026-12-25'] }
  const billing = { name: 'Billing', description: 'Invoices', openingHours, firstReplyHours: 4 }
  expect((await planOf(billing))?.text).toContain('+ departments "Billing"')
  expect(await run('apply', plan)).toEqual({ text: 'Made 1 changes.' })
  expect(await planOf(billing)).toEqual({ text: 'Nothing to change.' })
  const later = { ...openingHours, mon: { from: '10:00', to: '18:00' } }
  expect((await planOf({ ...billing, openingHours: later }))?.text).toContain(
    '~ departments "Billing": openingHours',
  )
  expect(await run('apply', plan)).toEqual({ text: 'Made 1 changes.' })
  expect(await planOf({ ...billing, openingHours: later })).toEqual({ text: 'Nothing to change.' })
  expect(await planOf({ ...billing, openingHours: { ...later, timeZone: 'Nowhere' } })).toMatchObject({
    failed: true,
  })
  await run('export', exported)
  const { resources } = parse(readFileSync(exported ?? '', 'utf8')) as {
    resources: { departments: readonly object[] }
  }
  expect(resources.departments).toEqual([{ ...billing, openingHours: later, enabled: true }])
  expect(await run('plan', exported, plan)).toEqual({ text: 'Nothing to change.' })
  await server.stop()
})
