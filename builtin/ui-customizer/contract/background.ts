/** The place in the group "Background picture" of the panel, for plugins with which people choose that picture. */
export const BACKGROUND_SLOT = 'customize.background'
