/** Another row that looks like the same person or business. */
export interface DuplicateWarning {
  field: string
  id: number
  title: string
  message: string
}
