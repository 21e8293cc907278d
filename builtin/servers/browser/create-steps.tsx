import { useFormat, useHost, useStore, useT } from '@spawnpoint/sdk/browser'
import { Badge, Button, Checkbox, Empty, Status, TextArea, TextField, LinkedText } from '@spawnpoint/sdk/ui'
import { CountryFlag } from '@spawnpoint/sdk/ui/art'
import type { WritableDraft } from 'immer'
import { ChoiceCards } from './choice-cards.tsx'
import { closedBecause, eggsOf, type Draft, type Options, type Step } from './create-draft.ts'
import { artOfGame } from './game-art-of.ts'
import { ResourceFields } from './resource-fields.tsx'
import { useAmountFormat, type AmountProblem } from './amounts.ts'
import { RoomNotice } from './room-notice.tsx'
import { useLatency } from './use-latency.tsx'
import { VariableFields } from './variable-fields.tsx'

export type StepProps = {
  draft: Draft
  options: Options
  problem: string | null
  termsProblem: string | null
  amountProblems: readonly AmountProblem[]
  /** True once the step could not be left. */
  isTried: boolean
  edit: (change: (draft: WritableDraft<Draft>) => void) => void
}

const termsRoute = 'terms-of-service'

const Terms = ({ draft, termsProblem, edit }: StepProps) => {
  const t = useT()
  const host = useHost()
  const terms = useStore(host.routes, (routes) => routes.find(({ id }) => id === termsRoute))
  return (
    <div className="flex flex-col gap-1">
      <Checkbox
        label={<LinkedText text={t('wizard.terms')} paths={{ terms: terms?.path ?? null }} />}
        name="acceptTerms"
        checked={draft.acceptTerms}
        error={termsProblem ?? undefined}
        required
        onChange={(event) =>
          edit((now) => {
            now.acceptTerms = event.target.checked
          })
        }
      />
    </div>
  )
}

const Details = (props: StepProps) => {
  const { draft, problem, edit } = props
  const t = useT()
  return (
    <>
      <TextField
        label={t('fields.name')}
        name="name"
        value={draft.name}
        maxLength={32}
        error={problem ?? undefined}
        autoComplete="off"
        required
        onChange={(event) =>
          edit((now) => {
            now.name = event.target.value
          })
        }
      />
      <TextArea
        label={t('fields.description')}
        name="description"
        value={draft.description}
        maxLength={255}
        optional
        onChange={(event) =>
          edit((now) => {
            now.description = event.target.value
          })
        }
      />
    </>
  )
}

const Category = ({ draft, options, edit }: StepProps) => {
  const choices = options.categories.map((category) => ({
    id: category.id,
    title: category.name,
    text: category.description,
    art: artOfGame(undefined, category),
  }))
  return (
    <ChoiceCards
      name="category"
      choices={choices}
      value={draft.categoryId}
      onChange={(categoryId) =>
        edit((now) => {
          if (now.categoryId === categoryId) return
          now.categoryId = categoryId
          now.environment = {}
          const eggs = eggsOf(options, { ...draft, categoryId })
          // The only one needs no choosing.
          now.eggId = eggs.length === 1 && !eggs[0]?.vipOnly ? (eggs[0]?.id ?? '') : ''
        })
      }
    />
  )
}

/** Players notice more than this many milliseconds. */
const NEAR_MS = 60
const FAR_MS = 150

/** The measured time to a location; it takes the place of the words that it is measured. */
const Distance = ({ ms }: { ms: number | null | undefined }) => {
  const t = useT()
  const { number } = useFormat()
  if (ms === undefined) return <Badge tone="neutral">{t('wizard.latency.measuring')}</Badge>
  if (ms === null) return <Badge tone="neutral">{t('wizard.latency.unknown')}</Badge>
  const tone = ms <= NEAR_MS ? 'success' : ms <= FAR_MS ? 'neutral' : 'warning'
  return <Badge tone={tone}>{t('wizard.latency.ms', { ms: number(ms) })}</Badge>
}

