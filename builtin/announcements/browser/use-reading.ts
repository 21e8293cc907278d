import {
  dismissAnnouncement,
  listAnnouncements,
  readAllAnnouncements,
  readAnnouncement,
} from '@spawnpoint/contracts/announcements'
import { useHost } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { useAction } from '@spawnpoint/sdk/query'

/** Takes over what a reading changes: the badge in the menu, and the part on the dashboard. */
const useTakeOver = () => {
  const { updateSession } = useHost()
  return ({ unread, headline }: ReplyOf<typeof readAnnouncement>) =>
    updateSession({ stats: { unread_announcements: unread, announcement_headline: headline } })
}

export const useRead = () =>
  useAction(readAnnouncement, { refreshes: [listAnnouncements], onReply: useTakeOver() })

export const useReadAll = () =>
  useAction(readAllAnnouncements, { refreshes: [listAnnouncements], onReply: useTakeOver() })

export const useDismiss = () =>
  useAction(dismissAnnouncement, { refreshes: [listAnnouncements], onReply: useTakeOver() })
