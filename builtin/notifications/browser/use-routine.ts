import { changeRoutine, readRoutine } from '@spawnpoint/contracts/notifications'
import { useExplain, useHost, useT } from '@spawnpoint/sdk/browser'
import type { CallOf, ReplyOf } from '@spawnpoint/sdk/common'
import { useAction } from '@spawnpoint/sdk/query'

export type Routine = ReplyOf<typeof readRoutine>
type Change = NonNullable<CallOf<typeof changeRoutine>['body']>

/** Saves a part of the routine; true once it is saved. */
export const useChangeRoutine = () => {
  const t = useT()
  const host = useHost()
  const explain = useExplain()
  const { mutateAsync, isPending } = useAction(changeRoutine, {
    onReply: (reply, cache) => cache.update(readRoutine, () => reply),
  })
  const save = async (body: Change): Promise<boolean> => {
    try {
      await mutateAsync({ body })
      host.notify.toast({ title: t('routine.saved'), tone: 'success' })
      return true
    } catch (error) {
      host.notify.toast({ title: explain(error), tone: 'danger' })
      return false
    }
  }
  return { save, isPending }
}
