import { defineService } from '@spawnpoint/sdk/common'

/** One figure on a profile. Its plugin names it by its message `profile.<id>`. */
export interface ProfileFact {
  readonly id: string
  /** The plugin that has the message. */
  readonly plugin: string
  read(person: string): Promise<number>
}

/** A plugin offers its figures as `memberOf(ProfileFacts, '<its id>')`; each person decides which are shown. */
export const ProfileFacts = defineService<readonly ProfileFact[]>('profiles.facts')

export interface ProfilesService {
  /** Returns those of the people who can be found by their username; nobody who hides the profile is. */
  findable(people: readonly string[]): Promise<ReadonlySet<string>>
  /** False for a person who hides the profile from others. */
  isVisible(person: string): Promise<boolean>
}

export const Profiles = defineService<ProfilesService>('profiles.profiles')
