import type {
  AccessProbe,
  AdminPages,
  AdminRoute,
  CommandTable,
  Db,
  DebugTabs,
  Live,
  OpenTransaction,
  RouteTable,
  SessionSnapshot,
  SlotTable,
  ThemeColors,
  ThemeInput,
  Transaction,
  WidgetTable,
} from '@spawnpoint/sdk/common'
import type { MailService } from './shared.ts'

export { eq, findNote, handleSaveNote, notes } from './server.ts'

/** Names that examples of `sdk/common` use besides the shared ones. */
export declare const db: Db
export declare const tx: Transaction
export declare const mail: Live<MailService>
export declare const probe: AccessProbe
export declare const routes: RouteTable
export declare const pages: AdminPages
export declare const adminRoute: AdminRoute
export declare const tabs: DebugTabs
export declare const slots: SlotTable
export declare const widgets: WidgetTable
export declare const commands: CommandTable
export declare const snapshot: SessionSnapshot
export declare const colors: ThemeColors
export declare const color: string
export declare const input: ThemeInput
export declare function refuse(): void
export declare const permissions: readonly string[]
export declare function countByCategory(tx: OpenTransaction, id: string): Promise<number>
export declare function isStaff(user: string): Promise<boolean>
export declare function isSetUp(user: string): Promise<boolean>
