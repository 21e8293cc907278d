import type { ManifestNav, ManifestRoute } from '../manifest.ts'
import type { PermissionEntry } from '../permission.ts'
import { RESOURCE_PAGES, routeOf, type Resource, type ResourcePage } from './define-resource.ts'

/**
 * A resource as a manifest lists it. `view` is a module with cells and actions of its own (`defineResourceView`),
 * `pages` replaces whole pages by modules.
 *
 * @example resources: [{ resource: roles, view: 'browser/role-view.tsx' }]
 */
export interface ManifestResource {
  readonly resource: Resource
  readonly view?: string
  readonly pages?: Partial<Readonly<Record<ResourcePage, string>>>
}

const suffix: Readonly<Record<ResourcePage, string>> = {
  list: '',
  create: '/create',
  edit: '/:id/edit',
  delete: '/:id/delete',
}

const verbs: Readonly<Record<ResourcePage, string>> = {
  list: 'List',
  create: 'Create',
  edit: 'Edit',
  delete: 'Delete',
}

const pageModule = ({ resource, view, pages }: ManifestResource, page: ResourcePage): string =>
  pages?.[page] ??
  `resource.ts?resource=${resource.id}&page=${page}${view === undefined ? '' : `&view=${view}`}`

/** Manifest contributions of one resource. @example resourceContributions({ resource: departments }).nav */
export function resourceContributions(declared: ManifestResource): {
  readonly permissions: readonly PermissionEntry[]
  readonly adminPages: readonly ManifestRoute[]
  readonly nav: readonly ManifestNav[]
  readonly modules: Readonly<Record<string, string>>
} {
  const { resource } = declared
  const moduleOf = (page: ResourcePage) => routeOf(resource, page)
  return {
    permissions: RESOURCE_PAGES.map((page) => ({
      constant: resource.permissions[page].toUpperCase().replaceAll(/[.-]/g, '_'),
      value: resource.permissions[page],
      category: resource.category,
      description: `${verbs[page]} ${resource.id.replaceAll('-', ' ')}`,
    })),
    adminPages: RESOURCE_PAGES.map((page, index) => ({
      id: routeOf(resource, page),
      path: `${resource.path}${suffix[page]}`,
      ...(resource.rules[index] === undefined ? {} : { rule: resource.rules[index] }),
      area: 'admin',
      permission: resource.permissions[page],
      module: moduleOf(page),
      title: `%${resource.messages}${page === 'list' ? 'title' : page}%`,
    })),
    nav: [
      {
        area: 'admin',
        route: routeOf(resource, 'list'),
        label: `%${resource.messages}title%`,
        icon: resource.icon,
        ...resource.nav,
      },
    ],
    modules: Object.fromEntries(RESOURCE_PAGES.map((page) => [moduleOf(page), pageModule(declared, page)])),
  }
}
