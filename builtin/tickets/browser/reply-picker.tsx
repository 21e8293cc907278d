import { listCannedReplies } from '@spawnpoint/contracts/tickets'
import { useOpenPath, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { Loaded } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { classNames, Dialog, Empty, LinkButton, SearchField, Skeleton } from '@spawnpoint/sdk/ui'
import { MessageSquare } from '@spawnpoint/sdk/ui/icons'
import { useId, useState, type KeyboardEvent } from 'react'

export type CannedReply = ReplyOf<typeof listCannedReplies>['replies'][number]

interface PickerProps {
  readonly ticket: string
  readonly onPick: (reply: CannedReply) => void
  readonly onClose: () => void
}

const matches = ({ name, text }: CannedReply, search: string) =>
  search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => `${name} ${text}`.toLowerCase().includes(word))

const Option = ({
  id,
  reply,
  isActive,
  onPick,
}: {
  id: string
  reply: CannedReply
  isActive: boolean
  onPick: () => void
}) => (
  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the search field has the keys
  <div
    id={id}
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- of such a list
    role="option"
    aria-selected={isActive}
    tabIndex={-1}
    ref={(element) => {
      if (isActive) element?.scrollIntoView({ block: 'nearest' })
    }}
    className={classNames('cursor-pointer rounded-lg px-3 py-2 hover:bg-hover', isActive && 'bg-hover')}
    onClick={onPick}
  >
    <p className="truncate font-medium">{reply.name}</p>
    <p className="line-clamp-2 text-sm text-muted">{reply.text}</p>
  </div>
)

const None = () => {
  const t = useT()
  const create = useOpenPath()('tickets-canned-replies-create')
  return (
    <Empty
      icon={<MessageSquare />}
      title={t('picker.empty')}
      text={t('picker.emptyText')}
      action={create && <LinkButton to={create}>{t('canned-replies.create')}</LinkButton>}
    />
  )
}

const Choices = ({
  id,
  found,
  active,
  onPick,
}: {
  id: string
  found: readonly CannedReply[]
  active: number
} & Pick<PickerProps, 'onPick'>) => {
  const t = useT()
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a list of texts of several lines
    <div id={id} role="listbox" aria-label={t('picker.title')} className="h-80 overflow-y-auto">
      {found.map((reply, index) => (
        <Option
          key={reply.id}
          id={`${id}-${index}`}
          reply={reply}
          isActive={index === active}
          onPick={() => onPick(reply)}
        />
      ))}
      {found.length === 0 && <p className="p-3 text-muted">{t('picker.none')}</p>}
    </div>
  )
}

/** Canned replies as they read in this ticket: search, arrow keys and Enter. */
export const ReplyPicker = ({ ticket, onPick, onClose }: PickerProps) => {
  const t = useT()
  const id = useId()
  const query = useEndpoint(listCannedReplies, { params: { id: ticket } })
  const [search, setSearch] = useState('')
  const [active, setActive] = useState(0)
  const found = (query.data?.replies ?? []).filter((reply) => matches(reply, search))
  const press = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    const chosen = found[active]
    if (step !== undefined) setActive(Math.min(Math.max(0, active + step), Math.max(0, found.length - 1)))
    else if (event.key === 'Enter' && chosen) onPick(chosen)
    else if (event.key !== 'Enter') return
    // The form around the dialog is not sent.
    event.preventDefault()
  }
  return (
    <Dialog open onClose={onClose} title={t('picker.title')} size="md">
      <div className="grid gap-3">
        <SearchField
          data-autofocus
          label={t('picker.search')}
          placeholder={t('picker.search')}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- its list is below it
          role="combobox"
          aria-expanded
          aria-controls={id}
          aria-activedescendant={found[active] && `${id}-${active}`}
          value={search}
          onSearch={(text) => {
            setSearch(text)
            setActive(0)
          }}
          onKeyDown={press}
        />
        <Loaded query={query} loading={<Skeleton shape="block" className="h-80" />}>
          {({ replies }) =>
            replies.length === 0 ? (
              <None />
            ) : (
              <Choices id={id} found={found} active={active} onPick={onPick} />
            )
          }
        </Loaded>
      </div>
    </Dialog>
  )
}
