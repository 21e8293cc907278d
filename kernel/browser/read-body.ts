import { isRecord } from '../../sdk/common/is-record.ts'

/** The object that an answer carries; null where it carries none, as a proxy's page does. */
export const readBody = async (response: Response): Promise<Readonly<Record<string, unknown>> | null> => {
  try {
    const body: unknown = await response.json()
    return isRecord(body) ? body : null
  } catch {
    return null
  }
}
