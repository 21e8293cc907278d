import { preventsServers } from '@spawnpoint/contracts/panel'
import { checkEgg, listBrokenEggs as listBrokenEggsCall } from '@spawnpoint/contracts/servers'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { answer } from '@spawnpoint/sdk/server'
import { listBrokenEggs, lookAtEgg } from './check-eggs.ts'
import { serverUses } from './server-uses.ts'

export const handleListBrokenEggs = answer(listBrokenEggsCall, serverUses, async ({ db }) => ({
  eggs: (await listBrokenEggs(db)).map(({ id, name }) => ({ id, name })),
}))

type State = ReplyOf<typeof checkEgg>['state']

const stateOf = (isKnown: boolean, isMissing: boolean, broken: readonly string[]): State => {
  if (!isKnown) return 'away'
  if (isMissing) return 'missing'
  return broken.length > 0 ? 'broken' : 'fine'
}

export const handleCheckEgg = answer(checkEgg, serverUses, async ({ params, fail, ...services }) => {
  const found = await lookAtEgg(services, params.id)
  if (!found) throw fail('NOT_FOUND')
  const named = (isNamed: boolean) =>
    found.troubles.filter((each) => preventsServers(each) === isNamed).map(({ variable }) => variable)
  const [broken, kept] = [named(true), named(false)]
  return { state: stateOf(found.isKnown, found.isMissing, broken), broken, kept }
})
