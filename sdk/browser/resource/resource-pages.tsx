import { PageSkeleton } from '@spawnpoint/sdk/ui'
import { lazy, Suspense, type ComponentType } from 'react'
import { DeleteView } from './delete-view.tsx'
import { ListView } from './list-view.tsx'
import type { Drawn, ResourcePagesOptions, ResourceView } from './resource-view.ts'

/** The four pages of a resource. @example const { ListPage, EditPage }: ResourcePages = resourcePages(locations, { endpoints: locationEndpoints }) */
export interface ResourcePages {
  readonly ListPage: ComponentType
  readonly CreatePage: ComponentType
  readonly EditPage: ComponentType
  readonly DeletePage: ComponentType
}

// The form library comes with the pages that have a form; the list is opened far more often.
const CreateView = lazy(() => import('./create-view.tsx').then((module) => ({ default: module.CreateView })))
const EditView = lazy(() => import('./edit-view.tsx').then((module) => ({ default: module.EditView })))

const page = (View: ComponentType<{ drawn: Drawn }>, drawn: Drawn): ComponentType =>
  function ResourcePage() {
    return (
      <Suspense fallback={<PageSkeleton />}>
        <View drawn={drawn} />
      </Suspense>
    )
  }

/**
 * The list, create, edit and delete pages of a declared resource. Every word is a message of the plugin
 * (`columns.<key>`, `fields.<key>.label`, `pages.list.title`, …) or, where it has none, the shell's under `resource`.
 *
 * @example
 * export const locationPages = resourcePages(locations, {
 *   endpoints: locationEndpoints,
 *   schema: () => import('@spawnpoint/contracts/locations/schemas').then((module) => module.locationFields),
 *   form: [{ name: 'name', kind: 'text' }, { name: 'status', kind: 'select', options: ['online', 'offline'] }],
 *   tones: { online: 'success' },
 * })
 */
export function resourcePages(resource: ResourceView, options: ResourcePagesOptions): ResourcePages {
  const drawn: Drawn = { ...options, resource }
  return {
    ListPage: page(ListView, drawn),
    CreatePage: page(CreateView, drawn),
    EditPage: page(EditView, drawn),
    DeletePage: page(DeleteView, drawn),
  }
}
