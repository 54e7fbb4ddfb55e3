import { entity, type Row } from '#domain/kit/entity.ts'
import { name, phone, text, url } from '#domain/kit/field.ts'

/** A distributor with its faults line, kept by the organisation and proposed from an ICP. */
export const network = entity({
  name: 'network',
  plural: 'networks',
  title: 'name',
  access: { read: 'user', write: 'admin', remove: 'admin' },
  fields: {
    name: name(100).unique('nameConflict'),
    icp_code: text(2)
      .label('Letters in its ICPs')
      .hint('The two letters after the ten digits of an ICP.'),
    hotline: phone().label('Faults hotline'),
    website_url: url().label('Website'),
  },
  list: ['name', 'icp_code', 'hotline', 'website_url'],
  form: { Network: ['name', 'icp_code', 'hotline', 'website_url'] },
  search: ['name', 'icp_code'],
  order: 'name',
})

export type Network = Row<typeof network>
