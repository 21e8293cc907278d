import { useState } from 'react'
import { classNames } from './class-names.ts'

const initials = (name: string) => {
  const words = name.trim().split(/[\s._-]+/u)
  const initials =
    words.length > 1
      ? [words[0], words.at(-1)].map((word) => [...(word ?? '')][0])
      : [...name.trim()].slice(0, 2)
  return initials.join('').toUpperCase()
}

/** A face, or the initials where there is none. The name stands beside it, so it is silent. @example <Avatar name="Ada Byron" src={user.avatar} /> */
export const Avatar = ({
  name,
  src,
  size = 'md',
}: {
  name: string
  src?: string | null | undefined
  size?: 'sm' | 'md' | 'lg'
}) => {
  const [broken, setBroken] = useState<string | null>(null)
  return (
    <span className={classNames('sp-avatar', size !== 'md' && `sp-avatar-${size}`)} aria-hidden="true">
      {src && src !== broken ? (
        <img src={src} alt="" loading="lazy" decoding="async" onError={() => setBroken(src)} />
      ) : (
        initials(name)
      )}
    </span>
  )
}
