import type { GrantedCompensation, TicketFile } from '@spawnpoint/contracts/tickets'
import { useFormat, useT } from '@spawnpoint/sdk/browser'
import { Avatar, Badge, Button, classNames, Markdown, Menu } from '@spawnpoint/sdk/ui'
import { MoreHorizontal } from '@spawnpoint/sdk/ui/icons'
import { CompensationLine, FailedCompensation } from './compensation-line.tsx'
import { MessageFiles } from './message-files.tsx'
import { Moment } from './moment.tsx'

type Author = { readonly id: string; readonly name: string; readonly avatar: string | null } | null

export interface ShownMessage {
  readonly id: string
  readonly at: string
  readonly body: string
  readonly staff: boolean
  readonly author: Author
  readonly plugin: string | null
  readonly files: readonly TicketFile[]
  readonly compensation: GrantedCompensation | null
  readonly failedCompensation?: GrantedCompensation | null
  readonly internal?: boolean
  readonly heldUntil?: string | null
  readonly own?: boolean
}

export interface ShownEvent {
  readonly id: string
  readonly at: string
  readonly kind: string
  readonly from: string | null
  readonly to: string | null
  readonly actor: Author
}

interface ConversationProps {
  readonly messages: readonly ShownMessage[]
  readonly events: readonly ShownEvent[]
  readonly view: 'own' | 'desk'
  /** Takes a reply back that the customer has not seen. */
  readonly onUndo?: (message: ShownMessage) => void
  /** Moves a message of the customer and all after it into a new ticket. */
  readonly onSplit?: (message: ShownMessage) => void
}

/** The writer and the side that it belongs to. */
const Writer = ({ message }: { message: ShownMessage }) => {
  const t = useT()
  const { author, plugin, staff, internal } = message
  const isPlugin = author === null && plugin !== null
  const name = isPlugin ? plugin : (author?.name ?? t('deletedAccount'))
  return (
    <>
      <Avatar id={author?.id} name={name} src={author?.avatar} size="sm" />
      <span className="min-w-0 truncate font-semibold">{name}</span>
      {isPlugin && <Badge>{t('view.plugin')}</Badge>}
      {!isPlugin && plugin !== null && (
        <span className="text-sm text-muted">{t('view.via', { plugin })}</span>
      )}
      {!isPlugin && staff && (
        <Badge tone={internal ? 'warning' : 'accent'}>{t(internal ? 'desk.note' : 'view.team')}</Badge>
      )}
    </>
  )
}

const Message = ({
  message,
  view,
  onUndo,
  onSplit,
}: { message: ShownMessage } & Pick<ConversationProps, 'onUndo' | 'onSplit' | 'view'>) => {
  const t = useT()
  const canUndo = onUndo && message.own && message.heldUntil
  return (
    <li
      className={classNames(
        'sp-card p-4',
        message.internal &&
          'border-warning bg-[color-mix(in_srgb,var(--color-warning)_7%,var(--color-surface))]',
      )}
      data-internal={message.internal || undefined}
      data-message={message.id}
      tabIndex={-1}
    >
      <div className="mb-2 flex flex-wrap items-center gap-x-2 gap-y-1">
        <Writer message={message} />
        <span className="ms-auto text-sm text-muted">
          {message.heldUntil ? t('desk.sending') : <Moment at={message.at} />}
        </span>
        {canUndo && (
          <Button size="sm" onClick={() => onUndo(message)}>
            {t('desk.undo')}
          </Button>
        )}
        {onSplit && (
          <Menu
            label={t('split.more')}
            hideLabel
            size="sm"
            icon={<MoreHorizontal aria-hidden />}
            items={[{ id: 'split', label: t('split.open'), onSelect: () => onSplit(message) }]}
          />
        )}
      </div>
      {message.body !== '' && <Markdown text={message.body} author="visitor" />}
      <MessageFiles files={message.files} view={view} />
      {message.compensation && <CompensationLine granted={message.compensation} />}
      {message.failedCompensation && <FailedCompensation granted={message.failedCompensation} />}
    </li>
  )
}

const isFromSplit = ({ kind, to }: ShownEvent) => kind === 'split' && to === null

/** The message below `events` that says what happened. */
const nameOf = (event: ShownEvent) => {
  if (isFromSplit(event)) return 'splitFrom'
  return event.kind === 'snoozed' && event.to === null ? 'awoken' : event.kind
}

const EventLine = ({ event, view }: { event: ShownEvent } & Pick<ConversationProps, 'view'>) => {
  const t = useT()
  const { dateTime } = useFormat()
  const name = (value: string | null) => {
    if (event.kind === 'snoozed') return value && dateTime(value)
    if (event.kind === 'status') return t(`status.${view}.${value}`)
    return event.kind === 'priority' ? t(`priority.${value}`) : (value ?? t('desk.nobody'))
  }
  const actor = event.actor?.name ?? t('deletedAccount')
  return (
    <li className="flex flex-wrap items-center gap-x-2 px-4 text-sm text-muted">
      <span>
        {t(`events.${nameOf(event)}`, {
          actor,
          to: name(event.kind === 'unmerged' || isFromSplit(event) ? event.from : event.to),
        })}
      </span>
      <Moment at={event.at} />
    </li>
  )
}

type Entry =
  | { readonly at: string; readonly message: ShownMessage }
  | { readonly at: string; readonly event: ShownEvent }

/** Messages and changes of a ticket in the order in which they happened. */
export const Conversation = ({ messages, events, view, onUndo, onSplit }: ConversationProps) => {
  const t = useT()
  const canSplit = (message: ShownMessage) => !message.staff && message.id !== messages[0]?.id
  const entries: readonly Entry[] = [
    ...messages.map((message) => ({ at: message.at, message })),
    ...events.map((event) => ({ at: event.at, event })),
  ].toSorted((one, other) => one.at.localeCompare(other.at))
  return (
    <ol className="grid gap-3" aria-label={t('view.conversation')}>
      {entries.map((entry) =>
        'message' in entry ? (
          <Message
            key={`m${entry.message.id}`}
            message={entry.message}
            view={view}
            {...(onUndo && { onUndo })}
            {...(onSplit && canSplit(entry.message) && { onSplit })}
          />
        ) : (
          <EventLine key={`e${entry.event.id}`} event={entry.event} view={view} />
        ),
      )}
    </ol>
  )
}
