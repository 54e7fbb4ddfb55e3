import { InformationPage } from './information.tsx'

export function Screen() {
  return (
    <InformationPage
      title="Terms and Conditions"
      lead="The rules of using this application"
      chapters={[
        {
          heading: 'Your account',
          text: 'It is yours alone. Keep your password to yourself, switch on two-factor sign-in where you can, and tell your admin at once if somebody else may know it.',
        },
        {
          heading: 'What you may do',
          text: 'Use what you find here for the work of your organisation and for nothing else. What you do is logged.',
        },
        {
          heading: 'Messages to customers',
          text: 'The Unsolicited Electronic Messages Act 2007 applies: people who opted out stay opted out.',
        },
        {
          heading: 'Ending',
          text: 'Your organisation may close your account at any time. Its records stay with the organisation.',
        },
      ]}
    />
  )
}
