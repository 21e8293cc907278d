import { createServer, listServers, serverLimits, serverOptions } from '@spawnpoint/contracts/servers'
import { useExplain, useHost, useRequestKey, useStore, useT } from '@spawnpoint/sdk/browser'
import { useKeptDraft } from '@spawnpoint/sdk/form'
import { useAction } from '@spawnpoint/sdk/query'
import { Alert, Button, Card, FormError, useSubmitLock } from '@spawnpoint/sdk/ui'
import { produce } from 'immer'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { parseAmounts } from './amounts.ts'
import { problemsOf, readDraft, startDraft, stepAt, steps, type Draft, type Options } from './create-draft.ts'
import { StepBody } from './create-steps.tsx'
import { CreateSummary } from './create-summary.tsx'
import { StepList } from './step-list.tsx'
import { changedOf, findWrong, useVariables } from './variable-fields.tsx'

const draftKey = 'server_create_draft'

/** The draft outlives a reload and the way back; it is over with the order or the session. */
const useDraft = (options: Options) => {
  const { storage } = useHost()
  const [start] = useState(() => startDraft(options))
  const { restored, keep } = useKeptDraft<Draft>('wizard')
  const [draft, setDraft] = useState(() => restored ?? readDraft(storage.get(draftKey), start) ?? start)
  useEffect(() => {
    keep(draft === start ? null : draft)
    if (draft !== start) storage.set(draftKey, JSON.stringify(draft))
  }, [keep, storage, draft, start])
  const forget = () => {
    keep(null)
    storage.remove(draftKey)
  }
  return { draft, setDraft, forget }
}

const useOrder = (draft: Draft, environment: Draft['environment'], onOrdered: () => void) => {
  const t = useT()
  const host = useHost()
  const attempt = useRequestKey()
  const order = useAction(createServer, { refreshes: [listServers, serverLimits, serverOptions] })
  const { amounts, ...chosen } = { ...draft, environment }
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

/** Each step has an address, so that Back leads to the one before. */
const useStep = (draft: Draft, options: Options) => {
  const host = useHost()
  const { path, hash } = useStore(host.location)
  return {
    at: stepAt(hash, draft, options),
    go: (to: number) => host.navigate(`${path}#${steps[to] ?? steps[0]}`),
  }
}

interface StepButtonsProps {
  readonly at: number
  readonly isLast: boolean
  readonly isSending: boolean
  readonly onBack: () => void
}

const StepButtons = ({ at, isLast, isSending, onBack }: StepButtonsProps) => {
  const t = useT()
  return (
    <div className="sp-form-actions">
      <Button disabled={at === 0 || isSending} onClick={onBack}>
        {t('wizard.back')}
      </Button>
      <Button type="submit" variant="primary" loading={isSending}>
        {t(isLast ? 'wizard.create' : 'wizard.next')}
      </Button>
    </div>
  )
}

/** Four short steps to a server; nothing is lost by going back. */
export const CreateWizard = ({ options }: { options: Options }) => {
  const t = useT()
  const explain = useExplain()
  const { draft, setDraft, forget } = useDraft(options)
  const { at, go } = useStep(draft, options)
  const [tries, setTries] = useState({ at, count: 0 })
  const count = tries.at === at ? tries.count : 0
  const { data } = useVariables(draft.eggId)
  const variables = data?.variables ?? []
  const order = useOrder(draft, changedOf(variables, draft.environment), forget)
  const body = useStepFocus(at, count)
  const step = steps[at] ?? 'category'
  const { message, terms, amounts } = problemsOf(step, draft, options)
  const isLast = at === steps.length - 1
  const tried = count > 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isWrong = message !== null || terms || amounts.length > 0
    if (isWrong || (isLast && findWrong(variables, draft.environment).length > 0))
      return setTries({ at, count: count + 1 })
    if (isLast) order.send()
    else go(at + 1)
  }
  const problem = tried && message !== null ? t(message) : null
  return (
    <form onSubmit={submit} noValidate className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_18rem]">
      <div className="flex min-w-0 flex-col">
        <StepList at={at} />
        <Card
          title={t(`wizard.steps.${step}`)}
          footer={<StepButtons {...{ at, isLast }} isSending={order.isSending} onBack={() => go(at - 1)} />}
        >
          <fieldset
            ref={body}
            aria-label={t(`wizard.steps.${step}`)}
            tabIndex={-1}
            className="m-0 flex min-w-0 flex-col gap-4 border-0 p-0 outline-none"
          >
            {isLast && order.error && <FormError message={explain(order.error)} />}
            {problem && !isLast && <Alert tone="danger">{problem}</Alert>}
            <StepBody
              {...{ step, draft, options, problem }}
              termsProblem={tried && terms ? t('errors.SERVERS_TERMS') : null}
              isTried={tried}
              amountProblems={tried ? amounts : []}
              edit={(change) => setDraft(produce(change))}
            />
          </fieldset>
        </Card>
      </div>
      <CreateSummary draft={draft} options={options} />
    </form>
  )
}
