import { appConfig } from '#web/kit/session/app-config.ts'
import { InformationPage } from './information.tsx'

export function Screen() {
  return (
    <InformationPage
      title="About"
      lead={`${appConfig.title}, version ${appConfig.version}`}
      chapters={[
        {
          heading: 'What it is',
          text: 'The back office of energy and utilities brokers in New Zealand: customers, suppliers, partners, contracts, meters, bills, invoices, payments and messages in one place.',
        },
        {
          heading: 'Who it is for',
          text: 'The staff and the admins of a broker. Everybody works within one organisation at a time and sees nothing of any other.',
        },
      ]}
    />
  )
}
