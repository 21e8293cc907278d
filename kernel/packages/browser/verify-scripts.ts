import type { PlanPlugin } from '../../common/plan.ts'
import type { Platform } from '../../browser/platform/platform.ts'

type Verified = Pick<PlanPlugin, 'id' | 'integrity'>

const base64 = (bytes: ArrayBuffer): string => btoa(String.fromCharCode(...new Uint8Array(bytes)))

const hashOf = async (bytes: ArrayBuffer): Promise<string> =>
  `sha384-${base64(await crypto.subtle.digest('SHA-384', bytes))}`

const fetchBytes = async (
  { fetch }: Pick<Platform, 'fetch'>,
  { id }: Verified,
  url: string,
  cache: RequestCache,
): Promise<ArrayBuffer> => {
  const response = await fetch(url, { credentials: 'same-origin', cache })
  if (!response.ok) throw new Error(`E_MODULE_ABSENT ${id}: ${url} answered ${response.status}`)
  return response.arrayBuffer()
}

/**
 * Throws E_INTEGRITY unless the bytes of a plugin's scripts are those that its manifest was agreed to with. All of them:
 * what a module imports is checked by nobody else. The address never changes its content, so the import that follows
 * takes the same bytes from the cache.
 */
export const verifyScripts = async (
  platform: Pick<Platform, 'fetch'>,
  plugin: Verified,
  url: string,
): Promise<void> => {
  const { id, integrity = {} } = plugin
  if (!integrity[url]) throw new Error(`E_NO_INTEGRITY ${id}: the plan names no hash for ${url}`)
  await Promise.all(
    Object.entries(integrity).map(async ([address, wanted]) => {
      const ask = async (cache: RequestCache) => hashOf(await fetchBytes(platform, plugin, address, cache))
      // A corrupted script would stay in the cache for a year, so fetch it again to replace it.
      let found = await ask('default')
      if (found !== wanted) found = await ask('reload')
      if (found !== wanted)
        throw new Error(`E_INTEGRITY ${id}: ${address} is ${found}, its manifest says ${wanted}`)
    }),
  )
}
