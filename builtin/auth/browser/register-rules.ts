import { PASSWORD_MAX, PASSWORD_MIN } from '@spawnpoint/contracts/auth'

export type RegisterValues = {
  firstName: string
  lastName: string
  username: string
  email: string
  password: string
  terms: boolean
}

const isUsername = (text: string) => /^[A-Za-z0-9](?:[A-Za-z0-9_.-]{1,30})[A-Za-z0-9]$/.test(text)
const isEmail = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)

export const isPassword = (text: string): boolean => {
  const length = [...text].length
  return length >= PASSWORD_MIN && length <= PASSWORD_MAX
}

/** The same rules as the server's, said before the form is sent. */
export function checkRegistration(
  values: RegisterValues,
  t: (key: string) => string,
): Partial<Record<keyof RegisterValues, string>> {
  const broken: Record<keyof RegisterValues, boolean> = {
    firstName: values.firstName.trim() === '',
    lastName: values.lastName.trim() === '',
    username: !isUsername(values.username.trim()),
    email: !isEmail(values.email.trim()),
    password: !isPassword(values.password),
    terms: !values.terms,
  }
  return Object.fromEntries(
    Object.entries(broken).flatMap(([name, isBroken]) => (isBroken ? [[name, t(`rules.${name}`)]] : [])),
  )
}
