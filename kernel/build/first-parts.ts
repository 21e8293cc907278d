import { moduleId } from '../../sdk/package/build/resource-pages.ts'
import type { Builtin } from './read-builtins.ts'

const filesOf = ({ manifest, folder }: Builtin, module: string | undefined): string[] => {
  const file = manifest.modules[module ?? '']
  return file === undefined ? [] : [moduleId(folder, file)]
}

/** The modules that draw a well-known page. */
export const pagesOf = (builtins: readonly Builtin[], wellKnown: string): string[] =>
  builtins.flatMap((builtin) =>
    builtin.manifest.contributes.routes
      .filter((route) => route.wellKnown === wellKnown)
      .flatMap(({ module }) => filesOf(builtin, module)),
  )

const widgetsOf = (builtins: readonly Builtin[]): string[] =>
  builtins.flatMap((builtin) =>
    builtin.manifest.contributes.widgets
      .filter(({ area }) => area !== 'admin')
      .flatMap(({ module }) => filesOf(builtin, module)),
  )

const slotPartsOf = (builtins: readonly Builtin[], owner: string): string[] =>
  builtins.flatMap((builtin) =>
    builtin.manifest.contributes.slots
      .filter(({ slot }) => slot.startsWith(`${owner}.`))
      .flatMap(({ module }) => filesOf(builtin, module)),
  )

/** The product's own parts of the frame: menus and bars, what floats over every page, and the page without a connection. */
export const framePartsOf = (builtins: readonly Builtin[]): string[] => [
  ...slotPartsOf(builtins, 'shell'),
  ...pagesOf(builtins, 'lost-connection'),
]

/** The first page after the log-in, and what other plugins put on it. */
export const homePartsOf = (builtins: readonly Builtin[]): string[] => [
  ...pagesOf(builtins, 'home'),
  ...widgetsOf(builtins),
  ...builtins
    .filter(({ manifest }) => manifest.contributes.routes.some(({ wellKnown }) => wellKnown === 'home'))
    .flatMap(({ manifest }) => slotPartsOf(builtins, manifest.id)),
]
