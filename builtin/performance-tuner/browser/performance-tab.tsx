import {
  defaultUiSettings,
  uiSettingBounds,
  useFormat,
  useHost,
  useStore,
  useT,
  type UiSettings,
} from '@spawnpoint/sdk/browser'
import { Alert, Button, Slider, Switch } from '@spawnpoint/sdk/ui'
import { runAutomatic, undoAutomatic } from './automatic.ts'
import { listWords } from './list-words.ts'
import { Measurements } from './measurements.tsx'
import { changeTuner, loadTuner, tuner } from './tuner-store.ts'
import { findSigns } from './weak-device.ts'
import { useEffect, useRef, type ReactNode } from 'react'

type Field = {
  [K in keyof UiSettings['performance']]: UiSettings['performance'][K] extends boolean ? K : never
}[keyof UiSettings['performance']]

const parts: readonly { readonly id: string; readonly fields: readonly Field[] }[] = [
  { id: 'effects', fields: ['reduceMotion', 'disableAnimations', 'backgroundEffects'] },
  { id: 'pictures', fields: ['lazyLoading', 'optimizeImages', 'compressAssets'] },
  { id: 'loading', fields: ['preloadCritical', 'networkOptimization', 'enableCaching'] },
  { id: 'memory', fields: ['memoryOptimization'] },
]

const usePerformance = () => {
  const { uiSettings } = useHost()
  const performance = useStore(uiSettings, (settings) => settings.performance)
  const change = (part: Partial<UiSettings['performance']>) =>
    uiSettings.setState({ performance: { ...uiSettings.getState().performance, ...part } })
  return { performance, change }
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid gap-3 border-b border-border py-4 first:pt-0 last:border-b-0">
    <h3 className="text-sm">{title}</h3>
    {children}
  </section>
)

/** Automatic mode, the meter, and what automatic mode did. */
const Modes = () => {
  const t = useT()
  const host = useHost()
  const { automatic, meter, lightened } = useStore(tuner)
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  const signs = lightened?.signs ?? findSigns(navigator, isCalm)
  const choose = (isOn: boolean) => {
    if (!isOn) undoAutomatic(host)
    changeTuner(host, { automatic: isOn })
    runAutomatic(host, window)
  }
  const { locale } = useFormat()
  const mode = useRef<HTMLInputElement>(null)
  const undo = () => {
    // The button goes with the sentence about what was changed.
    mode.current?.focus()
    undoAutomatic(host)
  }
  const list = (kind: string, keys: readonly string[]) =>
    listWords(
      locale,
      keys.map((key) => t(`${kind}.${key}`)),
    )
  return (
    <>
      <Switch
        ref={mode}
        label={t('automatic.label')}
        hint={
          signs.length === 0 ? t('automatic.strong') : t('automatic.weak', { signs: list('signs', signs) })
        }
        checked={automatic}
        onChange={(event) => choose(event.target.checked)}
      />
      {lightened && lightened.changes.length > 0 && (
        <Alert tone="info" title={t('automatic.done')}>
          <p>{t('automatic.changed', { changes: list('changes', lightened.changes) })}</p>
          <Button size="sm" className="mt-2" onClick={undo}>
            {t('automatic.undo')}
          </Button>
        </Alert>
      )}
      <Switch
        label={t('meter.show')}
        checked={meter}
        onChange={(event) => changeTuner(host, { meter: event.target.checked })}
      />
    </>
  )
}

/** The settings that make the page faster, each with what it does, and a measurement of both states. */
export default function PerformanceTab() {
  const t = useT()
  const host = useHost()
  const { number } = useFormat()
  const { performance, change } = usePerformance()
  useEffect(() => loadTuner(host), [host])
  const reset = () => {
    const { transitionSpeed } = host.uiSettings.getState().performance
    // The speed of transitions is put back in its own tab.
    change({ ...defaultUiSettings.performance, transitionSpeed })
  }
  return (
    <div>
      <Part title={t('parts.modes')}>
        <Modes />
      </Part>
      <Part title={t('parts.measure')}>
        <Measurements />
      </Part>
      <Part title={t('parts.frames')}>
        <Slider
          label={t('fields.frameRateLimit')}
          hint={t('hints.frameRateLimit')}
          {...uiSettingBounds.frameRateLimit}
          value={performance.frameRateLimit}
          format={(value) => t('units.fps', { value: number(value) })}
          onChange={(frameRateLimit) => change({ frameRateLimit })}
        />
      </Part>
      {parts.map(({ id, fields }) => (
        <Part key={id} title={t(`parts.${id}`)}>
          {fields.map((field) => (
            <Switch
              key={field}
              label={t(`fields.${field}`)}
              hint={t(`hints.${field}`)}
              checked={performance[field]}
              onChange={(event) => change({ [field]: event.target.checked })}
            />
          ))}
        </Part>
      ))}
      <div className="pt-4">
        <Button size="sm" variant="ghost" onClick={reset}>
          {t('reset')}
        </Button>
      </div>
    </div>
  )
}
