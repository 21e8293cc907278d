import { changeUserLimits, readUserLimits } from '@spawnpoint/contracts/servers'
import { CallError, useExplain, useHost, useReauthenticate, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { useAction } from '@spawnpoint/sdk/query'
import { useState } from 'react'
import { amountsOf, findBad, findBelowUse, isSame, valuesOf } from './limit-values.ts'

export type UserLimits = ReplyOf<typeof readUserLimits>

/** Typed values compared with the limits that the form started from. */
const useLimitsDraft = ({ total, used }: UserLimits) => {
  const [base, setBase] = useState(total)
  // The values replaced by the last save, until the query is refetched.
  const [replaced, setReplaced] = useState<UserLimits['total'] | null>(null)
  const [values, setValues] = useState(() => valuesOf(total))
  const [reason, setReason] = useState('')
  const adopt = (limits: UserLimits['total']) => {
    setReplaced(base)
    setBase(limits)
    setValues(valuesOf(limits))
  }
  return {
    base,
    values,
    setValues,
    reason,
    setReason,
    adopt,
    bad: findBad(values),
    below: findBelowUse(values, { total: base, used }),
    dirty: !isSame(amountsOf(values), base),
    // Another user saved, or the customer bought resources.
    stale: !isSame(total, base) && !(replaced && isSame(total, replaced)),
    distrust: () => setReplaced(null),
  }
}

/** One form over all limits, saved at once; what goes below what is in use asks first. */
export function useLimitsForm(user: string, limits: UserLimits, refresh: () => void) {
  const t = useT()
  const explain = useExplain()
  const { notify } = useHost()
  const reauthenticate = useReauthenticate()
  const draft = useLimitsDraft(limits)
  const [tried, setTried] = useState(false)
  const [asking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const change = useAction(changeUserLimits, { refreshes: [readUserLimits] })

  const send = async (belowUse: boolean) => {
    const { base: before, reason, values } = draft
    const body = { ...amountsOf(values), before, reason, belowUse }
    const saved = await reauthenticate(() => change.mutateAsync({ params: { user }, body }))
    draft.adopt(saved.total)
    draft.setReason('')
    setTried(false)
    notify.toast({ title: t('userLimits.saved'), tone: 'success' })
  }
  const save = (belowUse: boolean) => {
    setAsking(false)
    setProblem(null)
    send(belowUse).catch((error: unknown) => {
      const code = error instanceof CallError ? error.code : null
      // The refetched data explains why: the limits changed, or more is in use than shown.
      if (code === 'STALE_EDIT') draft.distrust()
      if (code === 'STALE_EDIT' || code === 'SERVERS_LIMITS_IN_USE') refresh()
      if (code !== 'STALE_EDIT') setProblem(explain(error))
    })
  }
  const submit = () => {
    setTried(true)
    if (draft.bad.length > 0 || draft.reason.trim() === '') return
    if (draft.below.length > 0) setAsking(true)
    else save(false)
  }
  return { ...draft, tried, asking, setAsking, problem, save, submit, saving: change.isPending }
}
