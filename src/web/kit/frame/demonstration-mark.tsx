import { Badge } from '@mantine/core'

/** Stands wherever somebody could take a demonstration for the real thing. */
export function DemonstrationMark() {
  return (
    <Badge color="amber" size="sm" title="Nothing here is real, and nothing leaves this program.">
      Demonstration
    </Badge>
  )
}
