import { useSetting } from '@spawnpoint/sdk/browser'

/** A subject with the name of the dashboard in it, and its other placeholders as words. */
export const useReadable = () => {
  const app = useSetting('app_name')
  return (subject: string): string =>
    subject.replaceAll(/\{\{\s*([\w-]+)\s*\}\}/g, (_all, name: string) =>
      name === 'app' && typeof app === 'string' && app !== '' ? app : `[${name.replaceAll(/[-_]/g, ' ')}]`,
    )
}
