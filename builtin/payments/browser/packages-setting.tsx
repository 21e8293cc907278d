import { useT } from '@spawnpoint/sdk/browser'
import { Button, Card, IconButton, Skeleton, TextField } from '@spawnpoint/sdk/ui'
import { Plus, Trash2 } from '@spawnpoint/sdk/ui/icons'
import { useStoredPackages } from './use-stored-packages.ts'

interface Bundle {
  readonly coins: number
  readonly bonus: number
}

const KEY = 'payments_packages'
const MOST = 8

const isBundles = (value: unknown): value is readonly Bundle[] => Array.isArray(value)

/** The packages that customers choose from; their price follows from the ratio. */
export default function PackagesSetting({
  edits,
  edit,
}: {
  edits: Readonly<Record<string, unknown>>
  edit: ((key: string, value: unknown) => void) | null
}) {
  const t = useT()
  const edited = edits[KEY]
  const data = useStoredPackages(edited)
  const bundles = isBundles(edited) ? edited : data?.packages
  const replace = (next: readonly Bundle[]) => edit?.(KEY, next)
  const number = (text: string) => Number(text.replaceAll(/\D/g, '').slice(0, 8))
  if (!bundles) return <Skeleton shape="block" className="mb-4 h-64" />
  return (
    <Card title={t('packages.title')} description={t('packages.text')} className="mb-4">
      <div className="grid gap-3">
        {bundles.map((bundle, index) => (
          // Rows have no identity but their place.
          <div key={`${index + 1}`} className="flex items-end gap-3">
            {(['coins', 'bonus'] as const).map((field) => (
              <TextField
                key={field}
                label={t(`packages.${field}`)}
                inputMode="numeric"
                value={String(bundle[field])}
                readOnly={edit === null}
                onChange={({ target }) =>
                  replace(
                    bundles.map((each, place) =>
                      place === index ? { ...each, [field]: number(target.value) } : each,
                    ),
                  )
                }
              />
            ))}
            {edit && (
              <IconButton
                label={t('packages.remove', { coins: bundle.coins })}
                icon={<Trash2 aria-hidden />}
                onClick={() => replace(bundles.filter((_, place) => place !== index))}
              />
            )}
          </div>
        ))}
        {edit && bundles.length < MOST && (
          <div>
            <Button
              icon={<Plus aria-hidden />}
              onClick={() => replace([...bundles, { coins: 1000, bonus: 0 }])}
            >
              {t('packages.add')}
            </Button>
          </div>
        )}
      </div>
    </Card>
  )
}
