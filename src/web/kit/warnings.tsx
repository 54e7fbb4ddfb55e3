import { Alert, Anchor, List } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link, useLocation } from 'react-router'
import type { Info } from './api.ts'

type Warning = NonNullable<Info['warnings']>[number] | string

/** What the server noticed while saving, such as a likely duplicate; carried to the next screen. */
export function Warnings({ given }: { given?: Info['warnings'] }) {
  const { state } = useLocation()
  const carried: Warning[] = state?.warnings ?? []
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
        {warnings.map((warning) => {
          const { message, path } =
            typeof warning === 'string' ? { message: warning, path: undefined } : warning
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
