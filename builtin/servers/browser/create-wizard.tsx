import { createServer, listServers, serverLimits, serverOptions } from '@spawnpoint/contracts/servers'
import { useExplain, useHost, useRequestKey, useSession, useStore, useT } from '@spawnpoint/sdk/browser'
import { useKeptDraft } from '@spawnpoint/sdk/form'
import { useAction, useEndpoint } from '@spawnpoint/sdk/query'
import { Alert, Button, Card, FormError, useSubmitLock } from '@spawnpoint/sdk/ui'
import { produce } from 'immer'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { parseAmounts } from './amounts.ts'
import {
  problemsOf,
  readDraft,
  startDraft,
  stepAt,
  stepOfRefusal,
  steps,
  type Draft,
  type Options,
  type Step,
} from './create-draft.ts'
import { StepBody, type StepProps } from './create-steps.tsx'
import { CreateSummary } from './create-summary.tsx'
import { StepList } from './step-list.tsx'
import { changedOf, findWrong, useVariables } from './variable-fields.tsx'

/** Under the person's own id, and removed with the session: the next person at this browser begins anew. */
const useDraftKey = () =>
  `session:server_create_draft:${useSession(({ user }) => String(user['uuid'] ?? ''))}`

/** The draft outlives a reload and the way back; it is over with the order or the session. */
const useDraft = (options: Options) => {
  const { storage } = useHost()
  const currentKey = useDraftKey()
  // A log-out changes the key before the page is gone, and nothing may be written then.
  const [draftKey] = useState(currentKey)
  const [start] = useState(() => startDraft(options))
  const { restored, keep } = useKeptDraft<Draft>('wizard')
  const [draft, setDraft] = useState(() => restored ?? readDraft(storage.get(draftKey), start) ?? start)
  useEffect(() => {
    keep(draft === start ? null : draft)
    if (draft !== start) storage.set(draftKey, JSON.stringify(draft))
  }, [keep, storage, draftKey, draft, start])
  const forget = () => {
    keep(null)
    storage.remove(draftKey)
  }
  return { draft, setDraft, forget }
}

interface OrderOptions {
  readonly draft: Draft
  readonly environment: Draft['environment']
  readonly onOrdered: () => void
  /** The step that a refusal leads to. */
  readonly onRefused: (step: Step) => void
}

const useOrder = ({ draft, environment, onOrdered, onRefused }: OrderOptions) => {
  const t = useT()
  const host = useHost()
  const attempt = useRequestKey()
  const order = useAction(createServer, { refreshes: [listServers, serverLimits, serverOptions] })
  const { refetch } = useEndpoint(serverOptions)
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
  const refused = async (error: unknown) => {
    // The limits and places of the page may be outdated, or the order would not have been refused.
    await refetch()
    onRefused(stepOfRefusal(error))
  }
  return {
    send: () => void once(() => send().catch(refused)),
    isSending: order.isPending,
    error: order.error,
    forgetError: () => order.error && order.reset(),
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

/** Reads what the chosen game lets its owner set. */
const useEnvironment = ({ eggId, environment }: Draft) => {
  const { data, error } = useVariables(eggId)
  const variables = data?.variables ?? []
  return {
    isWaiting: !data && !error,
    wrong: findWrong(variables, environment).length,
    // Without an answer of the panel the server says whether it takes what was typed.
    environment: data ? changedOf(variables, environment) : environment,
  }
}

interface StepButtonsProps {
  readonly at: number
  readonly isLast: boolean
  readonly isSending: boolean
  /** The settings of the game are on their way. */
  readonly isWaiting: boolean
  readonly onBack: () => void
}

const StepButtons = ({ at, isLast, isSending, isWaiting, onBack }: StepButtonsProps) => {
  const t = useT()
  return (
    <div className="sp-form-actions">
      <Button disabled={at === 0 || isSending} onClick={onBack}>
        {t('wizard.back')}
      </Button>
      <Button type="submit" variant="primary" loading={isSending || isWaiting}>
        {t(isLast ? 'wizard.create' : 'wizard.next')}
      </Button>
    </div>
  )
}

/** The draft, the step that is shown, what is wrong with it, and the order. */
const useWizard = (options: Options) => {
  const { draft, setDraft, forget } = useDraft(options)
  const { at, go } = useStep(draft, options)
  const [tries, setTries] = useState({ at, count: 0 })
  const count = tries.at === at ? tries.count : 0
  const { wrong, isWaiting: isAsking, environment } = useEnvironment(draft)
  const order = useOrder({
    draft,
    environment,
    onOrdered: forget,
    onRefused: (refusedAt) => {
      const to = steps.indexOf(refusedAt)
      setTries({ at: to, count: count + 1 })
      if (to !== at) go(to)
    },
  })
  const body = useStepFocus(at, count)
  const step = steps[at] ?? 'category'
  const { message, terms, amounts } = problemsOf(step, draft, options)
  const isLast = at === steps.length - 1
  const isWaiting = isLast && isAsking
  const tried = count > 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // An order without the settings of the game would be built with other values than the typed ones.
    if (isWaiting) return
    const isWrong = message !== null || terms || amounts.length > 0
    if (isWrong || (isLast && wrong > 0)) return setTries({ at, count: count + 1 })
    if (isLast) order.send()
    else go(at + 1)
  }
  const edit: StepProps['edit'] = (change) => {
    order.forgetError()
    setDraft(produce(change))
  }
  return {
    draft,
    at,
    go,
    step,
    order,
    body,
    problems: { message, terms, amounts },
    isLast,
    isWaiting,
    tried,
    submit,
    edit,
  }
}

/** Four short steps to a server; nothing is lost by going back. */
export const CreateWizard = ({ options }: { options: Options }) => {
  const t = useT()
  const explain = useExplain()
  const { draft, at, go, step, order, body, problems, isLast, isWaiting, tried, submit, edit } =
    useWizard(options)
  const { message, terms, amounts } = problems
  const problem = tried && message !== null ? t(message) : null
  return (
    <form onSubmit={submit} noValidate className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_18rem]">
      <div className="flex min-w-0 flex-col">
        <StepList at={at} />
        <Card
          title={t(`wizard.steps.${step}`)}
          footer={
            <StepButtons
              {...{ at, isLast, isWaiting }}
              isSending={order.isSending}
              onBack={() => go(at - 1)}
            />
          }
        >
          <fieldset
            ref={body}
            aria-label={t('wizard.step', {
              at: at + 1,
              all: steps.length,
              name: t(`wizard.steps.${step}`),
            })}
            tabIndex={-1}
            className="m-0 flex min-w-0 flex-col gap-4 border-0 p-0 outline-none"
          >
            {order.error && <FormError message={explain(order.error)} />}
            {problem && !isLast && <Alert tone="danger">{problem}</Alert>}
            <StepBody
              {...{ step, draft, options, problem }}
              termsProblem={tried && terms ? t('errors.SERVERS_TERMS') : null}
              isTried={tried}
              amountProblems={tried ? amounts : []}
              edit={edit}
            />
          </fieldset>
        </Card>
      </div>
      <CreateSummary draft={draft} options={options} />
    </form>
  )
}
