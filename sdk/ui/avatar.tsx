import { type CSSProperties, useState } from 'react'
import { classNames } from './class-names.ts'

/** The same 32 bits for the same text, spread so that ids which differ in one character look nothing alike. */
const hashOf = (text: string) => {
  let hash = 0
  for (const char of text) hash = Math.imul(hash ^ char.charCodeAt(0), 0x9e3779b1)
  return Math.imul(hash ^ (hash >>> 15), 0x85ebca6b) >>> 0
}

/** A symmetric figure of 5 × 5 squares. Its hue is the same in every theme, so that people are known by it. */
const Figure = ({ seed }: { seed: string }) => {
  const hash = hashOf(seed)
  let squares = ''
  for (let cell = 0; cell < 15; cell++) {
    const [column, row] = [(cell % 3) + 1, Math.floor(cell / 3) + 1]
    if ((hash >>> (cell + 9)) & 1) squares += `M${column} ${row}h1v1h-1zM${6 - column} ${row}h1v1h-1z`
  }
  return (
    <svg viewBox="0 0 7 7" style={{ '--hue': (hash % 24) * 15 } as CSSProperties}>
      <path d={squares} />
    </svg>
  )
}

/**
 * The picture of a person, or a figure drawn from their id where there is none. The name stands beside it, so it is silent.
 *
 * @example <Avatar id={user.id} name="Ada Byron" src={user.avatar} />
 */
export const Avatar = ({
  id,
  name,
  src,
  size,
}: {
  /** Without it the name decides what the figure looks like. */
  id?: string | null | undefined
  name: string
  src?: string | null | undefined
  size?: 'sm' | 'md' | 'lg'
}) => {
  const [broken, setBroken] = useState<string | null>(null)
  return (
    <span className={classNames('sp-avatar', size && `sp-avatar-${size}`)} aria-hidden="true">
      {src && src !== broken ? (
        <img src={src} alt="" loading="lazy" decoding="async" onError={() => setBroken(src)} />
      ) : (
        <Figure seed={id || name} />
      )}
    </span>
  )
}
