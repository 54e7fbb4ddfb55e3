/** A reading that use of a period was counted with, and the one before it. */
export interface PeriodReading {
  meter_number: string
  connection: string
  register_name: string
  icp_type: string | null
  flow: string
  /** The first day that was counted. */
  period_start: string
  reading_date: string
  /** Null where a meter sends what was used and not what it shows. */
  reading_latest: string | null
  reading_latest_type: string
  reading_previous: string | null
  previous_date: string | null
  previous_type: string | null
  reading_quantity: string
  reading_energy: string | null
}
