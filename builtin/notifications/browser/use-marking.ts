import {
  listNotifications,
  markAllNotifications,
  markNotification,
} from '@spawnpoint/contracts/notifications'
import { useExplain, useHost } from '@spawnpoint/sdk/browser'
import type { CallOf, ReplyOf } from '@spawnpoint/sdk/common'
import { useAction } from '@spawnpoint/sdk/query'

/** The changes that one notification may have. */
export type Marks = NonNullable<CallOf<typeof markNotification>['body']>

/** Marks notifications; the number at the bell follows at once. */
export function useMarking() {
  const host = useHost()
  const explain = useExplain()
  const options = {
    refreshes: [listNotifications],
    onReply: ({ unread }: ReplyOf<typeof markNotification>) =>
      host.updateSession({ stats: { unread_notifications: unread } }),
  }
  const one = useAction(markNotification, options)
  const all = useAction(markAllNotifications, options)
  const onError = (error: unknown) => host.notify.toast({ title: explain(error), tone: 'danger' })
  return {
    isPending: one.isPending || all.isPending,
    mark: (id: string, body: Marks) => one.mutate({ params: { id }, body }, { onError }),
    markAll: (as: 'read' | 'done') => all.mutate({ body: { as } }, { onError }),
  }
}
