/** The call that accepts the password of a signed-in person again, as `POST { password }`; the dashboard's dialog makes it. @example defineEndpoint({ method: 'POST', path: REAUTHENTICATE_PATH, summary: 'Reauthenticate', access: { user: true }, body: z.strictObject({ password: z.string() }), reply: z.object({}) }) */
export const REAUTHENTICATE_PATH = '/api/auth/reauthenticate'