const LocationNote = ({
  options,
  location,
  ms,
}: {
  options: Options
  location: Options['locations'][number]
  ms: number | null | undefined
}) => {
  const t = useT()
  const { number } = useFormat()
  const closed = closedBecause(options, location)
  return (
    <span className="flex flex-wrap gap-2">
      <Status tone={closed === 'closed' ? 'warning' : 'success'}>
        {t(`locationStatus.${location.status}`)}
      </Status>
      <Badge tone={closed === 'full' ? 'danger' : 'neutral'}>
        {t('wizard.slots', { used: number(location.usedSlots), slots: number(location.slots) })}
      </Badge>
      {location.vipOnly && <Badge tone="accent">{t('vip')}</Badge>}
      {location.measured && <Distance ms={ms} />}
      {closed && <span className="sp-hint">{t(`wizard.closed.${closed}`)}</span>}
    </span>
  )
}

const Place = ({ draft, options, edit }: StepProps) => {
  const [latency, frame] = useLatency(options.locations.some(({ measured }) => measured))
  const choices = options.locations.map((location) => ({
    id: location.id,
    title: location.name,
    text: location.description,
    ...(location.picture && { art: { picture: location.picture, names: [] } }),
    mark: <CountryFlag code={location.country} />,
    note: <LocationNote options={options} location={location} ms={latency[location.id]} />,
    disabled: closedBecause(options, location) !== null,
  }))
  return (
    <>
      {frame}
      <ChoiceCards
        name="location"
        choices={choices}
        value={draft.locationId}
        onChange={(locationId) =>
          edit((now) => {
            now.locationId = locationId
          })
        }
      />
    </>
  )
}

const Game = ({ draft, options, edit }: StepProps) => {
  const t = useT()
  const category = options.categories.find(({ id }) => id === draft.categoryId)
  const choices = eggsOf(options, draft).map((egg) => ({
    id: egg.id,
    title: egg.name,
    text: egg.description,
    art: artOfGame(egg, category),
    note: egg.vipOnly && <Badge tone="accent">{t('vip')}</Badge>,
    disabled: egg.vipOnly && !options.vip,
  }))
  if (choices.length === 0) return <Empty title={t('wizard.noEggs')} />
  return (
    <ChoiceCards
      name="egg"
      choices={choices}
      value={draft.eggId}
      onChange={(eggId) =>
        edit((now) => {
          if (now.eggId !== eggId) now.environment = {}
          now.eggId = eggId
        })
      }
    />
  )
}

const presets = { small: 1024, medium: 2048, large: 4096 } as const

/** Usual sizes, each as far as it is free. */
const Presets = ({ options, edit }: StepProps) => {
  const t = useT()
  const format = useAmountFormat()
  const { memory, cpu, disk } = options.free
  const sizes = (['small', 'medium', 'large'] as const).filter((size) => presets[size] <= memory)
  return (
    <fieldset className="sp-actions m-0 border-0 p-0">
      <legend className="sp-hidden">{t('wizard.presets.label')}</legend>
      {sizes.map((size) => (
        <Button
          key={size}
          onClick={() =>
            edit((now) => {
              now.amounts.memory = String(presets[size])
              now.amounts.disk = String(Math.min(presets[size] * 4, disk))
              now.amounts.cpu = String(Math.min(50 + presets[size] / 20.48, cpu))
            })
          }
        >
          {t(`wizard.presets.${size}`)} · {format('memory', presets[size])}
        </Button>
      ))}
    </fieldset>
  )
}

const Resources = (props: StepProps) => {
  const { draft, options, amountProblems, isTried, edit } = props
  return (
    <>
      <Details {...props} />
      <Presets {...props} />
      <ResourceFields
        amounts={draft.amounts}
        others={options.used}
        total={options.total}
        free={options.free}
        problems={amountProblems}
        onChange={(amounts) =>
          edit((now) => {
            now.amounts = amounts
          })
        }
      />
      <RoomNotice
        draft={draft}
        options={options}
        onMove={(locationId) =>
          edit((now) => {
            now.locationId = locationId
          })
        }
      />
      <VariableFields
        eggId={draft.eggId}
        values={draft.environment}
        isTried={isTried}
        onChange={(key, value) =>
          edit((now) => {
            now.environment[key] = value
          })
        }
      />
      <Terms {...props} />
    </>
  )
}

const bodies = { category: Category, egg: Game, location: Place, resources: Resources }

/** The part of the form that a step shows. */
export const StepBody = ({ step, ...props }: StepProps & { step: Step }) => {
  const Body = bodies[step]
  return <Body {...props} />
}
