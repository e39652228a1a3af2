// Makes the files of content types.

/** @returns the file of a collection type without drafts, whose plural is regular */
export const typeFile = (singularName: string, attributes: object): string =>
  JSON.stringify({
    kind: 'collectionType',
    collectionName: `${singularName}s`,
    info: { singularName, pluralName: `${singularName}s`, displayName: singularName },
    options: { draftAndPublish: false },
    attributes,
  });
