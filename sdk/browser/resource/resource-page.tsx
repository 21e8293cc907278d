import { isResource, type Resource, type ResourcePage } from '@spawnpoint/sdk/resource'
import { PageSkeleton } from '@spawnpoint/sdk/ui'
import { lazy, Suspense, type ComponentType } from 'react'
import { DeleteView } from './delete-view.tsx'
import { ListView } from './list-view.tsx'
import type { Drawn, ResourceView, Row } from './resource-view.ts'

// The form library comes with the pages that have a form; the list is opened far more often.
const CreateView = lazy(() => import('./create-view.tsx').then((module) => ({ default: module.CreateView })))
const EditView = lazy(() => import('./edit-view.tsx').then((module) => ({ default: module.EditView })))

const views: Readonly<Record<ResourcePage, ComponentType<{ drawn: Drawn }>>> = {
  list: ListView,
  create: CreateView,
  edit: EditView,
  delete: DeleteView,
}

/**
 * One of the four pages of a declared resource. The build makes the page modules from the declaration; tests call this.
 *
 * @example const ListPage = resourcePage(departments, 'list')
 */
export function resourcePage(
  resource: Resource,
  page: ResourcePage,
  view: ResourceView<Row> = {},
): ComponentType {
  const View = views[page]
  const drawn: Drawn = { resource, view }
  return function DeclaredPage() {
    return (
      <Suspense fallback={<PageSkeleton />}>
        <View drawn={drawn} />
      </Suspense>
    )
  }
}

/** The resource of that id among the exports of a `resource.ts`. @example findResource({ departments }, 'departments') */
export function findResource(module: Readonly<Record<string, unknown>>, id: string): Resource {
  const found = Object.values(module).filter(isResource)
  const resource = found.find((each) => each.id === id)
  if (!resource) throw new Error(`E_RESOURCE_MISSING: resource.ts exports no resource '${id}'`)
  return resource
}
