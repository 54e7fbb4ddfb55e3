import { entity, type Row } from '#domain/kit/entity.ts'
import { integer, longText, name, rate, text, url } from '#domain/kit/field.ts'

/** The organisation's website settings; there is one row, made with the first save. */
export const website = entity({
  name: 'website',
  plural: 'websites',
  title: 'company_name',
  access: { read: 'user', write: 'admin', remove: 'admin' },
  fields: {
    company_name: name(),
    slogan: text(),
    contact_name: text(),
    website_url: url().label('Website'),
    logo_url: url().label('Logo'),
    favicon_url: url().label('Favicon'),
    privacy_url: url().label('Privacy page'),
    terms_url: url().label('Terms page'),
    keywords: longText(1000),
    copyright: text(),
    author: text(),
    map_key: text(),
    facebook_key: text(),
    analytics_key: text(),
    latitude: rate(),
    longitude: rate(),
    zoom: integer(),
  },
  list: ['company_name', 'website_url', 'modified_at'],
  form: {
    Company: ['company_name', 'slogan', 'contact_name', 'website_url', 'logo_url', 'favicon_url'],
    Legal: ['privacy_url', 'terms_url', 'copyright', 'author', 'keywords'],
    Keys: ['map_key', 'facebook_key', 'analytics_key'],
    Map: ['latitude', 'longitude', 'zoom'],
  },
  search: [],
  order: 'id',
})
export type Website = Row<typeof website>
