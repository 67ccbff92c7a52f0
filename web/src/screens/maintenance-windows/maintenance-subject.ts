/** What may be in maintenance. */
export type MaintenanceSubject = { hardware_id: number } | { site_id: number } | { company_id: number }
