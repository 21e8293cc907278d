// Stands alone so that zod is a chunk of its own, loaded with the first focus of a form.
import { resourceSchemas } from '@spawnpoint/sdk/common'
import type { Resource } from '@spawnpoint/sdk/resource'

export const bodySchema = (resource: Resource) => resourceSchemas(resource).body
