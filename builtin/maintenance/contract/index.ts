export { setMaintenance } from './calls.ts'
export { Maintenance, type MaintenanceChange, type MaintenanceService } from './maintenance-service.ts'
export { maintenanceSettings } from './settings.ts'
