import { defineEvent } from '@spawnpoint/sdk/common'
import { z } from 'zod'

/**
 * The operator replaced a lost `SECRET_KEY`: nothing that was sealed or signed before can be opened or compared any more.
 * Whoever keeps such things lets go of them, so that they are made or entered again.
 *
 * @example listen(secretKeyReplaced, { db: Database }, ({ db }) => dropSealed(db.orm))
 */
export const secretKeyReplaced = defineEvent('kernel:secret-key-replaced', z.object({}))
