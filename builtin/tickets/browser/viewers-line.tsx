import type { Viewer } from '@spawnpoint/contracts/tickets'
import { useT } from '@spawnpoint/sdk/browser'
import { Eye, Pencil } from '@spawnpoint/sdk/ui/icons'

/** Says who else has the ticket open, and who types. */
export const ViewersLine = ({ viewers }: { viewers: readonly Viewer[] }) => {
  const t = useT()
  return (
    <output className="flex min-w-0 flex-wrap gap-x-4 gap-y-1 text-sm">
      {viewers.map(({ id, name, typing }) => (
        <span
          key={id}
          className={
            typing ? 'flex items-center gap-1.5 text-accent-text' : 'flex items-center gap-1.5 text-muted'
          }
        >
          {typing ? <Pencil className="size-4" aria-hidden /> : <Eye className="size-4" aria-hidden />}
          {t(typing ? 'viewers.typing' : 'viewers.viewing', { name })}
        </span>
      ))}
    </output>
  )
}

/** The same in a row of the queue. */
export const ViewersMark = ({ viewers }: { viewers: readonly Viewer[] }) => {
  const t = useT()
  if (viewers.length === 0) return null
  const isTyping = viewers.some(({ typing }) => typing)
  const text = viewers
    .map(({ name, typing }) => t(typing ? 'viewers.typing' : 'viewers.viewing', { name }))
    .join(' · ')
  return (
    <span className="ms-2 inline-flex items-center gap-1 text-xs text-accent-text" title={text}>
      {isTyping ? <Pencil className="size-3.5" aria-hidden /> : <Eye className="size-3.5" aria-hidden />}
      {viewers.map(({ name }) => name).join(', ')}
      <span className="sr-only">{text}</span>
    </span>
  )
}
