import { Anchor, Group, Image, Text } from '@mantine/core'
import { Link } from 'react-router'
import { appConfig } from '#web/kit/session/app-config.ts'
import { WebLink } from './web-link.tsx'

const pages = [
  ['About', '/app/about'],
  ['Contact', '/app/contact'],
  ['Help', '/app/help'],
] as const

/** Whose address this is: its logo and what it says of itself. Nothing where that is nobody's. */
export function SiteHead() {
  const site = appConfig.website
  if (!site) return null
  return (
    <Group gap="sm">
      {site.logo_url && (
        <Image src={site.logo_url} alt={site.company_name} h={36} w="auto" fit="contain" />
      )}
      <div>
        {!site.logo_url && <Text fw={600}>{site.company_name}</Text>}
        {site.slogan && (
          <Text size="sm" c="dimmed">
            {site.slogan}
          </Text>
        )}
      </div>
    </Group>
  )
}

/** The ways to the information pages, the organisation's own ones where it has them. */
export function SiteFoot() {
  const site = appConfig.website
  const ours = [
    site?.copyright,
    site?.author && `By ${site.author}`,
    site?.contact_name && `Contact: ${site.contact_name}`,
  ]
  return (
    <Group component="footer" gap="md" mt="md" role="contentinfo">
      {pages.map(([label, to]) => (
        <Anchor key={to} component={Link} to={to} size="xs">
          {label}
        </Anchor>
      ))}
      <PrivacyLink>Privacy</PrivacyLink>
      <TermsLink>Terms</TermsLink>
      {site?.website_url && (
        <WebLink address={site.website_url} size="xs">
          {site.company_name}
        </WebLink>
      )}
      <Text size="xs" c="dimmed">
        {ours.filter(Boolean).join(' · ')}
      </Text>
    </Group>
  )
}

function PrivacyLink({ children }: { children: string }) {
  return <LegalLink own={appConfig.website?.privacy_url} to="/app/privacy" label={children} />
}

/** Opens beside the form that asks for the agreement, so that nothing typed is lost. */
export function TermsLink({ children }: { children: string }) {
  return <LegalLink own={appConfig.website?.terms_url} to="/app/terms" label={children} />
}

interface LegalProps {
  own: string | null | undefined
  to: string
  label: string
}

/** The organisation's own page, else ours. */
function LegalLink({ own, to, label }: LegalProps) {
  return own ? (
    <WebLink address={own} size="xs" target="_blank" underline="always">
      {label}
    </WebLink>
  ) : (
    <Anchor component={Link} to={to} target="_blank" size="xs" underline="always">
      {label}
    </Anchor>
  )
}
