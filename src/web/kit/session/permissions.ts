import { useQuery } from '@tanstack/react-query'
import type { UserPermission } from '#domain/identity/user-permission-calls.ts'
import { useSession } from './session.ts'
import { permissionsQuery } from './start-up.ts'

/** §6: what the signed-in person may do besides their role; the server decides all the same. */
export function usePermissions(): Partial<UserPermission> {
  const { user } = useSession()
  const { data } = useQuery({ ...permissionsQuery, enabled: user?.organisation_id != null })
  return data?.find((row) => row.user_id === user?.id) ?? {}
}

export const whyHidden = 'Only staff with the permission can see this. Ask your admin.'
