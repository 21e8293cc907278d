import { lazy, Suspense } from 'react'
import { classNames } from './class-names.ts'
import { findGamePicture } from './game-art.ts'

const games = import.meta.glob<string>('./art/games/*.svg', {
  eager: true,
  query: '?url',
  import: 'default',
})
const scenes = import.meta.glob<string>('./art/scenes/*.svg', {
  eager: true,
  query: '?url',
  import: 'default',
})

/**
 * The picture of a game: the chosen one (the name of a bundled picture, or a path of this host), else found by the names of
 * egg and category, the first that is known. A band, or
 * with `square` a small tile. It says nothing that the text beside it does not.
 * @example <GameArt names={['Paper', 'Minecraft']} />
 */
export const GameArt = ({
  names,
  picture,
  square = false,
  className,
}: {
  names: readonly (string | null | undefined)[]
  picture?: string | null | undefined
  square?: boolean
  className?: string
}) => (
  <img
    className={classNames('sp-art', square && 'sp-art-square', className)}
    src={picture?.startsWith('/') ? picture : games[`./art/games/${findGamePicture(names, picture)}.svg`]}
    alt=""
    width={320}
    height={128}
    loading="lazy"
    decoding="async"
  />
)

/** A drawing for a page without content. @example <Scene name="lost" /> */
export const Scene = ({ name }: { name: 'empty' | 'lost' | 'denied' | 'broken' }) => (
  <img className="sp-scene" src={scenes[`./art/scenes/${name}.svg`]} alt="" width={200} height={120} />
)

const FlagImage = lazy(async () => ({ default: (await import('./flag-image.tsx')).FlagImage }))

/** The flag of a country by its ISO 3166-1 alpha-2 code; its place is kept until it comes. @example <CountryFlag code="DE" /> */
export const CountryFlag = ({ code }: { code: string | null | undefined }) =>
  code ? (
    <span className="sp-flag" aria-hidden="true">
      <Suspense>
        <FlagImage code={code} />
      </Suspense>
    </span>
  ) : null
