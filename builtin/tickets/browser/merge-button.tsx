import {
  countQueue,
  listMergeTargets,
  listQueue,
  mergeTicket,
  readQueuedTicket,
  unmergeTicket,
} from '@spawnpoint/contracts/tickets'
import { useExplain, useHost, useOpenPath, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { Loaded } from '@spawnpoint/sdk/list'
import { useAction, useEndpoint } from '@spawnpoint/sdk/query'
import { Alert, Button, Dialog, Empty, FormError, LinkButton, Select, Skeleton } from '@spawnpoint/sdk/ui'
import { Ticket } from '@spawnpoint/sdk/ui/icons'
import { useState } from 'react'

type Shown = ReplyOf<typeof readQueuedTicket>['ticket']
type Target = ReplyOf<typeof listMergeTargets>['tickets'][number]

const refreshes = [readQueuedTicket, listQueue, countQueue]

/** Takes a merge back. */
const useUnmerge = () => {
  const t = useT()
  const host = useHost()
  const explain = useExplain()
  const undo = useAction(unmergeTicket, { refreshes })
  return {
    isPending: undo.isPending,
    unmerge: (id: string) =>
      undo.mutate(
        { params: { id } },
        {
          onSuccess: ({ number }) =>
            host.notify.toast({ title: t('merge.undone', { number }), tone: 'success' }),
          onError: (error) => host.notify.toast({ title: explain(error), tone: 'danger' }),
        },
      ),
  }
}

const Form = ({
  ticket,
  targets,
  onClose,
}: {
  ticket: Shown
  targets: readonly Target[]
  onClose: () => void
}) => {
  const t = useT()
  const host = useHost()
  const explain = useExplain()
  const [chosen, setChosen] = useState(targets[0]?.id)
  const merge = useAction(mergeTicket, { refreshes })
  const other = targets.find(({ id }) => id === chosen)
  if (!other) return null
  const submit = async () => {
    const body = { into: other.id, version: ticket.version }
    const into = await merge.mutateAsync({ params: { id: ticket.id }, body }).catch(() => null)
    if (!into) return
    onClose()
    // The page stays: it leads to the other ticket, and takes the merge back.
    host.notify.toast({
      title: t('merge.done', { number: ticket.number, into: into.number }),
      tone: 'success',
    })
  }
  return (
    <form
      className="sp-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (!merge.isPending) void submit()
      }}
    >
      <FormError message={merge.error && explain(merge.error)} />
      <Select
        label={t('merge.into')}
        hint={t('merge.text', { number: ticket.number, into: other.number })}
        value={other.id}
        options={targets.map(({ id, number, subject }) => ({ value: id, label: `#${number} ${subject}` }))}
        onChange={(event) => setChosen(event.target.value)}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button type="submit" variant="primary" loading={merge.isPending}>
          {t('merge.submit')}
        </Button>
      </div>
    </form>
  )
}

// The older ticket is where others look first.
const olderFirst = (targets: readonly Target[]) =>
  targets.toSorted((one, other) => one.createdAt.localeCompare(other.createdAt))

const MergeDialog = ({ ticket, onClose }: { ticket: Shown; onClose: () => void }) => {
  const t = useT()
  const query = useEndpoint(listMergeTargets, { params: { id: ticket.id } })
  return (
    <Dialog open onClose={onClose} title={t('merge.title', { number: ticket.number })} size="sm">
      <Loaded query={query} loading={<Skeleton shape="block" className="h-32" />}>
        {({ tickets }) =>
          tickets.length === 0 ? (
            <Empty icon={<Ticket />} title={t('merge.none')} text={t('merge.noneText')} />
          ) : (
            <Form ticket={ticket} targets={olderFirst(tickets)} onClose={onClose} />
          )
        }
      </Loaded>
    </Dialog>
  )
}

/** Merges a ticket into another one of its customer. */
export const MergeButton = ({ ticket }: { ticket: Shown }) => {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={<Ticket aria-hidden />} onClick={() => setOpen(true)}>
        {t('merge.open')}
      </Button>
      {isOpen && <MergeDialog ticket={ticket} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Says where the messages of a merged ticket are, and takes that back for a day. */
export const MergedAlert = ({ ticket: { id, mergedInto }, now }: { ticket: Shown; now: number }) => {
  const t = useT()
  const openPath = useOpenPath()
  const { unmerge, isPending } = useUnmerge()
  if (!mergedInto) return null
  const { number, undoUntil } = mergedInto
  return (
    <Alert
      tone="info"
      title={t('merge.merged', { into: number })}
      action={
        <span className="flex flex-wrap gap-2">
          <LinkButton size="sm" to={openPath('queued-ticket', { id: mergedInto.id }) ?? ''}>
            {t('merge.view', { into: number })}
          </LinkButton>
          {now < Date.parse(undoUntil) && (
            <Button size="sm" variant="ghost" loading={isPending} onClick={() => unmerge(id)}>
              {t('merge.undo')}
            </Button>
          )}
        </span>
      }
    >
      {t('merge.mergedText')}
    </Alert>
  )
}
