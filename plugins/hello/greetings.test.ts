import { testResource } from '@spawnpoint/sdk/testing/resource'
import { greetings } from './resource.ts'

testResource(greetings, { folder: import.meta.dirname })
