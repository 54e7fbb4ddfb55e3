import { useQuery } from '@tanstack/react-query'
import { useSession } from './session.ts'
import { type Permissions, permissionsQuery } from './start-up.ts'

/** §6: what the signed-in person may do besides their role; the server decides all the same. */
export function usePermissions(): Permissions {
  const { user } = useSession()
  const { data } = useQuery({ ...permissionsQuery, enabled: user?.organisation_id != null })
  return data?.find((row) => row.user_id === user?.id) ?? { user_id: user?.id ?? 0 }
}

export const whyHidden = 'Only staff with the permission can see this. Ask your admin.'
