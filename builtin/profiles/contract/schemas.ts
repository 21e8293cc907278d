/** Names of Minecraft accounts. Shared by the server and the form. */
export const minecraftNamePattern = /^[A-Za-z0-9_]{3,16}$/

export const isMinecraftName = (name: string): boolean => minecraftNamePattern.test(name)

/** The skin of a person as PNG. */
export const skinPath = (uuid: string): string => `/api/profiles/${uuid}/skin`
