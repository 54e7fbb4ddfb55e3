import { Badge } from '@mantine/core'

/** Stands wherever somebody could take a demonstration for the real thing. */
export function DemonstrationMark() {
  return (
    <Badge
      color="amber"
      size="sm"
      miw="fit-content"
      title="Nothing here is real, and nothing leaves this program."
    >
      <span className="mantine-visible-from-sm">Demonstration</span>
      <span className="mantine-hidden-from-sm">Demo</span>
    </Badge>
  )
}
