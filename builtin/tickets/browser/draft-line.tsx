import { useT } from '@spawnpoint/sdk/browser'
import type { useKeepDraft } from './use-draft.ts'

/** Says whether what is typed is kept. Its place is there before the words. */
export const DraftLine = ({ state }: Pick<ReturnType<typeof useKeepDraft>, 'state'>) => {
  const t = useT()
  const text = state === 'saved' || state === 'failed' ? t(`composer.${state}`) : '\u00A0'
  return <output className="me-auto text-sm text-muted">{text}</output>
}
