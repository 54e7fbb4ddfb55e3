import { type CsvFile, CsvSource } from '#web/kit/form/csv-source.tsx'

const template = `contract_number,rate_name,rate_amount,valid_from_date,rate_type,rate_unit
K-1001,Day energy,0.2415,2027-04-01,variable,kWh
K-1001,Daily charge,1.9000,2027-04-01,fixed,day
`

export function RateFileSource(props: CsvFile) {
  return (
    <CsvSource
      {...props}
      template={template}
      templateName="rates-template.csv"
      description="The first line names the columns. A contract is named by its number or its ICP."
    />
  )
}
