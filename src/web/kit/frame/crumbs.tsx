import { Anchor, Breadcrumbs, Text } from '@mantine/core'
import { Link } from 'react-router'

/** The way back, above the heading. */
export function Crumbs({ path, here }: { path: [string, string][]; here: string }) {
  return (
    <Breadcrumbs separator="›" fz="xs" aria-label="You are here">
      {path.map(([label, to]) => (
        <Anchor key={to} component={Link} to={to} size="xs">
          {label}
        </Anchor>
      ))}
      <Text size="xs" c="dimmed" aria-current="page">
        {here}
      </Text>
    </Breadcrumbs>
  )
}
