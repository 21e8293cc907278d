import type { Manifest } from '@spawnpoint/sdk/common'
import { isDeepStrictEqual } from 'node:util'

/** The part of a manifest that its server module works by: all but the version and the files of browsers. */
const serverSide = ({ version: _version, modules: _modules, files = {}, ...rest }: Manifest) => ({
  ...rest,
  files: Object.entries(files).filter(
    ([path]) => !path.startsWith('browser/') && !path.startsWith('locales/'),
  ),
})

/** True where the server module of one build is that of the other, and may go on running. */
export const runsTheSame = (running: Manifest, next: Manifest): boolean =>
  running === next || isDeepStrictEqual(serverSide(running), serverSide(next))
