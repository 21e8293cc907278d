import type { PictureKey } from '@spawnpoint/contracts/brand'
import {
  contrastDrawn,
  contrastIn,
  minimumContrast,
  sizeOf,
  themeOf,
  type Theme,
  type ThemeSettings,
} from '@spawnpoint/contracts/brand/schemas'
import { themeRules, type ThemeColors } from '@spawnpoint/sdk/common'
import { useFormat, useT } from '@spawnpoint/sdk/browser'
import { BrandMark, Card } from '@spawnpoint/sdk/ui'
import type { CSSProperties } from 'react'

/** The brand as it is stored, with what waits to be saved. */
export type PendingBrand = Readonly<Record<PictureKey, string>> &
  ThemeSettings & {
    readonly name: string
    readonly description: string
  }

const isColor = (text: string) => /^#[0-9a-f]{6}$/i.test(text)

/** Half a color is none. */
const whole = (text: string) => (isColor(text) ? text : '')

const colorsOf = ({ accentLight, accentDark, surface, radius }: PendingBrand): ThemeColors =>
  themeOf({
    accentLight: whole(accentLight),
    accentDark: whole(accentDark),
    surface: whole(surface),
    radius,
  })

/** The caption tells the contrast of the accent as it is drawn, or that of a chosen one that cannot be saved. */
const judge = (theme: Theme, brand: PendingBrand) => {
  const colors = colorsOf(brand)
  const [own, drawn] =
    theme === 'light' ? [brand.accentLight, colors.accentLight] : [brand.accentDark, colors.accentDark]
  const ratioOfOwn = isColor(own) ? contrastIn(theme, own) : minimumContrast
  if (ratioOfOwn < minimumContrast) return { ratio: ratioOfOwn, isRefused: true, isAdapted: false }
  const isAdapted = isColor(own) && drawn.toLowerCase() !== own.toLowerCase()
  return { ratio: contrastDrawn(theme, colors), isRefused: false, isAdapted }
}

const Mark = ({ logo }: { logo: string }) => {
  const size = sizeOf(logo)
  return size ? (
    <img src={logo} alt="" {...size} className="h-6 w-auto max-w-28 object-contain" />
  ) : (
    <BrandMark />
  )
}

// The page's own colors follow its theme, and this shows both.
const palettes = {
  light: { bg: '#eceef3', surface: '#ffffff', sunken: '#f4f5f8', border: '#d9dde5', text: '#0f1218' },
  dark: { bg: '#0b0d11', surface: '#171b23', sunken: '#10131a', border: '#2b313d', text: '#f2f4f8' },
} as const

const ownAccents = {
  light: { fill: '#5646d8', text: '#4b3cc4' },
  dark: { fill: '#6554e8', text: '#b2abff' },
} as const

const themeStyle = (theme: Theme, brand: PendingBrand) =>
  // React's type of styles knows no custom properties.
  ({
    ...Object.fromEntries(Object.entries(palettes[theme]).map(([name, color]) => [`--color-${name}`, color])),
    '--color-accent': ownAccents[theme].fill,
    '--color-accent-text': ownAccents[theme].text,
    '--color-on-accent': '#fff',
    // Chooses from the pairs of both color schemes.
    colorScheme: theme,
    ...themeRules(colorsOf(brand)),
  }) as CSSProperties

const ThemePreview = ({ theme, brand }: { theme: Theme; brand: PendingBrand }) => {
  const t = useT()
  const { locale } = useFormat()
  const oneDecimal = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  const { ratio, isRefused, isAdapted } = judge(theme, brand)
  const picture = brand.brand_login_picture
  return (
    <figure className="m-0 grid gap-1">
      <div
        aria-hidden
        style={themeStyle(theme, brand)}
        className="relative grid min-h-56 grid-cols-[minmax(0,1fr)] place-items-center overflow-hidden rounded-lg border border-border bg-bg p-4 text-text"
      >
        {picture && <img src={picture} alt="" className="absolute inset-0 size-full object-cover" />}
        <div className="relative grid w-full max-w-56 grid-cols-[minmax(0,1fr)] gap-3 rounded-xl border border-border bg-surface p-4 text-sm">
          <span className="flex items-center gap-2 font-semibold">
            <span className="text-accent-text">
              <Mark logo={brand.brand_logo} />
            </span>
            <span className="truncate">{brand.name}</span>
          </span>
          <span className="h-8 rounded-md border border-border bg-sunken" />
          <span className="sp-button sp-button-primary">{t('preview.button')}</span>
          <span className="text-accent-text">{t('preview.link')}</span>
        </div>
      </div>
      <figcaption className={isRefused ? 'text-sm text-danger' : 'sp-hint'}>
        {t(`preview.${theme}`)}
        {ratio !== null &&
          ` · ${t('preview.contrast', { ratio: oneDecimal.format(Math.floor(ratio * 10) / 10) })}`}
        {isAdapted && ` · ${t('preview.adapted')}`}
      </figcaption>
    </figure>
  )
}

const CardPreview = ({ brand }: { brand: PendingBrand }) => {
  const t = useT()
  const card = brand.brand_card
  return (
    <figure className="m-0 grid gap-1">
      <div aria-hidden className="overflow-hidden rounded-lg border border-border bg-sunken">
        {sizeOf(card) && <img src={card} alt="" className="aspect-[1.91] w-full object-cover" />}
        <div className="grid gap-0.5 p-3 text-sm">
          <span className="truncate font-semibold text-accent-text">{brand.name}</span>
          {brand.description && <span className="text-muted">{brand.description}</span>}
        </div>
      </div>
      <figcaption className="sp-hint">{t('preview.card')}</figcaption>
    </figure>
  )
}

/** How the brand looks, in both themes and where a link to it is shown, with what is not saved yet. */
export const BrandPreview = ({ brand }: { brand: PendingBrand }) => {
  const t = useT()
  return (
    <Card title={t('preview.title')} description={t('preview.text')}>
      <div className="grid gap-4 sm:grid-cols-2">
        <ThemePreview theme="light" brand={brand} />
        <ThemePreview theme="dark" brand={brand} />
        <CardPreview brand={brand} />
      </div>
    </Card>
  )
}
