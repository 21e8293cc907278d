import { createServer, listServers, serverLimits, serverOptions } from '@spawnpoint/contracts/servers'
import { useExplain, useHost, useRequestKey, useT } from '@spawnpoint/sdk/browser'
import { useKeptDraft, useUnsavedGuard } from '@spawnpoint/sdk/form'
import { useAction } from '@spawnpoint/sdk/query'
import { Alert, Button, Card, FormError, useSubmitLock } from '@spawnpoint/sdk/ui'
import { produce } from 'immer'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { parseAmounts } from './amounts.ts'
import { problemsOf, startDraft, steps, type Draft, type Options } from './create-draft.ts'
import { StepBody } from './create-steps.tsx'
import { StepList } from './step-list.tsx'

const useOrder = (draft: Draft, onOrdered: () => void) => {
  const t = useT()
  const host = useHost()
  const attempt = useRequestKey()
  const order = useAction(createServer, { refreshes: [listServers, serverLimits, serverOptions] })
  const { amounts, ...chosen } = draft
  const once = useSubmitLock()
  // The page is on its way out then: another click must not order another server.
  const isOrdered = useRef(false)
  const send = async () => {
    if (isOrdered.current) return
    const { id } = await attempt((requestKey) =>
      order.mutateAsync({ body: { ...chosen, ...parseAmounts(amounts), requestKey } }),
    )
    host.notify.toast({ title: t('wizard.done.title'), text: t('wizard.done.text'), tone: 'success' })
    isOrdered.current = true
    onOrdered()
    // The page keeps this address when the build has become a server.
    host.navigate(host.pathTo('server', { id }), { replace: true })
  }
  // The mutation holds the error, and the page shows it from there.
  return {
    send: () => void once(send).catch(() => undefined),
    isSending: order.isPending,
    error: order.error,
  }
}

/**
 * Each step takes the focus, which would be lost with the field that Enter was pressed in; a step that cannot be left
 * leads to its first wrong field.
 */
const useStepFocus = (at: number, tries: number) => {
  const body = useRef<HTMLFieldSetElement>(null)
  const last = useRef(at)
  useEffect(() => {
    if (last.current === at) return
    last.current = at
    body.current?.focus()
  }, [at])
  useEffect(() => {
    if (tries > 0) body.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [tries])
  return body
}

/** Five short steps to a server; nothing is lost by going back. */
export const CreateWizard = ({ options }: { options: Options }) => {
  const t = useT()
  const explain = useExplain()
  const { restored, keep } = useKeptDraft<{ at: number; draft: Draft }>('wizard')
  const [at, setAt] = useState(restored?.at ?? 0)
  const [tries, setTries] = useState(0)
  const tried = tries > 0
  const [start] = useState(() => startDraft(options))
  const [draft, setDraft] = useState(restored?.draft ?? start)
  useEffect(() => keep(draft === start ? null : { at, draft }), [keep, at, draft, start])
  const release = useUnsavedGuard(draft !== start)
  const order = useOrder(draft, release)
  const body = useStepFocus(at, tries)
  const step = steps[at] ?? 'details'
  const { message, terms, amounts } = problemsOf(step, draft, options)
  const isLast = at === steps.length - 1
  const go = (to: number) => {
    setTries(0)
    setAt(to)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (message !== null || terms || amounts.length > 0) return setTries(tries + 1)
    if (isLast) order.send()
    else go(at + 1)
  }
  const problem = tried && message !== null ? t(message) : null
  return (
    <form onSubmit={submit} noValidate>
      <StepList at={at} />
      <Card
        title={t(`wizard.steps.${step}`)}
        footer={
          <div className="sp-form-actions">
            <Button disabled={at === 0 || order.isSending} onClick={() => go(at - 1)}>
              {t('wizard.back')}
            </Button>
            <Button type="submit" variant="primary" loading={order.isSending}>
              {t(isLast ? 'wizard.create' : 'wizard.next')}
            </Button>
          </div>
        }
      >
        <fieldset
          ref={body}
          aria-label={t(`wizard.steps.${step}`)}
          tabIndex={-1}
          className="m-0 flex min-w-0 flex-col gap-4 border-0 p-0 outline-none"
        >
          {isLast && order.error && <FormError message={explain(order.error)} />}
          {problem && step !== 'details' && <Alert tone="danger">{problem}</Alert>}
          <StepBody
            {...{ step, draft, options, problem }}
            termsProblem={tried && terms ? t('errors.SERVERS_TERMS') : null}
            amountProblems={tried ? amounts : []}
            edit={(change) => setDraft(produce(change))}
          />
        </fieldset>
      </Card>
    </form>
  )
}
