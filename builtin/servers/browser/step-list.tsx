import { useT } from '@spawnpoint/sdk/browser'
import { Check } from '@spawnpoint/sdk/ui/icons'
import { steps } from './create-draft.ts'

const markOf = (index: number, at: number): string => {
  if (index === at) return 'border-accent bg-accent text-on-accent'
  return index < at ? 'border-accent text-accent-text' : 'border-control text-muted'
}

/** Where one is among the steps. A phone names only the current one. */
export const StepList = ({ at }: { at: number }) => {
  const t = useT()
  return (
    <ol className="mb-4 flex flex-wrap items-center gap-x-5 gap-y-2" aria-label={t('wizard.progress')}>
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === at ? 'step' : undefined}
          className="group flex items-center gap-2 text-sm text-muted aria-[current]:font-medium aria-[current]:text-text"
        >
          <span
            aria-hidden
            className={`grid size-6 place-items-center rounded-full border text-xs font-medium ${markOf(index, at)}`}
          >
            {index < at ? <Check className="size-3.5" /> : index + 1}
          </span>
          <span className="max-sm:not-group-aria-[current]:sr-only">{t(`wizard.steps.${step}`)}</span>
        </li>
      ))}
    </ol>
  )
}
