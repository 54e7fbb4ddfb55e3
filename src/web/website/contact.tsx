import { WebLink } from '#web/kit/frame/web-link.tsx'
import { appConfig } from '#web/kit/session/app-config.ts'
import { type Chapter, InformationPage } from './information.tsx'

export function Screen() {
  return (
    <InformationPage
      title="Contact"
      lead="Who to ask, and what to have ready"
      chapters={[
        ...ours(),
        {
          heading: 'Your organisation',
          text: "For access, roles and anything about your customers, ask your organisation's admin first.",
        },
        {
          heading: 'Support',
          text: 'Click the version at the foot of the menu: it copies what support asks for first. If a message showed a reference such as REF-7K3D, add it.',
        },
      ]}
    />
  )
}

/** The company whose address this is, and who answers there. */
function ours(): Chapter[] {
  const site = appConfig.website
  if (!site) return []
  const { company_name, contact_name, website_url } = site
  const text = (
    <>
      {contact_name && `Ask for ${contact_name}. `}
      {website_url && (
        <WebLink address={website_url} size="sm" underline="always">
          {website_url}
        </WebLink>
      )}
    </>
  )
  return contact_name || website_url ? [{ heading: company_name, text }] : []
}
