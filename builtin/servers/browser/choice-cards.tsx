import { GameArt } from '@spawnpoint/sdk/ui/art'
import type { ReactNode } from 'react'
import type { GameArtOf } from './game-art-of.ts'

export type Choice = {
  readonly id: string
  readonly title: string
  readonly text: string
  readonly note?: ReactNode
  /** Drawn above. */
  readonly art?: GameArtOf
  /** Beside the title. */
  readonly mark?: ReactNode
  readonly disabled?: boolean
}

/** One of several, each with room for a few words; the platform's own radio buttons. The step around names them. */
export const ChoiceCards = ({
  name,
  choices,
  value,
  onChange,
}: {
  name: string
  choices: readonly Choice[]
  value: string
  onChange: (id: string) => void
}) => (
  <div className="grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-3">
    {choices.map(({ id, title, text, note, art, mark, disabled = false }) => (
      <label
        key={id}
        className="sp-card flex cursor-pointer flex-col overflow-hidden transition-colors hover:not-has-disabled:border-control has-checked:border-accent has-checked:outline-2 has-checked:outline-accent has-disabled:cursor-not-allowed has-disabled:opacity-60"
      >
        {art && <GameArt {...art} className="h-20" />}
        <span className="flex items-start gap-3 p-4">
          <input
            type="radio"
            className="mt-0.5 size-4 flex-none accent-accent"
            name={name}
            value={id}
            checked={value === id}
            disabled={disabled}
            onChange={() => onChange(id)}
          />
          <span className="flex min-w-0 flex-col gap-1">
            <span className="flex items-center gap-2">
              {mark}
              <strong>{title}</strong>
            </span>
            {text && <span className="sp-hint">{text}</span>}
            {note}
          </span>
        </span>
      </label>
    ))}
  </div>
)
