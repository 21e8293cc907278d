import { useHost, useStore, useT } from '@spawnpoint/sdk/browser'
import { Alert, Button, Link } from '@spawnpoint/sdk/ui'
import type { MouseEvent } from 'react'
import { answerBisect, bisect, keepBisect, stepsLeft, type Bisect, type BisectResult } from './bisect.ts'

/** Loads the page anew, since code that has run cannot be taken back. */
export const useReload = () => {
  const { leaveTo, location } = useHost()
  return () => {
    const { path, search } = location.getState()
    leaveTo(`${path}${search}`)
  }
}

const Question = ({ step }: { step: Bisect }) => {
  const t = useT()
  const reload = useReload()
  const answer = (isGone: boolean) => {
    const next = answerBisect(step, isGone)
    keepBisect(next === 'none' || 'found' in next ? { result: next } : next)
    reload()
  }
  const stop = () => {
    keepBisect(null)
    reload()
  }
  const actions = (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" onClick={() => answer(true)}>
        {t('bisect.gone')}
      </Button>
      <Button size="sm" onClick={() => answer(false)}>
        {t('bisect.there')}
      </Button>
      <Button size="sm" variant="ghost" onClick={stop}>
        {t('bisect.stop')}
      </Button>
    </div>
  )
  return (
    <Alert tone="info" title={t('bisect.question')} action={actions}>
      <p>{t('bisect.off', { names: step.off.join(', ') })}</p>
      <p>{t('bisect.left', { count: stepsLeft(step), value: stepsLeft(step) })}</p>
    </Alert>
  )
}

const Result = ({ result }: { result: BisectResult }) => {
  const t = useT()
  const { can } = useHost()
  const close = ({ currentTarget }: MouseEvent) => {
    // The button goes with the result: the panel or the page around it takes the focus.
    currentTarget.closest<HTMLElement>('[tabindex="-1"]')?.focus()
    keepBisect(null)
  }
  const done = (
    <Button size="sm" onClick={close}>
      {t('bisect.done')}
    </Button>
  )
  if (result === 'none') return <Alert tone="success" title={t('bisect.none')} action={done} />
  return (
    <Alert tone="warning" title={t('bisect.found', { name: result.found })} action={done}>
      {can('admin.plugins.list') && (
        <Link to={`/plugins/${result.found}/config`}>{t('bisect.open', { name: result.found })}</Link>
      )}
    </Alert>
  )
}

/** The search for a plugin that causes a problem, above the tabs as long as it runs. */
export const BisectBar = () => {
  const kept = useStore(bisect, (state) => state.kept)
  if (!kept) return null
  return (
    <div className="pt-3">
      {'result' in kept ? <Result result={kept.result} /> : <Question step={kept} />}
    </div>
  )
}
