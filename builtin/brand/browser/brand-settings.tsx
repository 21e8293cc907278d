import { pictureKeys } from '@spawnpoint/contracts/brand'
import { corners } from '@spawnpoint/contracts/brand/schemas'
import { useSetting, useT } from '@spawnpoint/sdk/browser'
import { Card } from '@spawnpoint/sdk/ui'
import { BrandPreview, type PendingBrand } from './brand-preview.tsx'
import { PictureRow } from './picture-row.tsx'

const useBrand = (edits: Readonly<Record<string, unknown>>): PendingBrand => {
  const stored = {
    name: useSetting('app_name'),
    logo: useSetting('brand_logo'),
    icon: useSetting('brand_icon'),
    loginPicture: useSetting('brand_login_picture'),
    card: useSetting('brand_card'),
    accentLight: useSetting('brand_accent_light'),
    accentDark: useSetting('brand_accent_dark'),
    surface: useSetting('brand_surface'),
    radius: useSetting('brand_radius'),
    description: useSetting('brand_description'),
  }
  const text = (key: string, value: unknown) => String(edits[key] ?? value ?? '')
  return {
    name: text('app_name', stored.name),
    brand_logo: text('brand_logo', stored.logo),
    brand_icon: text('brand_icon', stored.icon),
    brand_login_picture: text('brand_login_picture', stored.loginPicture),
    brand_card: text('brand_card', stored.card),
    accentLight: text('brand_accent_light', stored.accentLight),
    accentDark: text('brand_accent_dark', stored.accentDark),
    surface: text('brand_surface', stored.surface),
    radius: corners.find((each) => each === text('brand_radius', stored.radius)) ?? 'soft',
    description: text('brand_description', stored.description),
  }
}

/** Pictures of the brand, and how everything looks before it is saved. */
export default function BrandSettings({
  edits,
  edit,
}: {
  edits: Readonly<Record<string, unknown>>
  edit: ((key: string, value: unknown) => void) | null
}) {
  const t = useT()
  const brand = useBrand(edits)
  return (
    <div className="mb-4 grid items-start gap-4 xl:grid-cols-2">
      <Card title={t('pictures.title')} description={t('pictures.text')} flush>
        <ul className="grid divide-y divide-border">
          {pictureKeys.map((key) => (
            <PictureRow key={key} id={key} path={brand[key]} onChange={edit && ((path) => edit(key, path))} />
          ))}
        </ul>
      </Card>
      <BrandPreview brand={brand} />
    </div>
  )
}
