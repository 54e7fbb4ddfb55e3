import { Navigate, useSearchParams } from 'react-router'
import { partner } from '#domain/partners/partner.ts'
import { EditScreen } from '#web/kit/form/edit-screen.tsx'

/** A partner's form; the tabs that were once around it are on the partner's page. */
export function Screen() {
  const [params] = useSearchParams()
  if (params.has('tab')) return <Navigate to={`/app/partner/details?${params}`} replace />
  return <EditScreen entity={partner} />
}
