import { defineEvent } from '@spawnpoint/sdk/common'
import { z } from 'zod'

/**
 * The operator replaced a lost `SECRET_KEY`: nothing that was sealed or signed before can be opened or compared any more.
 * A plugin that keeps such things lets go of them, so that they are made or entered again.
 *
 * @example listen(secretKeyReplaced, { settings: Settings }, ({ settings }) => settings.write({ acme_token: null }))
 */
export const secretKeyReplaced = defineEvent('kernel:secret-key-replaced', z.object({}))
