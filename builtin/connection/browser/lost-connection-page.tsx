import { useHost, useNavigate, useSearchParams, useT } from '@spawnpoint/sdk/browser'
import { Button } from '@spawnpoint/sdk/ui'
import { LoaderCircle } from '@spawnpoint/sdk/ui/icons'
import { useEffect } from 'react'
import { useReconnect } from './use-reconnect.ts'

/** `?from=` says where the person was; only a path of ours counts. */
const pageBefore = (query: URLSearchParams): string | null => {
  const from = query.get('from')
  return from && /^\/(?![/\\])/.test(from) && !from.startsWith('/ws') ? from : null
}

const LostConnectionPage = () => {
  const host = useHost()
  const t = useT()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const from = pageBefore(query)
  const { state, wasAway, tryNow } = useReconnect()
  const target = from ?? host.pathToWellKnown('home')
  const isOver = state === 'back' && (wasAway || from !== null)
  useEffect(() => {
    if (isOver) void navigate(target, { replace: true })
  }, [navigate, isOver, target])
  return (
    <div className="grid min-h-[calc(100dvh-8rem)] w-full place-items-center py-6">
      <div className="grid max-w-md justify-items-center gap-3 text-center">
        <h1 className="text-2xl font-semibold tracking-tight outline-none" tabIndex={-1}>
          {t('lost.title')}
        </h1>
        {state !== 'back' && <p className="text-muted">{t('lost.text')}</p>}
        <output className="flex min-h-8 items-center gap-2">
          {state !== 'back' && <LoaderCircle className="size-4 animate-spin" aria-hidden />}
          <span>{t(`lost.${state}`)}</span>
        </output>
        <div className="mt-2 flex flex-wrap justify-center gap-2">
          {state === 'back' ? (
            <Button variant="primary" onClick={() => void navigate(target, { replace: true })}>
              {t('lost.goOn')}
            </Button>
          ) : (
            <Button variant="primary" loading={state === 'trying'} onClick={tryNow}>
              {t('lost.tryNow')}
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}

export default LostConnectionPage
