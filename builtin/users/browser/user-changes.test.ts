import { describe, expect, it } from 'vitest'
import { changesOf, problemsOf, type UserValues } from './user-changes.ts'

const before: UserValues = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  verified: true,
  role: 'default',
  banned: false,
  bannedReason: '',
}

describe('the edit form', () => {
  it('[USR7] sends only what was changed', () => {
    expect(changesOf(before, { ...before, email: 'new@example.com', verified: false })).toEqual({
      email: 'new@example.com',
      verified: false,
    })
    expect(changesOf(before, before)).toEqual({})
  })

  it('[USR9] sends a new reason together with the ban it is for', () => {
    const banned = { ...before, banned: true, bannedReason: 'spam' }
    expect(changesOf(banned, { ...banned, bannedReason: 'fraud' })).toEqual({
      banned: true,
      bannedReason: 'fraud',
    })
  })

  it('[USR7] names one problem for each field', () => {
    const issues = [
      { path: ['email'], code: 'invalid_format' },
      { path: ['email'], code: 'too_big' },
      { path: ['firstName'], code: 'too_small' },
      { path: ['stranger'], code: 'custom' },
    ]
    expect(problemsOf(issues, { ...before, firstName: '' })).toEqual({
      email: 'invalid_format',
      firstName: 'required',
    })
  })
})
