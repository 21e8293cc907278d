/** How a shared module's names are found: CommonJS has none that a bundler can see, so they are spelled out. */
export type SharedModule =
  | { readonly kind: 'commonjs'; readonly package: string; readonly file: string }
  | { readonly kind: 'names'; readonly names: readonly string[] }
  | { readonly kind: 'all' }

const react = (file: string): SharedModule => ({ kind: 'commonjs', package: 'react', file })
const reactDom = (file: string): SharedModule => ({ kind: 'commonjs', package: 'react-dom', file })

const routerNames = [
  'generatePath',
  'Link',
  'matchPath',
  'Navigate',
  'Outlet',
  'useLocation',
  'useMatch',
  'useNavigate',
  'useParams',
  'useSearchParams',
] as const

/** All but the check of manifests, which are read before a page learns of them. */
const commonNames = `
  CAPABILITIES CAPABILITY_PREFIXES capabilityError choicesReply coins contrast defineBuiltin defineEndpoint
  defineEvent defineManifest defineService defineSettings deriveTheme every fieldSchema FORM_DATA hideSecrets holds isCapability isSecretName keptDays keptDaysOrForever languages listQuery
  listReply memberOf minimumContrast mixColors optional plainText reachOf REAUTHENTICATE_PATH reportedPermissions resourceEndpoints resourceSchemas ROOT_PERMISSION rowId surfaceLevels themeBaseProperties themeRules uploadedFile userId weakColors
`
  .trim()
  .split(/\s+/)

/** Modules that a run-time plugin imports from the shell instead of bundling. */
export const sharedModuleTable: Readonly<Record<string, SharedModule>> = {
  react: react('react'),
  'react/jsx-runtime': react('react-jsx-runtime'),
  'react/jsx-dev-runtime': react('react-jsx-dev-runtime'),
  'react/compiler-runtime': react('react-compiler-runtime'),
  'react-dom': reactDom('react-dom'),
  'react-dom/client': reactDom('react-dom-client'),
  'react-router-dom': { kind: 'names', names: routerNames },
  '@spawnpoint/sdk/common': { kind: 'names', names: commonNames },
  '@spawnpoint/sdk/browser': { kind: 'all' },
  '@spawnpoint/sdk/query': { kind: 'all' },
  '@spawnpoint/sdk/ui': { kind: 'all' },
  '@spawnpoint/sdk/ui/form': { kind: 'all' },
  '@spawnpoint/sdk/ui/art': { kind: 'all' },
  '@spawnpoint/sdk/ui/chart': { kind: 'all' },
  '@spawnpoint/sdk/form': { kind: 'all' },
  '@spawnpoint/sdk/list': { kind: 'all' },
  '@spawnpoint/sdk/resource': { kind: 'all' },
  '@spawnpoint/sdk/resource/browser': { kind: 'all' },
}

export const sharedSpecifiers: readonly string[] = Object.keys(sharedModuleTable)
