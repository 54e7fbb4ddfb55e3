import { Alert, Anchor, List } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link, useLocation } from 'react-router'
import { pathOfRow } from '#domain/kit/entity-paths.ts'
import type { Info } from '#web/kit/session/api.ts'

interface Props {
  /** What kind of row the warnings name. */
  entity: { name: string }
  given?: Info['warnings']
}

/** What the server noticed while saving, such as a likely duplicate; carried to the next screen. */
export function Warnings({ entity, given }: Props) {
  const { state } = useLocation()
  const carried: NonNullable<Info['warnings']> = state?.warnings ?? []
  const warnings = [...carried, ...(given ?? [])]
  if (warnings.length === 0) return null
  return (
    <Alert
      color="amber"
      role="status"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title="Have a look at this"
    >
      <List size="sm">
        {warnings.map(({ message, id }) => {
          const path = id ? pathOfRow(entity.name, id) : null
          return (
            <List.Item key={message}>
              {message}{' '}
              {path && (
                <Anchor component={Link} to={path} size="sm" underline="always">
                  Open
                </Anchor>
              )}
            </List.Item>
          )
        })}
      </List>
    </Alert>
  )
}
