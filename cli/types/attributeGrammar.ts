// Explains the syntax of attributes in `lectern types new --help`.

export const attributeGrammar = `
Write attributes as name:type(…)[]!:option=value
  (…)  uid(title)  enumeration(red,green)  media(images)  component(shared.seo)  dynamiczone(shared.quote,shared.seo)
       relation(manyToOne,category)  relation(manyToOne,category,articles), which adds "articles" to category.json
  []   a list: media[]  component(shared.link)[]
  !    required
  :    options of the file: title:string:unique:maxLength=80  views:integer:default=0
       in a localized type, sku:string:shared has the same value in all locales, as files have without cover:media:localized

Examples:
  lectern types new article 'title:string!' 'slug:uid(title)' cover:media 'category:relation(manyToOne,category)'
  lectern types new component shared.quote 'body:text!' by:string`;
