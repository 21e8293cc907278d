import { expect, type Page } from '@playwright/test'
import { callApi } from './call-api.ts'

interface Row {
  readonly id: string
  readonly version: number
}

/** The demonstration's catalogue is off at an https address, and goes off when a panel is connected: staff offer it. */
export const offerCatalogue = async (staff: Page): Promise<void> => {
  const listed = async (list: string) =>
    (await callApi(staff, 'GET', `/api/${list}`)).items as unknown as readonly Row[]
  const isOff = async () => {
    const locations = await listed('locations')
    return locations.length > 0 && locations.every((each) => Reflect.get(each, 'status') === 'offline')
  }
  await expect.poll(isOff).toBe(true)
  for (const [list, values] of [
    ['locations', { status: 'online' }],
    ['egg-categories', { enabled: true }],
    ['eggs', { enabled: true }],
  ] as const)
    for (const { id, version } of await listed(list))
      await callApi(staff, 'PATCH', `/api/${list}/${id}`, { ...values, version })
}
