// The server makes this module of its own table.
export const routes: { method: string; pattern: string }[]
