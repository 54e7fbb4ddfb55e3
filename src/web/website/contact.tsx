import { InformationPage } from './information.tsx'

export function Screen() {
  return (
    <InformationPage
      title="Contact"
      lead="Who to ask, and what to have ready"
      chapters={[
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
